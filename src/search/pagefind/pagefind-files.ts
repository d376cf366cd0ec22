import { type Cbor, decodeCbor } from './cbor.ts'
import { ENTRY, type Entry, SIGNATURE } from './format.ts'
import type { Fragment } from '../pagefind-api.ts'
import { fetchFile } from '../../trusted/files.ts'

/** The `pf_meta` file of the index in a folder, which ends in a slash; see META. Throws when it cannot be read. */
export async function loadMeta(folder: string): Promise<readonly Cbor[]> {
  const entry = (await (await answered(folder + ENTRY)).json()) as Pick<Entry, 'languages'>
  const [{ hash } = { hash: '' }] = Object.values(entry.languages)
  return loadPacked(`${folder}pagefind.${hash}.pf_meta`)
}

/** One of Pagefind's packed files. */
export const loadPacked = async (url: string): Promise<readonly Cbor[]> => listOf(decodeCbor(await unpackedAt(url)))

/** The page of an index in a folder, which ends in a slash, by its id; `base` is what its path starts from, with a slash at the end. */
export async function loadFragment(folder: string, id: string, base: string): Promise<Fragment> {
  const page = JSON.parse(new TextDecoder().decode(await unpackedAt(`${folder}fragment/${id}.pf_fragment`))) as Omit<
    Fragment,
    'raw_content'
  >
  const { url, content } = page
  return {
    ...page,
    url: base + url.slice(1),
    content: content.replaceAll('\u200B', ''),
    raw_content: content.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  }
}

/** What stands behind the signature. Some hosts unpack files on their way. */
async function unpackedAt(url: string): Promise<Uint8Array> {
  const packed = new Uint8Array(await (await answered(url)).arrayBuffer())
  const bytes = isSigned(packed) ? packed : await gunzipped(packed)
  return bytes.subarray(SIGNATURE.length)
}

export const listOf = (value: Cbor | undefined): readonly Cbor[] => (Array.isArray(value) ? value : [])

async function answered(url: string): Promise<Response> {
  const response = await fetchFile(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

const isSigned = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) === SIGNATURE

async function gunzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
