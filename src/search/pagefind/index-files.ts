import type { Cbor } from './cbor.ts'
import { Cached } from '../cached.ts'
import { decoded, ENTRY, SIGNATURE } from './format.ts'
import { headsOf, type IndexHead, packedId, placeInPacks } from './index-head.ts'
import type { Fragment } from '../pagefind-api.ts'
import { loadFile } from '../../trusted/files.ts'
import { pageAt } from '../../trusted/place.ts'

/** The location of an index, and its head. */
export interface IndexPlace {
  /** The folder of Pagefind's program, with a trailing slash, like `folder`. */
  programs: string
  folder: string
  head: IndexHead
  /** The mean number of words of all pages that are searched together, in all indexes. */
  meanWords: number
  /** The folder of the pages, with a trailing slash. */
  base: string
  /** The language of the queries, in lower case. */
  lang: string
}

/** The base path given to Pagefind: it supports only http, so its requests are redirected to us. */
export const BASE_PATH = '/pagefind/'

/** Pagefind's programs by address, which all indexes of a language share. */
const loadedPrograms = new Cached<Uint8Array<ArrayBuffer>>()

export type IndexFiles = ReturnType<typeof indexFiles>

/** The files of one index, each read once for both Pagefind and us. */
export function indexFiles({ programs, folder, head, meanWords, base }: IndexPlace) {
  /** The ids of removed pages. */
  const gone: ReadonlySet<string> = new Set(head.gone.map(packedId))
  const loaded = new Cached<Uint8Array<ArrayBuffer>>()
  let decodedMeta: readonly Cbor[] | undefined

  const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => loaded.get(name, () => loadUnpacked(folder + name))

  /** Pagefind's replacement of `fetch`. */
  async function fetch(address: string): Promise<Response> {
    const name = address.slice(BASE_PATH.length)
    if (name.startsWith(ENTRY)) return new Response(head.entry)
    if (name.endsWith('.pf_meta')) return new Response(head.meta)
    const isProgram = name.startsWith('wasm.')
    return new Response(await (isProgram ? loadedPrograms.get(programs + name, () => loadUnpacked(programs + name)) : read(name)))
  }

  /** See META. */
  const meta = (): readonly Cbor[] => (decodedMeta ??= decoded(head.meta))

  /** One of Pagefind's packed files, by its name below the index's folder. Throws when it cannot be read. */
  const packed = async (name: string): Promise<readonly Cbor[]> => decoded(await read(name))

  /** A page by its id. */
  async function fragment(id: string): Promise<Fragment> {
    const { name, at } = placeInPacks(head.packs, id)
    const pack = (await read(`fragment/${name}.pf_fragment`)).subarray(SIGNATURE.length)
    const page = (JSON.parse(new TextDecoder().decode(pack)) as Omit<Fragment, 'raw_content'>[])[at]
    if (!page) throw new RangeError(`The pack ${name} has no page ${id}.`)
    const { url, content } = page
    return {
      ...page,
      url: pageAt(base + url.slice(1)),
      content: content.replaceAll('\u200B', ''),
      raw_content: content.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }
  }

  return { gone, meanWords, fetch, meta, packed, fragment }
}

/** The heads in a file, by the folder of each index below `pagefind/`. Throws when it cannot be read. */
export const loadHeads = async (url: string): Promise<Map<string, IndexHead>> => headsOf(decoded(await loadUnpacked(url)))

/** A decompressed file with its signature; some hosts decompress files in transit. Throws when it cannot be read. */
async function loadUnpacked(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await (await loadFile(url)).arrayBuffer())
  if (new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) === SIGNATURE) return bytes
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
