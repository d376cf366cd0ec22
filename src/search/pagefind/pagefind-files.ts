import { type Cbor, decodeCbor } from './cbor.ts'
import { SIGNATURE } from './format.ts'
import { loadFile } from '../../trusted/files.ts'

/** The content of one of Pagefind's packed files, after its signature. */
export const decoded = (bytes: Uint8Array): readonly Cbor[] => listOf(decodeCbor(bytes.subarray(SIGNATURE.length)))

/** The JSON content of a file, after its signature. */
export const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes.subarray(SIGNATURE.length)))

export const listOf = (value: Cbor | undefined): readonly Cbor[] => (Array.isArray(value) ? value : [])

/** A decompressed file with its signature; some hosts decompress files in transit. Throws when it cannot be read. */
export async function loadUnpacked(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await (await loadFile(url)).arrayBuffer())
  return isSigned(bytes) ? bytes : gunzipped(bytes)
}

const isSigned = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) === SIGNATURE

async function gunzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
