import { fold } from './fold.ts'

/** The number of digits that distinguish titles that differ only in capitals and the like. */
const STRICT_DIGITS = 6

/** Generated words start with a letter that is never typed (Tifinagh yazz), so that no other search finds them. */
export const KEY_LETTER = 'ⵥ'

/**
 * Generated words for a whole title, the same at indexing and at search time: `loose` ignores capitals, accents, spaces and punctuation,
 * `strict` is letter by letter. The strict one starts with the loose one, so that one index file contains both.
 */
export function titleKeys(title: string): { loose: string; strict: string } {
  const exact = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const letters = fold(exact).replace(/[^\p{L}\p{N}]/gu, '')
  const loose = `${KEY_LETTER}${hash(letters || exact)}`
  return { loose, strict: `${loose}${String(hash(`=${exact}`)).slice(-STRICT_DIGITS)}` }
}

/**
 * A hash of a text: two 32-bit mixes, truncated to a safe integer. Sufficient for a million titles; synchronous, and the same in every
 * browser.
 */
export function hash(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 2 ** 32 * (2_097_151 & low) + (high >>> 0)
}

/** Generated words that mark guides, and pages that rank lower: archived guides, lists and people. Both start alike, so that one index file contains both. */
export const MARK = { guide: `${KEY_LETTER}sortguide`, minor: `${KEY_LETTER}sortminor` } as const
