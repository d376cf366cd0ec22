import { fold } from './fold.ts'
import { hash } from './hash.ts'

/** The number of digits that distinguish titles that differ only in capitals and the like. */
const STRICT_DIGITS = 6

interface TitleKeys {
  loose: string
  strict: string
}

/**
 * Generated words for a whole title, the same at indexing and at search time: `loose` ignores capitals, accents, spaces and punctuation,
 * `strict` is letter by letter. They start with a letter that is never typed (Tifinagh yazz), so that no other search finds them; the
 * strict one starts with the loose one, so that one index file contains both.
 */
export function titleKeys(title: string): TitleKeys {
  const exact = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const letters = fold(exact).replace(/[^\p{L}\p{N}]/gu, '')
  const loose = `ⵥ${hash(letters || exact)}`
  return { loose, strict: `${loose}${String(hash(`=${exact}`)).slice(-STRICT_DIGITS)}` }
}
