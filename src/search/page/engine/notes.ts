import { fold } from '../../fold.ts'
import { literal } from '../../literal.ts'
import type { Fragment } from '../../pagefind-api.ts'
import { CLOSED } from '../plan/heads.ts'
import type { Stand } from '../plan/rank.ts'
import { isNumber } from '../plan/terms.ts'
import { hasForm } from '../plan/word-forms.ts'
import { isSigned, signedIn } from '../../signs.ts'
import { fromPairs, hasUnspaced } from '../../unspaced.ts'

/** What a result lacks of the query, and what it has instead. */
export interface Notes {
  /** Typed words. */
  without: readonly string[]
  /** Words that it has instead of typed ones. */
  also: readonly string[]
}

/** A {@link Stand}, with the words of the page that were found for it. */
export interface StandOnPage extends Pick<Stand, 'typed' | 'also'> {
  words: readonly string[]
}

/** The least letters of a word that is recognised as a part of another. */
const SHORTEST_PART = 4
/** Two forms of a word share at least this many letters, and differ in at most this many at the end. */
const [SHORTEST_STEM, BENT] = [3, 2]

/**
 * Notes that hold for the page that opens. Pagefind compares stems, and an index parts words at other places than a reader: so what a note says is held against
 * the words of the page. Of the other words that it has for a typed one, the best is named; where it has none of them letter by letter, the form that it has.
 */
export function notesOf(page: Fragment, without: readonly string[], stands: readonly StandOnPage[]): Notes {
  const plain = fromPairs([page.meta.title ?? page.meta.name, page.meta.breadcrumb, page.content].filter(Boolean).join(' '))
  const text = fold(plain)
  const lang = page.filters.language?.[0] ?? ''
  const how = CLOSED.test(lang) ? 'in part' : 'with an ending'
  const isThere = (word: string): boolean =>
    isSigned(word)
      ? signedIn(plain).some((sign) => signedIn(word).includes(sign))
      : isNumber(word)
        ? hasNumber(text, word)
        : has(text, word, how) || hasForm(text, word, lang)
  const missing = stands.filter(({ typed }) => !isThere(typed))
  const also = missing.map(
    (stand) =>
      stand.also.find((other) => has(text, other, 'as it stands')) ?? stand.also.find((other) => has(text, other)) ?? formOf(stand),
  )
  const lacking = [...without.filter((word) => !isThere(word)), ...missing.filter((_, at) => !also[at]).map(({ typed }) => typed)]
  return { without: [...new Set(lacking)], also: [...new Set(also.filter((word) => word !== undefined))] }
}

/** The form in which a page has another word: `battery` for `batterie`. */
function formOf({ also, words }: StandOnPage): string | undefined {
  const starts = also
    .map((other) => fold(other).split(' ').at(-1) ?? '')
    .map((word) => word.slice(0, Math.max(SHORTEST_STEM, word.length - BENT)))
  return words.find((word) => starts.some((start) => fold(word).startsWith(start)))
}

/** True where it ends a name, as in `M3x10`: a number elsewhere counts something else. */
const hasNumber = (text: string, number: string): boolean => new RegExp(`\\p{L}${literal(number)}(?!\\p{N})`, 'u').test(text)

/** Letters and digits part each other: `3a` is also `3 a` and `3-a`. */
const PARTING = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu

/**
 * True where a text has words, or several of them: "tyres" for "tyre". In part: also as the beginning or the end of a longer one, in languages that write several
 * words as one.
 */
function has(text: string, words: string, how: 'as it stands' | 'with an ending' | 'in part' = 'with an ending'): boolean {
  const wanted = fold(words)
  if (hasUnspaced(wanted)) return text.includes(wanted)
  const [before, after] = [/^\p{N}/u.test(wanted) ? 'N' : 'L', /\p{N}$/u.test(wanted) ? 'N' : 'L']
  const spelled = wanted.split(/\s+/).map((word) => word.split(PARTING).map(literal).join('[\\s-]?'))
  const pattern = spelled.join('\\s+')
  const [start, end] = [`(?<!\\p{${before}})`, `(?!\\p{${after}})`]
  const whole = `${start}${pattern}${how === 'as it stands' ? '' : '(?:e?s|n|en|er)?'}${end}`
  const isLong = /^\p{L}+$/u.test(wanted) && wanted.length >= SHORTEST_PART
  return new RegExp(how === 'in part' && isLong ? `${whole}|${start}${pattern}|${pattern}${end}` : whole, 'u').test(text)
}
