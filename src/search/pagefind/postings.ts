import type { Cbor } from './cbor.ts'
import { Cached } from '../cached.ts'
import { fieldsOf } from '../pagefind-api.ts'
import { listOf, META, PLAIN_WEIGHT } from './format.ts'
import type { IndexFiles } from './index-files.ts'

/** The occurrences of a word on a page. */
export interface Posting {
  /** The number of the page in its index. */
  page: number
  /** The positions of the word in its text: few pages of many are shown. */
  places: () => number[]
  /** Their total weight: 1 each, more in a heading. */
  weight: number
  /** The metadata fields that contain it, as bits of FIELD. */
  fields: number
}

/** The words of the remaining pages of one index with their postings, read from Pagefind's own files. */
export class Postings {
  /** The id and word count of each page. */
  readonly pages: readonly { id: string; words: number }[]
  readonly gone: ReadonlySet<string>
  /** The mean of all pages that are searched together. */
  readonly meanWords: number
  readonly #files: IndexFiles
  readonly #chunks: readonly { from: string; to: string; name: string }[]
  readonly #fields: readonly string[]
  readonly #loaded = new Cached<readonly Cbor[]>()

  constructor(files: IndexFiles) {
    const { meta } = files
    this.#files = files
    this.gone = files.gone
    this.meanWords = files.meanWords
    this.pages = listOf(meta[META.pages]).map((page) => ({ id: String(listOf(page)[0]), words: Number(listOf(page)[1]) }))
    this.#chunks = listOf(meta[META.chunks]).map((chunk) => {
      const [from = '', to = '', name = ''] = listOf(chunk).map(String)
      return { from, to, name }
    })
    this.#fields = listOf(meta[META.fields]).map(String)
  }

  /** The index's words with a prefix, of at most so many letters, with their postings. Words are as Pagefind stores them: stems without accents. */
  async beginningWith(start: string, most = Infinity): Promise<{ word: string; postings: Posting[] }[]> {
    return (await this.load(start))
      .flatMap((words) => words.map(listOf).map((entry) => ({ word: String(entry[0]), entry })))
      .filter(({ word }) => word.length <= most && word.startsWith(start))
      .map(({ word, entry }) => ({ word, postings: this.#allOf(entry) }))
      .filter(({ postings }) => postings.length > 0)
  }

  #allOf([, pages, others]: readonly Cbor[]): Posting[] {
    const lists = [pages, ...listOf(others).map((other) => listOf(other)[1])].flatMap((list) => this.#postingsOf(listOf(list)))
    return this.gone.size > 0 ? lists.filter(({ page }) => !this.gone.has(this.pages[page]?.id ?? '')) : lists
  }

  /** Loads the files with those words. */
  load(start: string): Promise<(readonly Cbor[])[]> {
    const chunks = this.#chunks.filter(({ from, to }) => to >= start && from.slice(0, start.length) <= start)
    const read = async (name: string): Promise<readonly Cbor[]> => listOf((await this.#files.packed(`index/${name}.pf_index`))[0])
    return Promise.all(chunks.map(({ name }) => this.#loaded.get(name, () => read(name))))
  }

  /** Page numbers and positions are delta-encoded; a negative number gives the weight of those after it, or their field. */
  #postingsOf(list: readonly Cbor[]): Posting[] {
    let page = 0
    return list.map((entry) => {
      const [step, places, fields] = listOf(entry)
      page += Number(step)
      const names = listOf(fields).flatMap((at) => (Number(at) < 0 ? (this.#fields[-1 - Number(at)] ?? []) : []))
      return { page, places: () => placesIn(listOf(places)), weight: weightOf(listOf(places)), fields: fieldsOf(names) }
    })
  }
}

function placesIn(list: readonly Cbor[]): number[] {
  let place = 0
  return list.map(Number).flatMap((number) => {
    place = number < 0 ? 0 : place + number
    return number < 0 ? [] : place
  })
}

function weightOf(list: readonly Cbor[]): number {
  let [one, weight] = [1, 0]
  for (const number of list)
    if (Number(number) < 0) one = (-1 - Number(number)) / PLAIN_WEIGHT
    else weight += one
  return weight
}
