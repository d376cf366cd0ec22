import { fold } from './fold.ts'
import { transliterations } from './transliterate.ts'

interface TitleKeys {
  loose: string
  strict: string
  sounds: string
}

/**
 * Words that stand for a whole title, the same when the index is made and when somebody types the title: `loose` without regard to
 * capitals, accents, spaces and punctuation, `strict` letter by letter, `sounds` as loose for `Loetkolben` where the title says `Lötkolben`, '' where that is
 * the same. They start with a letter that nobody types (Tifinagh yazz), so that no other search finds them.
 */
export function titleKeys(title: string): TitleKeys {
  const exact = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const [sounds = ''] = transliterations(exact)
  return { loose: `ⵥ${hash(bare(exact))}`, strict: `ⵥ${hash(`=${exact}`)}`, sounds: sounds && `ⵥ${hash(bare(sounds))}` }
}

/** A title that has signs only stands for itself. */
const bare = (title: string): string => fold(title).replace(/[^\p{L}\p{N}]/gu, '') || title

/** Two 32-bit mixes, cut to a safe integer: enough for a million titles, and the same in every browser without waiting for one. */
function hash(text: string): number {
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
