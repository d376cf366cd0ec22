import { fold } from '../../fold.ts'
import { literal } from '../../literal.ts'
import type { Fragment } from '../../pagefind-api.ts'
import type { Substitute } from '../plan/rank.ts'
import { fromPairs, hasUnspaced } from '../../unspaced.ts'

/** What a result lacks of the query, and what it has instead. */
export interface Notes {
  /** Typed words. */
  missingWords: readonly string[]
  /** Words that it has instead of typed ones. */
  synonyms: readonly string[]
}

/** Two forms of a word share so many letters at the start, and this share of the typed one. */
const [SHORTEST_STEM, SHARE] = [4, 0.7]

/**
 * Notes that hold for the page that opens. Pagefind compares stems, and an index parts words at other places than a reader: so what a note says is held against
 * the words of the page.
 */
export function notesOf(page: Fragment, missingWords: readonly string[], substitutes: readonly Substitute[]): Notes {
  const text = fold(fromPairs([page.meta.title, page.meta.breadcrumb, page.content].filter(Boolean).join(' ')))
  const replaced = substitutes
    .filter(({ typed }) => !hasForm(text, typed))
    .map(({ typed, synonyms }) => ({
      typed,
      synonym: synonyms.find((one) => hasWords(text, one)) ?? synonyms.find((one) => hasForm(text, one)),
    }))
  const missing = [
    ...missingWords.filter((word) => !hasForm(text, word)),
    ...replaced.filter(({ synonym }) => synonym === undefined).map(({ typed }) => typed),
  ]
  return {
    missingWords: [...new Set(missing)],
    synonyms: [...new Set(replaced.map(({ synonym }) => synonym).filter((synonym) => synonym !== undefined))],
  }
}

/** True where a folded text has words as they are. */
function hasWords(text: string, words: string): boolean {
  const wanted = fold(words)
  return hasUnspaced(wanted) ? text.includes(wanted) : new RegExp(`(?<![\\p{L}\\p{N}])${literal(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

/** True where a folded text has words in some form, also within a compound: `Uhrenbatterie` for `Batterien`. */
const hasForm = (text: string, words: string): boolean =>
  hasWords(text, words) ||
  fold(words)
    .split(/\s+/)
    .every((word) =>
      /^\p{L}+$/u.test(word) && word.length >= SHORTEST_STEM
        ? text.includes(word.slice(0, Math.max(SHORTEST_STEM, Math.ceil(word.length * SHARE))))
        : hasWords(text, word),
    )
