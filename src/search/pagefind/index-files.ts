import type { Cbor } from './cbor.ts'
import { ENTRY } from './format.ts'
import { packedId, placeInPacks } from './fragment-packs.ts'
import type { IndexHead } from './index-head.ts'
import { decoded, jsonIn, loadUnpacked } from './pagefind-files.ts'
import type { Fragment } from '../pagefind-api.ts'

/** The location of an index, and its head. */
export interface IndexPlace {
  /** The folder of Pagefind's program, with a trailing slash, like `folder`. */
  programs: string
  folder: string
  head: IndexHead
  /** The mean number of words of all pages that are searched together, in all indexes. */
  meanWords: number
}

/** A page as Pagefind stores it. */
type StoredFragment = Omit<Fragment, 'raw_content'>

/** The base path given to Pagefind: it supports only http, so its requests are redirected to us. */
export const BASE_PATH = '/pagefind/'

/** By address: Pagefind's programs, which all indexes of a language share. */
const programs = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The files of one index, each read once for both Pagefind and us. */
export class IndexFiles {
  readonly #place: IndexPlace
  readonly #read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
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
    return decoded(await this.#load(this.#read, this.#place.folder + name))
  }

  /** A page by its id; `base` is the prefix of its path, with a trailing slash. */
  async fragment(id: string, base: string): Promise<Fragment> {
    const page = await this.#fragment(id)
    const { url, content } = page
    return {
      ...page,
      url: base + url.slice(1),
      content: content.replaceAll('\u200B', ''),
      raw_content: content.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }
  }

  async #fragment(id: string): Promise<StoredFragment> {
    const { folder, head } = this.#place
    const { name, at } = placeInPacks(head.packs, id)
    const page = (jsonIn(await this.#load(this.#read, `${folder}fragment/${name}.pf_fragment`)) as StoredFragment[])[at]
    if (!page) throw new RangeError(`The pack ${name} has no page ${id}.`)
    return page
  }

  /** Pagefind's replacement of `fetch`. */
  readonly fetch = async (address: string): Promise<Response> => {
    const name = address.slice(BASE_PATH.length)
    const { programs: at, folder, head } = this.#place
    if (name.startsWith(ENTRY)) return new Response(head.entry)
    if (name.endsWith('.pf_meta')) return new Response(head.meta)
    return new Response(await (name.startsWith('wasm.') ? this.#load(programs, at + name) : this.#load(this.#read, folder + name)))
  }

  /** Failures are not cached. */
  #load(known: Map<string, Promise<Uint8Array<ArrayBuffer>>>, url: string): Promise<Uint8Array<ArrayBuffer>> {
    const loading = known.get(url) ?? loadUnpacked(url)
    known.set(url, loading)
    loading.catch(() => known.delete(url))
    return loading
  }
}
