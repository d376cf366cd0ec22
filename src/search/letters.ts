import { fold } from './fold.ts'
import { KEY_LETTER } from './title-key.ts'

/** Scripts in which a single letter means little; a Chinese character or Korean syllable is half a word. */
const LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]$/u

/**
 * A single letter is a prefix of some word on nearly every page, which makes it Pagefind's slowest query. So it finds only pages with a
 * word starting with it in their title, or the letter as a word of its own (`USB C`), by a generated word.
 */
const letterKey = (letter: string): string => `${KEY_LETTER}${letter}`

/** True for a word that is searched for by its key. */
export const isLetter = (word: string): boolean => LETTER.test(fold(word))

/** The query used instead of a letter. */
export const keyOfLetter = (letter: string): string => letterKey(fold(letter))

/** The generated words by which single letters find a page. */
export function letterKeys(title: string, texts: readonly string[]): string {
  const initials = fold(title).match(INITIAL) ?? []
  const letters = texts.flatMap((text) => fold(text).match(ALONE) ?? [])
  const found = [...new Set([...initials, ...letters])].filter((letter) => LETTER.test(letter))
  return Array.from(found.sort(), letterKey).join(' ')
}

/** The first letter of a word, and a word of one letter. An apostrophe does not separate words. */
const INITIAL = /(?<![\p{L}\p{N}'’])\p{L}/gu
const ALONE = /(?<![\p{L}\p{N}'’])\p{L}(?![\p{L}\p{N}'’])/gu
