import { fold } from './fold.ts'

/** Scripts in which a single letter means little; a Chinese character or Korean syllable is half a word. */
const LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]$/u

/**
 * A single letter is a prefix of some word on nearly every page, which makes it Pagefind's slowest query. So it finds only pages with a
 * word starting with it in their title, or the letter as a word of its own (`USB C`), by a generated word that starts with a letter that is
 * never typed (see title-key.ts).
 */
const letterKey = (letter: string): string => `ⵥ${letter}`

/** True for a word that is searched for by its key. */
export const isLetter = (word: string): boolean => LETTER.test(fold(word))

/** The query used instead of a letter. */
export const keyOfLetter = (letter: string): string => letterKey(fold(letter))

/** The generated words by which single letters find a page. */
export function letterKeys(title: string, texts: readonly string[]): string {
  const initials = wordsOf(title).map((word) => word.slice(0, 1))
  const letters = texts.flatMap((text) => wordsOf(text).filter((word) => word.length === 1))
  return [...new Set([...initials, ...letters])]
    .filter((letter) => LETTER.test(letter))
    .sort()
    .map(letterKey)
    .join(' ')
}

/** An apostrophe does not separate words. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}'’]+/gu) ?? []
