import { fold } from '../../fold.ts'
import { hasUnspaced, queryInPairs } from '../../unspaced.ts'
import type { Lexicon } from './lexicon.ts'

/** A form in which a page may have a word. */
export interface Form {
  /** The query for Pagefind, without quotes. */
  text: string
  /** A synonym, as displayed; undefined for the word itself. */
  synonym?: string
  /** Its weight relative to the word itself; a default if undefined. */
  quality?: number
}

/** One word of the query. */
export interface Term {
  typed: string
  /** The query for the word itself, including longer words. */
  word: string
  /** Other forms, one of which a page must have exactly. */
  forms: Form[]
  /** True for function words: they do not affect the ranking. */
  ignored: boolean
  /** True for words common to most guides: they affect the ranking little. */
  faint: boolean
  /** True if it ends the query, so that it may be incomplete. */
  open: boolean
}

/** A planned query. */
export interface ParsedQuery {
  terms: Term[]
  /** Phrases that a page must have exactly. */
  quoted: string[]
  /** Adjacent words, and all words together: a page with them in sequence ranks before one with them scattered. */
  phrases: string[]
}

/** Thai has no spaces, and cannot be segmented here as the index was. */
const THAI = /\p{Script=Thai}/u
/** `304.8mm`, `fennel3`, `zip-tie` and `X-carriage` are also `304.8 mm`, `fennel 3`, `zip tie` and `X carriage`. */
const APART = /(?<=\p{N})(?=\p{L})|(?<=\p{L}{3})(?=\p{N})|(?<=\p{L})-(?=\p{L}{2})|(?<=\p{L}{2})-(?=\p{L})/gu
/** `l’écran`: French and Italian elided articles. */
const ELIDED = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall|quell)['’](\p{L}{2,})$/iu

/** An Arabic word with an article, or with a preposition and one. Pagefind's stemmer removes the article of some words only. */
const ARABIC = /^(?:[وفبك]?ال|لل)?(\p{Script=Arabic}{3,})$/u

const MOST_WORDS = 24

export function parseQuery(text: string, lexicon: Lexicon, lang: string): ParsedQuery {
  if (THAI.test(text)) return { terms: [termOf({ typed: text.trim(), open: true }, lexicon)], quoted: [], phrases: [] }
  const { tokens, quoted } = tokensOf(text, lang)
  const terms = distinct(tokens).map((token) => termOf(token, lexicon))
  // Function words count if nothing else was typed; the last word may be incomplete.
  if (terms.every(({ ignored }) => ignored)) for (const term of terms) term.ignored = false
  addSynonyms(terms, lexicon)
  return { terms, quoted: quoted.map(asPagefind), phrases: phrasesOf(terms) }
}

/** A repeated word counts once, and long pasted texts are cut after the first words. */
function distinct(tokens: readonly Token[]): Token[] {
  const byWord = new Map<string, Token>()
  for (const token of tokens) {
    const word = fold(token.typed)
    byWord.set(word, { ...token, open: token.open || (byWord.get(word)?.open ?? false) })
  }
  return [...byWord.values()].slice(0, MOST_WORDS)
}

function termOf({ typed, open }: Token, lexicon: Lexicon): Term {
  const word = asPagefind(typed)
  const forms = [typed.replace(APART, ' '), ELIDED.exec(typed)?.[1] ?? '', ...arabic(typed), ...lexicon.variantsOf(typed)].map(asPagefind)
  return {
    typed,
    word,
    forms: [...new Set(forms)].filter((form) => form && form !== word).map((form) => ({ text: form })),
    ignored: lexicon.isIgnored(typed) || /^\p{Script=Hiragana}$/u.test(typed),
    faint: lexicon.isFaint(typed),
    open,
  }
}

/** Normalizes a text as Pagefind does: removes punctuation within words. */
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

/** Adds synonyms of a word or a sequence of words. A faint word gets none if the query has another word. */
function addSynonyms(terms: readonly Term[], lexicon: Lexicon): void {
  const isAll = terms.every(({ faint, ignored }) => faint || ignored)
  for (let length = Math.min(lexicon.longest, terms.length); length >= 1; length--)
    for (let at = 0; at + length <= terms.length; at++) {
      const some = terms.slice(at, at + length)
      const others = lexicon.synonyms(some.map(({ typed }) => typed).join(' '))
      for (const term of some)
        if (!term.ignored && !(term.faint && length === 1 && !isAll))
          for (const other of others) term.forms.push({ text: asPagefind(other), synonym: other })
    }
}

function phrasesOf(terms: readonly Term[]): string[] {
  const words = terms.map(({ word }) => word)
  const pairs = terms
    .slice(1)
    .flatMap((term, at) => (terms[at]?.ignored || term.ignored ? [] : [`${words[at] ?? ''} ${words[at + 1] ?? ''}`]))
  return words.length > 2 ? [...pairs, words.join(' ')] : pairs
}

/** A word of a query. */
interface Token {
  /** As typed, without surrounding punctuation. */
  typed: string
  /** True when it ends the query, so that it may be incomplete. */
  open: boolean
}

/** Quotation marks around words; after a number they mean inches. */
const QUOTED = /(?<!\p{N})["“„«]([^"“”„«»]+)["”“»]/gu
/** Characters that separate words everywhere, and those that do so at their ends. */
const BREAKS = /[\s;:!?()[\]{}|<>=…·•_\u200B\u2060\uFEFF]+|(?<!\p{N}),|,(?!\p{N})|(?<=\p{L}{2})[/&+](?=\p{L}{2})/u
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** Splits a query into words, and finds its quoted phrases. `lang` determines how words without spaces are segmented. */
export function tokensOf(text: string, lang: string): { tokens: Token[]; quoted: string[] } {
  const normal = text
    .replaceAll('%20', ' ')
    .replace(/[^ªº]+/gu, (part) => part.normalize('NFKC'))
    .replace(/(?<=\p{N})×(?=\p{N})/gu, 'x')
    .replace(/\u03BC(?=[\p{Script=Latin}Ω])/gu, 'u')
  const quoted = [...normal.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
  const words = normal
    .replace(QUOTED, ' $1 ')
    .split(BREAKS)
    .flatMap((word) => spaced(word, lang))
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean)
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(normal)
  return { tokens: words.map((typed, at) => ({ typed, open: isOpen && at === words.length - 1 })), quoted }
}

/** A word that contains Chinese or Japanese, segmented. */
function spaced(word: string, lang: string): string[] {
  if (!hasUnspaced(word)) return [word]
  return word.replace(RUN, (run) => ` ${segmentsOf(run, lang).join(' ')} `).split(' ')
}

function segmentsOf(run: string, lang: string): string[] {
  const segmenter = new Intl.Segmenter(/^(ja|zh)/.test(lang) ? lang : 'ja', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}
