import type { Cbor } from './cbor.ts'
import { Cached } from '../cached.ts'
import { ENTRY } from './format.ts'
import { packedId, placeInPacks } from './fragment-packs.ts'
import type { IndexHead } from './index-head.ts'
import { decoded, jsonIn, loadUnpacked } from './pagefind-files.ts'
import type { Fragment } from '../pagefind-api.ts'
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

/** A page as Pagefind stores it. */
type StoredFragment = Omit<Fragment, 'raw_content'>

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
    const page = (jsonIn(await this.#read(`fragment/${name}.pf_fragment`)) as StoredFragment[])[at]
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
