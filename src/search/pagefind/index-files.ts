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
const programs = new Cached<Uint8Array<ArrayBuffer>>()

/** The files of one index, each read once for both Pagefind and us. */
export class IndexFiles {
  readonly #place: IndexPlace
  readonly #loaded = new Cached<Uint8Array<ArrayBuffer>>()
  #meta: readonly Cbor[] | undefined

  constructor(place: IndexPlace) {
    this.#place = place
    this.gone = new Set(place.head.gone.map(packedId))
  }

  get meanWords(): number {
    return this.#place.meanWords
  }

  /** The ids of removed pages. */
  readonly gone: ReadonlySet<string>

  /** See META. */
  get meta(): readonly Cbor[] {
    return (this.#meta ??= decoded(this.#place.head.meta))
  }

  /** One of Pagefind's packed files, by its name below the index's folder. Throws when it cannot be read. */
  async packed(name: string): Promise<readonly Cbor[]> {
    return decoded(await this.#read(name))
  }

  /** A page by its id. */
  async fragment(id: string): Promise<Fragment> {
    const { base, head } = this.#place
    const { name, at } = placeInPacks(head.packs, id)
    const pack = (await this.#read(`fragment/${name}.pf_fragment`)).subarray(SIGNATURE.length)
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

  /** Pagefind's replacement of `fetch`. */
  readonly fetch = async (address: string): Promise<Response> => {
    const name = address.slice(BASE_PATH.length)
    const { programs: folder, head } = this.#place
    if (name.startsWith(ENTRY)) return new Response(head.entry)
    if (name.endsWith('.pf_meta')) return new Response(head.meta)
    const isProgram = name.startsWith('wasm.')
    return new Response(await (isProgram ? programs.get(folder + name, () => loadUnpacked(folder + name)) : this.#read(name)))
  }

  #read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#loaded.get(name, () => loadUnpacked(this.#place.folder + name))
  }
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
