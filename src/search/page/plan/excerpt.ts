import type { Fragment } from '../../pagefind-api.ts'
import { hasUnspaced } from '../../unspaced.ts'

/** A part of a page with matches: before its first heading, or below one. */
export interface PageExcerpt {
  /** '' before the first heading. */
  anchor: string
  title: string
  /** With `<mark>` around matches, and `&lt;` and `&gt;`; otherwise plain text. */
  excerpt: string
  /** The total weight of its words. */
  worth: number
}

const EXCERPT_WORDS = 24
/** For scripts in which each character is a word. */
const EXCERPT_CHARACTERS = 60

/** The parts of a page that have matches, in page order, each with its densest excerpt. `places` are word positions, with their weights. */
export function partsOf({ raw_content, anchors }: Fragment, places: ReadonlyMap<number, number>): PageExcerpt[] {
  const { words, glue } = wordsIn(raw_content)
  const length = hasUnspaced(raw_content) ? EXCERPT_CHARACTERS : EXCERPT_WORDS
  const heads = anchors.filter(({ element, text }) => /^h\d$/i.test(element) && /\S/.test(text)).sort((a, b) => a.location - b.location)
  const starts = [{ id: '', text: '', location: 0 }, ...heads]
  return starts.flatMap(({ id, text, location }, at) => {
    const end = Math.min(starts[at + 1]?.location ?? words.length, words.length)
    const here = [...places].filter(([place]) => place >= location && place < end).sort(([a], [b]) => a - b)
    if (here.length === 0) return []
    const start = Math.max(location, Math.min(densest(here, length), end - length))
    const marks = new Set(here.map(([place]) => place))
    const excerpt = words
      .slice(start, Math.min(start + length, end))
      .map((word, offset) => (marks.has(start + offset) ? `<mark>${word}</mark>` : word))
      .join(glue)
      .trim()
    return [{ anchor: id, title: text, excerpt, worth: here.reduce((sum, [, worth]) => sum + worth, 0) }]
  })
}

/** The beginning of a page. */
export function openingOf({ raw_content }: Fragment): string {
  const { words, glue } = wordsIn(raw_content)
  return words.slice(0, glue && hasUnspaced(raw_content) ? EXCERPT_CHARACTERS : EXCERPT_WORDS).join(glue)
}

/** Words of languages without spaces are separated by zero-width spaces. */
const wordsIn = (text: string): { words: string[]; glue: string } =>
  text.includes('\u200B') ? { words: text.split('\u200B'), glue: '' } : { words: text.split(/\s+/), glue: ' ' }

/** The start of the densest stretch, some words before its first match. */
function densest(places: readonly [number, number][], length: number): number {
  let [best, most] = [places[0]?.[0] ?? 0, 0]
  for (const [from] of places) {
    const worth = places.reduce((sum, [place, one]) => (place >= from && place < from + length ? sum + one : sum), 0)
    if (worth > most) [best, most] = [from, worth]
  }
  const last = places.findLast(([place]) => place < best + length)?.[0] ?? best
  return best - Math.floor((length - (last - best + 1)) / 2)
}
