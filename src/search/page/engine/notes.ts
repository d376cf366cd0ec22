import { fold } from '../../fold.ts'
import { literal } from '../../literal.ts'
import type { Fragment } from '../../pagefind-api.ts'
import type { Substitute } from '../plan/rank.ts'
import { fromPairs, hasUnspaced } from '../../unspaced.ts'

/** The words of the query that a result lacks, and its synonyms for them. */
export interface Notes {
  /** Typed words. */
  missingWords: readonly string[]
  /** Synonyms that it has instead of typed words. */
  synonyms: readonly string[]
}

/** Two forms of a word have a common prefix of at least this length, and of this share of the typed word. */
const [SHORTEST_STEM, SHARE] = [4, 0.7]

/** Notes that are verified against the words of the page: Pagefind compares stems, and segments words differently than readers do. */
export function notesOf(page: Fragment, missingWords: readonly string[], substitutes: readonly Substitute[]): Notes {
  const text = fold(fromPairs([page.meta.title, page.meta.breadcrumb, page.content].filter(Boolean).join(' ')))
  const replaced = substitutes
    .filter(({ typed }) => !hasForm(text, typed))
    .map(({ typed, synonyms }) => ({
      typed,
      by: synonyms.find((one) => hasWords(text, one)) ?? synonyms.find((one) => hasForm(text, one)),
    }))
  const lacked = [
    ...missingWords.filter((word) => !hasForm(text, word)),
    ...replaced.flatMap(({ typed, by }) => (by === undefined ? typed : [])),
  ]
  return { missingWords: [...new Set(lacked)], synonyms: [...new Set(replaced.flatMap(({ by }) => by ?? []))] }
}

/** True if a folded text contains the exact words. */
function hasWords(text: string, words: string): boolean {
  const wanted = fold(words)
  return hasUnspaced(wanted) ? text.includes(wanted) : new RegExp(`(?<![\\p{L}\\p{N}])${literal(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

/** True if a folded text contains a form of the words, also within a compound: `Uhrenbatterie` for `Batterien`. */
const hasForm = (text: string, words: string): boolean =>
  hasWords(text, words) ||
  fold(words)
    .split(/\s+/)
    .every((word) =>
      /^\p{L}+$/u.test(word) && word.length >= SHORTEST_STEM
        ? text.includes(word.slice(0, Math.max(SHORTEST_STEM, Math.ceil(word.length * SHARE))))
        : [word, `${word}s`].some((form) => hasWords(text, form)),
    )
