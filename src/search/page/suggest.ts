import type { SearchEngine, SearchResults, Suggestion } from './engine/engine.ts'
import type { Indexes } from './engine/indexes.ts'
import { fold } from '../fold.ts'
import { literal } from '../literal.ts'
import type { Query } from './query.ts'
import { startingWith } from './engine/order.ts'
import type { Spelling } from './spelling.ts'

/** More unknown words are not misspelled, but in another language or pasted. */
const MOST_SLIPS = 3
/** Tags, addresses and escapes are not corrected. */
const MARKUP = /[<>{}\\]|:\/\/|%[0-9a-f]{2}|&#?\w+;/i

/** The likely correction of a query with words that the site lacks; undefined if it lacks none, or nothing is close. */
export async function suggest(
  { lexicon, words }: Pick<Indexes, 'lexicon' | 'words'>,
  search: SearchEngine['search'],
  query: Query,
  { unknown, total }: Pick<SearchResults, 'unknown' | 'total'>,
): Promise<Suggestion | undefined> {
  const doubtful = unknown.filter((word) => !lexicon.isWord(word))
  if (doubtful.length === 0 || doubtful.length > MOST_SLIPS || MARKUP.test(query.text)) return undefined
  const { spelling } = await words()
  // Without any results, a bold guess is better than none.
  for (const bold of total === 0 ? [false, true] : [false]) {
    const text = textRight(query.text, doubtful, spelling, bold)
    const suggestion = text === undefined ? undefined : await found(search, query, text)
    if (suggestion) return suggestion
  }
  return undefined
}

/** The results of a corrected text, if they are better than those of the typed one. */
async function found(search: SearchEngine['search'], query: Query, text: string): Promise<Suggestion | undefined> {
  const answer = await search({ ...query, text })
  const [best] = await answer.next(1)
  // A corrected word that is not on the same page as the others is no improvement.
  const lacking = new Set(best?.missingWords.map(fold))
  if (!best || newWords(query.text, text).some((word) => lacking.has(fold(word)))) return undefined
  return { text, answer: { ...answer, next: startingWith([best], answer.next) } }
}

/**
 * A text with unknown words corrected; undefined if none can be. Misspellings that are found anyway, such as `replacment` by its stem, are
 * corrected with them. Other words, numbers and punctuation stay.
 */
export function textRight(typed: string, unknown: readonly string[], spelling: Spelling, bold = false): string | undefined {
  const before = typed.normalize('NFC').trim()
  // Part and model numbers are not corrected.
  const right = unknown
    .filter((word) => !/\p{N}/u.test(word))
    .reduce((text, word) => replaced(text, word, spelling.meant(word, bold)), before)
  if (right.toLowerCase() === before.toLowerCase()) return undefined
  const others = new Set((before.match(LONG_WORD) ?? []).filter((word) => !unknown.includes(word)))
  return [...others].reduce((text, word) => replaced(text, word, slipWithin(word, spelling)), right)
}

/** Shorter words that only one page has are not in the vocabulary. */
const LONG_WORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{6,}(?![\p{L}\p{M}\p{N}])/gu
const ENDING = 2

/** The correction of a word that is misspelled before its ending; with a different ending it is a form of the same word. */
function slipWithin(word: string, spelling: Spelling): string | undefined {
  const meant = spelling.meant(word)
  const start = fold(word).slice(0, -ENDING)
  return meant === undefined || fold(meant).startsWith(start) ? undefined : meant
}

const replaced = (text: string, word: string, meant: string | undefined): string =>
  meant === undefined ? text : text.replace(wholeWord(word), meant)

const wholeWord = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${literal(word)}(?![\\p{L}\\p{M}\\p{N}])`, 'giu')

/** The words of the second text that the first lacks. */
function newWords(before: string, after: string): string[] {
  const had = new Set(before.toLowerCase().split(/\s+/))
  return after.split(/\s+/).filter((word) => !had.has(word.toLowerCase()))
}
