import { fold } from './fold.ts'
import { hash } from './hash.ts'

/** So many digits tell titles apart that are the same but for capitals and the like. */
const STRICT_DIGITS = 6

interface TitleKeys {
  loose: string
  strict: string
}

/**
 * Words for a whole title, the same when the index is made and when somebody types the title: `loose` without regard to capitals, accents, spaces and punctuation,
 * `strict` letter by letter. They start with a letter that nobody types (Tifinagh yazz), so that no other search finds them; and the strict one with the loose one, so
 * that one file of an index has both.
 */
export function titleKeys(title: string): TitleKeys {
  const exact = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const letters = fold(exact).replace(/[^\p{L}\p{N}]/gu, '')
  const loose = `ⵥ${hash(letters || exact)}`
  return { loose, strict: `${loose}${String(hash(`=${exact}`)).slice(-STRICT_DIGITS)}` }
}
