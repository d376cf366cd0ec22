import { fold } from '../../fold.ts'
import type { Found } from '../../pagefind-api.ts'
import { sharedStart } from '../../shared-start.ts'
import { hasPairs, hasUnspaced } from '../../unspaced.ts'
import type { Term } from './terms.ts'

/**
 * How an index has a word: `exact`, or longer ones (`begun`). Where it has neither, Pagefind takes the longest word that the typed one begins with: that may be
 * another form of it (`stretched`, such as "noise" for "noisy"), one that is hardly that (`doubtful`), or just another word (`none`, such as "was" for
 * "Wasserkocher").
 */
export type Match = 'exact' | 'begun' | 'stretched' | 'doubtful' | 'none'

/** The share of a typed word that a shorter one must cover to be doubtful, and to count as a form of it. */
const SHARE = { doubtful: 0.7, stretched: 0.8 }
const SHORTEST_BENT = 7
const THAI = /\p{Script=Thai}/u

/** Judges by the first result: all results of one index are of the same kind. */
export async function judge({ typed, word, isWord }: Term, [first]: readonly Found[]): Promise<Match> {
  if (!first) return 'none'
  if (THAI.test(typed)) return 'begun'
  const { content, meta } = await first.data()
  if (hasUnspaced(typed)) return hasPairs(typed, [content, ...Object.values(meta)].join(' ')) ? 'begun' : 'none'
  const words = content.split(/\s+/)
  const places = await first.places()
  const found = places.length > 0 ? places.map((at) => words[at] ?? '') : Object.values(meta)
  const parts = wordsOf(found.join(' '))
  const wanted = fold(word)
  if (parts.some((part) => part.startsWith(wanted))) return 'begun'
  // A number only matches itself, and a short known word is not a form of another.
  if (/\p{N}/u.test(wanted) || (wanted.length < SHORTEST_BENT && isWord)) return 'none'
  const share = parts.reduce((most, part) => Math.max(most, sharedStart(wanted, part)), 0) / wanted.length
  return share >= SHARE.stretched ? 'stretched' : share >= SHARE.doubtful ? 'doubtful' : 'none'
}

/** As Pagefind indexes a text: each word as a whole, and the parts of one with signs or capitals in it. `iPhone` is `iphone`, `i` and `phone`. */
const wordsOf = (text: string): string[] => [
  ...text.split(/\s+/).map((word) => fold(word).replace(/[^\p{L}\p{N}]/gu, '')),
  ...(fold(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/[\p{L}\p{N}]+/gu) ?? []),
]
