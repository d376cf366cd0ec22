import { fold } from './fold.ts'

/** Scripts in which a letter says little; a character of Chinese, or a syllable of Korean, is half a word. */
const LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]$/u

/**
 * A letter alone begins some word of nearly every page, and to look for all of them takes Pagefind longer than anything else. So it finds pages that have a word
 * with this beginning in their title, or the letter as a word of its own (`USB C`): by a word made for it, which starts with a letter that nobody types (see
 * title-key.ts).
 */
const keyOf = (letter: string): string => `ⵥ${letter}`

/** True for a word that is looked for by its key. */
export const isLetter = (word: string): boolean => LETTER.test(fold(word))

/** What is looked for instead of a letter. */
export const keyOfLetter = (letter: string): string => keyOf(fold(letter))

/** The words by which a page is found by a letter. */
export function letterKeys(title: string, texts: readonly string[]): string {
  const initials = wordsOf(title).map((word) => word.slice(0, 1))
  const letters = texts.flatMap((text) => wordsOf(text).filter((word) => word.length === 1))
  return [...new Set([...initials, ...letters])]
    .filter((letter) => LETTER.test(letter))
    .sort()
    .map(keyOf)
    .join(' ')
}

/** An apostrophe does not cut a word. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}'’]+/gu) ?? []
