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
    const inside = here.filter(([place]) => place >= start && place < start + length)
    const [first = start, last = start] = [inside[0]?.[0], inside.at(-1)?.[0]]
    // The heading, which is no sentence, comes before the text.
    const begins = [location, location + (text && glue ? text.trim().split(/\s+/).length : 0)]
    const stretch = bySentence(words, { start, first, last, end: Math.min(start + length, end) }, begins, end)
    const excerpt = stretch.map(({ word, place }) => (marks.has(place) ? marked(word) : word)).join(glue)
    return [{ anchor: id, title: text, excerpt, worth: here.reduce((sum, [, worth]) => sum + worth, 0) }]
  })
}

/** The beginning of a page. */
export function openingOf({ raw_content }: Fragment): string {
  const { words, glue } = wordsIn(raw_content)
  const end = Math.min(glue && hasUnspaced(raw_content) ? EXCERPT_CHARACTERS : EXCERPT_WORDS, words.length)
  return bySentence(words, { start: 0, first: 0, last: 0, end }, [0], words.length)
    .map(({ word }) => word)
    .join(glue)
}

/** How many more words an excerpt may have to begin with a sentence. */
const MOST_BEFORE = 10
const SENTENCE_END = /(?:[.!?:…。！？：][\p{Pe}\p{Pf}"']*|^·)$/u

/**
 * The words of a stretch with their places, moved to the nearest limits of sentences that leave its first and last match inside; where there
 * are none, an ellipsis takes their place. A sentence begins at each of `begins`, and ends at `limit`.
 */
function bySentence(
  words: readonly string[],
  { start, first, last, end }: Record<'start' | 'first' | 'last' | 'end', number>,
  begins: readonly number[],
  limit: number,
): { word: string; place: number }[] {
  const [lowest = 0] = begins
  const isLimit = (at: number): boolean => {
    const before = words[at - 1] ?? ''
    return begins.includes(at) || at === limit || (SENTENCE_END.test(before) && (before === '·' || !/^\p{Ll}/u.test(words[at] ?? '')))
  }
  const from = upwards(Math.max(lowest, start - MOST_BEFORE), start).findLast(isLimit) ?? upwards(start + 1, first).find(isLimit)
  const begin = from ?? start
  const stop = Math.min(limit, Math.max(end, begin + end - start))
  const to = upwards(Math.max(last + 1, Math.ceil((begin + stop) / 2)), stop).findLast(isLimit)
  const shown = words.slice(begin, to ?? stop).map((word, at) => ({ word, place: begin + at }))
  const ellipsis = { word: '…', place: NaN }
  return [...(from === undefined ? [ellipsis] : []), ...shown, ...(to === undefined ? [ellipsis] : [])]
}

const upwards = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

const LETTERS = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su

/** Marks a word without the signs around it. Entities, such as `&lt;`, are part of it. */
const marked = (word: string): string => word.replace(word.includes('&') || !LETTERS.test(word) ? /.+/su : LETTERS, '<mark>$&</mark>')

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
