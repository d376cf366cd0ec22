import { fold } from '../../fold.ts'
import { inOtherKana } from '../../kana.ts'
import { isSigned, signedIn } from '../../signs.ts'
import { transliterations } from '../../transliterate.ts'
import { hasUnspaced, queryInPairs } from '../../unspaced.ts'
import type { Lexicon } from './lexicon.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A form in which a page may have a word. */
export interface Form {
  /** The query for Pagefind, without quotes. */
  text: string
  /** A synonym, as displayed; undefined for the word itself. */
  also?: string
  /** Its weight relative to the word itself; a default if undefined. */
  quality?: number
  /** True for a part of a word that is no result without another part. */
  needsOther?: boolean
}

/** One word of the query. */
export interface Term {
  typed: string
  /** What Pagefind is asked for the word itself, longer words included. */
  word: string
  /** Other forms, one of which a page must have exactly. */
  forms: Form[]
  /** True for function words: they do not affect the ranking. */
  ignored: boolean
  /** True for words common to most guides: they affect the ranking little. */
  faint: boolean
  /** True for a known word of the language, on the site or not. */
  isWord: boolean
  open: boolean
  /** What it names with signs that Pagefind drops, see signs.ts. */
  signs: string[]
  /** True if nothing is left of it without its signs. */
  isSign: boolean
  /** Of a number: with the words beside which it was typed, as Pagefind is asked. Of a word none. */
  beside: string[]
}

/** A planned query. */
export interface Asked {
  terms: Term[]
  /** Phrases that a page must have exactly. */
  quoted: string[]
  /** Neighbours, and all words together: a page that has them so comes before one that has them scattered. */
  phrases: string[]
}

/** Thai has no spaces, and cannot be segmented here as the index was. */
const THAI = /\p{Script=Thai}/u
/** `l’écran`: French and Italian articles. */
const ELIDED = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall|quell)['’](\p{L}{2,})$/iu

/** An Arabic word behind an article, or a preposition with one. Pagefind's stems have the article of some words only. */
const ARABIC = /^(?:[وفبك]?ال|لل)?(\p{Script=Arabic}{3,})$/u

/** `m3x10`, `8x8` */
export const SIZE = /^\p{L}?[\p{N}./]+(?:x[\p{N}./]+)+$/u

const MOST_WORDS = 24

export function askedFor(text: string, lexicon: Lexicon, lang: string): Asked {
  if (THAI.test(text)) return { terms: [termOf({ typed: text.trim(), open: true })], quoted: [], phrases: [] }
  const { tokens, quoted } = tokensOf(text, lang)
  const terms = distinct(tokens).map(termOf)
  for (const term of terms) {
    term.ignored = lexicon.isIgnored(term.typed) || /^\p{Script=Hiragana}$/u.test(term.typed)
    term.faint = lexicon.isFaint(term.typed)
    term.isWord = lexicon.isWord(term.typed)
    term.forms.push(...lexicon.formsOf(term.typed).map((form) => ({ text: asPagefind(form) })))
  }
  // Function words count if nothing else was typed; the last word may be incomplete.
  if (terms.every(({ ignored }) => ignored)) for (const term of terms) term.ignored = false
  addJoined(terms)
  addBeside(terms)
  addAlike(terms, lexicon)
  return { terms, quoted: quoted.map(asPagefind), phrases: phrasesOf(terms) }
}

/** A repeated word counts once, and the first words of a long pasted text suffice. */
function distinct(tokens: readonly Token[]): Token[] {
  const byWord = new Map<string, Token>()
  for (const token of tokens) {
    const word = fold(token.typed)
    byWord.set(word, { ...token, open: token.open || (byWord.get(word)?.open ?? false) })
  }
  return [...byWord.values()].slice(0, MOST_WORDS)
}

function termOf({ typed, open }: Token): Term {
  const signs = isSigned(typed) ? signedIn(typed) : []
  const isSign = signs.some((sign) => /\p{N}[./]\p{N}/u.test(sign))
  // 13" and C++ may also be written without.
  return { ...termWithout(typed), ...(isSign && { forms: [] }), signs, isSign, open }
}

function termWithout(typed: string): Omit<Term, 'open' | 'signs' | 'isSign'> {
  const word = asPagefind(typed)
  const forms = [
    apart(typed),
    typed.replace(/^(\p{N}+)(?=\p{L}+\p{N})/u, '$1 '),
    sized(typed, ' x '),
    sized(typed, ' '),
    sized(typed, ''),
    typed.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '),
    ELIDED.exec(typed)?.[1] ?? '',
    ...arabic(typed),
    ...transliterations(typed),
    inOtherKana(typed),
  ]
    .map(asPagefind)
    .filter((form) => form && form !== word)
  return {
    typed,
    word,
    forms: [...new Set(forms)].map((form) => ({ text: form })),
    ignored: false,
    faint: false,
    isWord: false,
    beside: [],
  }
}

/** As Pagefind reads a text: it drops punctuation within words. */
export const asPagefind = (text: string): string =>
  hasUnspaced(text)
    ? queryInPairs(text)
    : text
        .toLowerCase()
        .split(/\s+/)
        .map((word) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
        .filter(Boolean)
        .join(' ')

function arabic(typed: string): string[] {
  const bare = ARABIC.exec(typed.normalize('NFC'))?.[1]
  return bare === undefined ? [] : [bare, `ال${bare}`]
}

/** Letters and digits apart: `iphone12` as `iphone 12`. */
const apart = (typed: string): string => typed.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')

/** `4x4x8` as `4 x 4 x 8`, and as `4 4 8` for `4×4×8`, in which the sign is none to Pagefind. */
const sized = (typed: string, by: string): string => (SIZE.test(typed) ? typed.replace(/(?<=\p{N})x(?=\p{N})/gu, by) : '')

export const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word)

/** `kettle 4`: a number belongs to the words beside it. */
function addBeside(terms: readonly Term[]): void {
  for (const [at, term] of terms.entries()) {
    if (!isNumber(term.word) || term.isSign) continue
    const [before, after] = [terms[at - 1], terms[at + 1]]
    if (before && !isNumber(before.word)) term.beside.push(`${before.word} ${term.word}`, `${before.word}${term.word}`)
    if (after && !isNumber(after.word)) term.beside.push(`${term.word} ${after.word}`, `${term.word}${after.word}`)
  }
}

/** `play station` may be written as one word, and `usb c`. */
function addJoined(terms: readonly Term[]): void {
  for (const [at, term] of terms.entries()) {
    const next = terms[at + 1]
    if (!next || [term, next].some(({ typed, signs }) => hasUnspaced(typed) || signs.length > 0)) continue
    if (term.ignored && next.ignored) continue
    const joined = { text: `${term.word}${next.word}` }
    if (!term.ignored) term.forms.push(joined)
    if (!next.ignored) next.forms.push(joined)
  }
}

/** Adds synonyms of a word, or of several in a row. A faint word gets none if another word decides. */
function addAlike(terms: readonly Term[], lexicon: Lexicon): void {
  const isAll = terms.every(({ faint, ignored }) => faint || ignored)
  for (let length = Math.min(lexicon.longest, terms.length); length >= 1; length--)
    for (let at = 0; at + length <= terms.length; at++) {
      const some = terms.slice(at, at + length)
      const others = lexicon.alike(some.map(({ typed }) => typed).join(' '))
      for (const term of some)
        if (!term.ignored && !(term.faint && length === 1 && !isAll))
          for (const other of others) term.forms.push({ text: asPagefind(other), also: other })
    }
}

function phrasesOf(terms: readonly Term[]): string[] {
  const words = terms.map(({ word }) => word)
  const pairs = terms
    .slice(1)
    .flatMap((term, at) => (terms[at]?.ignored || term.ignored ? [] : [`${words[at] ?? ''} ${words[at + 1] ?? ''}`]))
  return words.length > 2 ? [...pairs, words.join(' ')] : pairs
}
