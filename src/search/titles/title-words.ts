import { fold } from '../fold.ts'

/** Scripts without spaces between words: a title is found from each of its characters. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const SPACED = `[^\\P{L}${UNSPACED}]`
const START = new RegExp(`[${UNSPACED}]|(?:${SPACED}|\\p{N})(?:${SPACED}|[\\p{M}\\p{N}])*`, 'gu')
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')

/** The comparison key of a title, its end, or a query: words without capitals, accents and punctuation, separated by spaces. */
export const keyOf = (text: string): string =>
  // A fast path: most titles are ASCII, and a block has a thousand.
  (/^[\x20-\x7E]*$/.test(text) ? text.toLowerCase() : fold(text)).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** The positions of the words of a title. */
export const startsIn = (title: string): { at: number; word: string }[] =>
  Array.from(title.matchAll(START), ({ index, 0: word }) => ({ at: index, word: keyOf(word) })).filter(({ word }) => word)

/** True if a title's key has a word with the typed prefix. */
export const hasWord = (key: string, word: string): boolean =>
  HAS_UNSPACED.test(word) ? key.includes(word) : ` ${key}`.includes(` ${word}`)
