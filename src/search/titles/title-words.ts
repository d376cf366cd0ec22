import { fold } from '../fold.ts'

/** Scripts that write words without spaces: a title is found from each of its characters on. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const SPACED = `[^\\P{L}${UNSPACED}]`
const START = new RegExp(`[${UNSPACED}]|(?:${SPACED}|\\p{N})(?:${SPACED}|[\\p{M}\\p{N}])*`, 'gu')
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')

/** A title, its end, or what was typed, as they are compared: words without capitals, accents and signs, with a space between two. */
export const keyOf = (text: string): string =>
  // Most titles are plain, and a block has a thousand.
  (/^[\x20-\x7E]*$/.test(text) ? text.toLowerCase() : fold(text)).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** Where the words of a title start. */
export const startsIn = (title: string): { at: number; word: string }[] =>
  Array.from(title.matchAll(START), ({ index, 0: word }) => ({ at: index, word: keyOf(word) })).filter(({ word }) => word)

/** True where a title, as a key, has a word that begins like one that was typed. */
export const hasWord = (key: string, word: string): boolean =>
  HAS_UNSPACED.test(word) ? key.includes(word) : ` ${key}`.includes(` ${word}`)
