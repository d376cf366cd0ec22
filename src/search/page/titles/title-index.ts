import { Cached } from '../../cached.ts'
import { bestFor, type Titled } from '../../titles/best.ts'
import { type Note, type Title, titleWith, hasWord, titleKey } from '../../titles/title.ts'
import { bestIn, bestKeyOf, blocksWith, MOST_BLOCKS, type Row, rowsIn, type TitleList } from '../../titles/title-list.ts'
import { loadFile, loadJson } from '../../../trusted/files.ts'

/** The maximum number of blocks loaded for words that are not adjacent in a title. */
const MOST_FOR_WORDS = 3
/** Longer texts are sentences, not names. */
const MOST_RUNS = 20
/** The number of cached files: some 50 KB each. */
const MOST_REMEMBERED = 60

/** A title that was found, with its note. */
export type FoundTitle = Title & Note

/** The titles of pages that are searched together, in the files written by src/search/index/titles. */
export class TitleIndex {
  readonly #folder: string
  readonly #list: TitleList
  readonly #ignored: ReadonlySet<string>
  readonly #blocks = new Cached<readonly Row[]>(MOST_REMEMBERED)
  readonly #bests = new Cached<ReturnType<typeof bestIn>>(MOST_REMEMBERED)

  /** `folder` is the folder of its files, with a trailing slash. */
  constructor(folder: string, list: TitleList) {
    this.#folder = folder
    this.#list = list
    this.#ignored = new Set(list.ignored)
  }

  /** The best `count` titles for a text. Loads at most two blocks for adjacent words, and a few for words in another order. */
  async find(text: string, count: number): Promise<FoundTitle[]> {
    const typed = titleKey(text)
    let best = bestFor(text, await this.#startingWith(typed), count)
    const words = this.#wordsOf(typed)
    if (best.length < count && (words.length > 1 || words.join(' ') !== typed)) {
      const more = words.length > 1 ? await this.#withAll(words) : await this.#startingWith(words[0] ?? '')
      best = bestFor(text, [...best, ...more], count)
    }
    return best.map(({ title, facts }) => {
      const found = titleWith(title, facts)
      return { ...found, ...(this.#list.notes[found.note] ?? { lang: '', translatedInto: [] }) }
    })
  }

  /** The words without those that need not be in a title. */
  #wordsOf(typed: string): string[] {
    const all = [...new Set(typed.split(' '))]
    const telling = all.filter((word) => !this.#ignored.has(word))
    return telling.length > 0 ? telling : all
  }

  async #startingWith(typed: string): Promise<readonly Titled[]> {
    const { first, end } = blocksWith(this.#list, typed)
    if (end - first > MOST_BLOCKS) {
      const best = await this.#best(typed)
      if (best.length > 0) return best
    }
    const rows = await this.#rowsOf(first, Math.min(end, first + MOST_BLOCKS))
    return rows.filter(({ key }) => key.startsWith(typed)).map(titledOf)
  }

  async #best(typed: string): Promise<readonly Titled[]> {
    const file = this.#list.best[bestKeyOf(typed)]
    if (file === undefined) return []
    // Inputs with only one possible continuation share one list: the shortest with this prefix.
    const lists = await this.#bests.get(file, async () => bestIn(await this.#load(file)))
    const [nearest] = lists.filter(({ start }) => start.startsWith(typed)).sort((a, b) => a.start.length - b.start.length)
    return nearest?.titles ?? []
  }

  /** Titles with all words: searched among those with the rarest word, or with some adjacent ones. */
  async #withAll(words: readonly string[]): Promise<readonly Titled[]> {
    const wanted = new Set<number>()
    for (const { first, end } of this.#placesFor(words))
      if (wanted.size + end - first <= MOST_FOR_WORDS) for (let at = first; at < end; at++) wanted.add(at)
    const rows = await Promise.all([...wanted].map((at) => this.#rowsOf(at, at + 1)))
    return rows
      .flat()
      .map(titledOf)
      .filter(({ title }) => {
        const key = titleKey(title)
        return words.every((word) => hasWord(key, word))
      })
  }

  /**
   * The blocks of such titles: all with the rarest word, if they are few; otherwise those with as many adjacent words as possible, in
   * either order.
   */
  #placesFor(words: readonly string[]): { first: number; end: number }[] {
    const placeOf = (start: string) => blocksWith(this.#list, start)
    const sizeOf = ({ first, end }: { first: number; end: number }): number => end - first
    const [rarest] = words.map(placeOf).sort((a, b) => sizeOf(a) - sizeOf(b))
    if (rarest && sizeOf(rarest) <= MOST_FOR_WORDS) return [rarest]
    const runs: string[] = []
    for (let length = 2; length < words.length; length++)
      for (let at = 0; at + length <= words.length; at++) runs.push(words.slice(at, at + length).join(' '))
    const turned = words.slice(1).map((word, at) => `${word} ${words[at] ?? ''}`)
    return [...runs, ...turned]
      .slice(0, MOST_RUNS)
      .map(placeOf)
      .filter((place) => sizeOf(place) <= MOST_BLOCKS)
  }

  async #rowsOf(first: number, end: number): Promise<Row[]> {
    const blocks = await Promise.all(
      this.#list.blocks.slice(first, end).map((name) => this.#blocks.get(name, async () => rowsIn(await this.#load(name)))),
    )
    return blocks.flat()
  }

  async #load(name: string): Promise<string> {
    return (await loadFile(`${this.#folder}${name}.txt`)).text()
  }
}

const titledOf = ({ tail, head, facts }: Row): Titled => ({ title: head + tail, facts })

/** Opens a title list. Throws when it cannot be read. */
export const openTitles = async (list: string): Promise<TitleIndex> =>
  new TitleIndex(list.slice(0, list.lastIndexOf('/') + 1), await loadJson<TitleList>(list))
