import type { Answer, Engine } from './engine/engine.ts'
import { fold } from '../fold.ts'
import { literal } from '../literal.ts'
import type { Query } from './query.ts'
import { startingWith } from './engine/order.ts'
import type { Spelling } from './spelling.ts'

/** So many words that nobody knows are no slips, but another language, or something that was pasted. */
const MOST_SLIPS = 3
/** Tags, addresses and escapes are not words to be put right. */
const MARKUP = /[<>{}\\]|:\/\/|%[0-9a-f]{2}|&#?\w+;/i

/** Another text that does find something. */
export interface Suggestion {
  text: string
  answer: Answer
}

/** What a query may have meant of which the site lacks a word; undefined when it lacks none, or nothing is close. */
export async function suggest(engine: Engine, query: Query, { unknown, total }: Answer): Promise<Suggestion | undefined> {
  const doubtful = unknown.filter((word) => !engine.isWord(word))
  if (doubtful.length === 0 || doubtful.length > MOST_SLIPS || MARKUP.test(query.text)) return undefined
  const { spelling } = await engine.words()
  // Where nothing is found at all, a bold guess is better than none.
  for (const bold of total === 0 ? [false, true] : [false]) {
    const text = textRight(query.text, doubtful, spelling, bold)
    const suggestion = text === undefined ? undefined : await found(engine, query, text)
    if (suggestion) return suggestion
  }
  return undefined
}

/** What another text finds, where it is better than what was typed. */
async function found(engine: Engine, query: Query, text: string): Promise<Suggestion | undefined> {
  const answer = await engine.search({ ...query, text })
  const [best] = await answer.next(1)
  // What has the corrected word only beside pages of the others is no better.
  const lacking = new Set(best?.missingWords.map(fold))
  if (!best || newWords(query.text, text).some((word) => lacking.has(fold(word)))) return undefined
  return { text, answer: { ...answer, next: startingWith([best], answer.next) } }
}

/**
 * A text with words that nobody knows put right; undefined when none can be. With them go slips that are found all the same, such as `replacment` by its stem.
 * Other words stay, and so do numbers and signs.
 */
export function textRight(typed: string, unknown: readonly string[], spelling: Spelling, bold = false): string | undefined {
  const before = typed.normalize('NFC').trim()
  // A number of a part or a model means itself.
  const right = unknown
    .filter((word) => !/\p{N}/u.test(word))
    .reduce((text, word) => replaced(text, word, spelling.meant(word, bold)), before)
  if (right.toLowerCase() === before.toLowerCase()) return undefined
  const others = new Set((before.match(LONG_WORD) ?? []).filter((word) => !unknown.includes(word)))
  return [...others].reduce((text, word) => replaced(text, word, slipWithin(word, spelling)), right)
}

/** Shorter words that only one page has are in no list of known ones. */
const LONG_WORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{6,}(?![\p{L}\p{M}\p{N}])/gu
const ENDING = 2

/** What a word means that has a slip before its ending; with another ending it is another form of the same word. */
function slipWithin(word: string, spelling: Spelling): string | undefined {
  const meant = spelling.meant(word)
  const start = fold(word).slice(0, -ENDING)
  return meant === undefined || fold(meant).startsWith(start) ? undefined : meant
}

const replaced = (text: string, word: string, meant: string | undefined): string =>
  meant === undefined ? text : text.replace(wholeWord(word), meant)

const wholeWord = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${literal(word)}(?![\\p{L}\\p{M}\\p{N}])`, 'giu')

/** The words of a text that another lacks. */
function newWords(before: string, after: string): string[] {
  const had = new Set(before.toLowerCase().split(/\s+/))
  return after.split(/\s+/).filter((word) => !had.has(word.toLowerCase()))
}
