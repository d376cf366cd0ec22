import { fold } from './fold.ts'
import { hash } from './hash.ts'
import { signedIn, withPlainNumbers } from './signs.ts'
import { transliterations } from './transliterate.ts'

/** So many digits tell titles apart that are the same but for capitals and the like. */
const STRICT_DIGITS = 6

interface TitleKeys {
  loose: string
  strict: string
  sounds: string
}

/**
 * Words that stand for a whole title, the same when the index is made and when somebody types the title: `loose` without regard to
 * capitals, accents, spaces and punctuation, `strict` letter by letter, `sounds` as loose for `Loetkolben` where the title says `Lötkolben`, '' where that is
 * the same. They start with a letter that nobody types (Tifinagh yazz), so that no other search finds them; and the strict one with the loose one, so that one file
 * of an index has both.
 */
export function titleKeys(title: string): TitleKeys {
  const exact = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const [sounds = ''] = transliterations(exact)
  const loose = `ⵥ${hash(bare(exact))}`
  return { loose, strict: `${loose}${String(hash(`=${exact}`)).slice(-STRICT_DIGITS)}`, sounds: sounds && `ⵥ${hash(bare(sounds))}` }
}

/** What is named with signs is another thing without them; a title that has signs only stands for itself. */
const bare = (title: string): string => {
  const letters = fold(withPlainNumbers(title)).replace(/[^\p{L}\p{N}]/gu, '')
  return letters ? [letters, ...signedIn(title)].join(' ') : title
}
