import { isAscii } from '../ascii.ts'
import { transliterations } from '../transliterate.ts'

/** Letters and digits, and what joins them in one word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‑-][\p{L}\p{M}\p{N}]+)*/gu

/**
 * The words of texts as people type them and Pagefind does not index them: `Loetkolben` for `Lötkolben`, and `écran` for `l’écran` (a straight apostrophe it knows).
 * Sorted, each once, with spaces between them.
 */
export function otherSpellings(texts: readonly string[]): string {
  const words = texts.flatMap((text) => (isAscii(text) ? [] : (text.normalize('NFC').match(WORD) ?? []))).filter((word) => !isAscii(word))
  return [...new Set(words.flatMap((word) => [...transliterations(word.replace(/['’]/g, '')), ...partsOf(word)]))].sort().join(' ')
}

/** What an apostrophe that is not a straight one cuts off. */
const partsOf = (word: string): string[] =>
  word.includes('’')
    ? word
        .toLowerCase()
        .split('’')
        .filter((part) => part.length > 2)
    : []
