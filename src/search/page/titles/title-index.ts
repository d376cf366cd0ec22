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

/** Finds the best `count` titles for a text. */
export type FindTitles = (text: string, count: number) => Promise<FoundTitle[]>

/**
 * Opens the titles of pages that are searched together, in the files written by src/search/index/titles; `address` is that of their list.
 * Throws when it cannot be read.
 */
export async function openTitles(address: string): Promise<FindTitles> {
  const list = await loadJson<TitleList>(address)
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  const ignored = new Set(list.ignored)
  const loadedBlocks = new Cached<readonly Row[]>(MOST_REMEMBERED)
  const loadedBests = new Cached<ReturnType<typeof bestIn>>(MOST_REMEMBERED)

  /** Loads at most two blocks for adjacent words, and a few for words in another order. */
  async function find(text: string, count: number): Promise<FoundTitle[]> {
    const typed = titleKey(text)
    let best = bestFor(text, await startingWith(typed), count)
    const words = wordsOf(typed)
    if (best.length < count && (words.length > 1 || words.join(' ') !== typed)) {
      const more = words.length > 1 ? await withAll(words) : await startingWith(words[0] ?? '')
      best = bestFor(text, [...best, ...more], count)
    }
    return best.map(({ title, facts }) => {
      const found = titleWith(title, facts)
      return { ...found, ...(list.notes[found.note] ?? { lang: '', translatedInto: [] }) }
    })
  }

  /** The words without those that need not be in a title. */
  function wordsOf(typed: string): string[] {
    const all = [...new Set(typed.split(' '))]
    const telling = all.filter((word) => !ignored.has(word))
    return telling.length > 0 ? telling : all
  }

  async function startingWith(typed: string): Promise<readonly Titled[]> {
    const { first, end } = blocksWith(list, typed)
    if (end - first > MOST_BLOCKS) {
      const best = await bestBelow(typed)
      if (best.length > 0) return best
    }
    const rows = await rowsOf(first, Math.min(end, first + MOST_BLOCKS))
    return rows.filter(({ key }) => key.startsWith(typed)).map(titledOf)
  }

  async function bestBelow(typed: string): Promise<readonly Titled[]> {
    const file = list.best[bestKeyOf(typed)]
    if (file === undefined) return []
    // Inputs with only one possible continuation share one list: the shortest with this prefix.
    const lists = await loadedBests.get(file, async () => bestIn(await load(file)))
    const [nearest] = lists.filter(({ start }) => start.startsWith(typed)).sort((a, b) => a.start.length - b.start.length)
    return nearest?.titles ?? []
  }

  /** Titles with all words: searched among those with the rarest word, or with some adjacent ones. */
  async function withAll(words: readonly string[]): Promise<readonly Titled[]> {
    const wanted = new Set<number>()
    for (const { first, end } of placesFor(words))
      if (wanted.size + end - first <= MOST_FOR_WORDS) for (let at = first; at < end; at++) wanted.add(at)
    const rows = await Promise.all([...wanted].map((at) => rowsOf(at, at + 1)))
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
  function placesFor(words: readonly string[]): { first: number; end: number }[] {
    const placeOf = (start: string) => blocksWith(list, start)
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

  async function rowsOf(first: number, end: number): Promise<Row[]> {
    const blocks = await Promise.all(
      list.blocks.slice(first, end).map((name) => loadedBlocks.get(name, async () => rowsIn(await load(name)))),
    )
    return blocks.flat()
  }

  const load = async (name: string): Promise<string> => (await loadFile(`${folder}${name}.txt`)).text()

  return find
}

const titledOf = ({ tail, head, facts }: Row): Titled => ({ title: head + tail, facts })
