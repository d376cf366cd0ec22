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

export type Postings = ReturnType<typeof postingsOf>

/** The words of the remaining pages of one index with their postings, read from Pagefind's own files. */
export function postingsOf(files: IndexFiles) {
  const { gone, meanWords } = files
  const meta = files.meta()
  /** The id and word count of each page. */
  const pages = listOf(meta[META.pages]).map((page) => ({ id: String(listOf(page)[0]), words: Number(listOf(page)[1]) }))
  const allChunks = listOf(meta[META.chunks]).map((chunk) => {
    const [from = '', to = '', name = ''] = listOf(chunk).map(String)
    return { from, to, name }
  })
  const fieldNames = listOf(meta[META.fields]).map(String)
  const loaded = new Cached<readonly Cbor[]>()

  /** The index's words with a prefix, of at most so many letters, with their postings. Words are as Pagefind stores them: stems without accents. */
  async function beginningWith(start: string, most = Infinity): Promise<{ word: string; postings: Posting[] }[]> {
    return (await load(start))
      .flatMap((words) => words.map(listOf).map((entry) => ({ word: String(entry[0]), entry })))
      .filter(({ word }) => word.length <= most && word.startsWith(start))
      .map(({ word, entry }) => ({ word, postings: allOf(entry) }))
      .filter(({ postings }) => postings.length > 0)
  }

  function allOf([, own, others]: readonly Cbor[]): Posting[] {
    const lists = [own, ...listOf(others).map((other) => listOf(other)[1])].flatMap((list) => postingsIn(listOf(list)))
    return gone.size > 0 ? lists.filter(({ page }) => !gone.has(pages[page]?.id ?? '')) : lists
  }

  /** Loads the files with those words. */
  function load(start: string): Promise<(readonly Cbor[])[]> {
    const chunks = allChunks.filter(({ from, to }) => to >= start && from.slice(0, start.length) <= start)
    const read = async (name: string): Promise<readonly Cbor[]> => listOf((await files.packed(`index/${name}.pf_index`))[0])
    return Promise.all(chunks.map(({ name }) => loaded.get(name, () => read(name))))
  }

  /** Page numbers and positions are delta-encoded; a negative number gives the weight of those after it, or their field. */
  function postingsIn(list: readonly Cbor[]): Posting[] {
    let page = 0
    return list.map((entry) => {
      const [step, places, fields] = listOf(entry)
      page += Number(step)
      const names = listOf(fields).flatMap((at) => (Number(at) < 0 ? (fieldNames[-1 - Number(at)] ?? []) : []))
      return { page, places: () => placesIn(listOf(places)), weight: weightOf(listOf(places)), fields: fieldsOf(names) }
    })
  }

  return { pages, gone, meanWords, beginningWith, load }
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
