import { slugOf } from '../../model/title.ts'
import type { SearchKind } from '../document.ts'
import { fold } from '../fold.ts'

/** A page as it is found by its title. */
export interface Title {
  title: string
  /** From the root of the site, before the base. */
  path: string
  kind: SearchKind
  /** For a guide: true if it ranks lower. */
  isArchived: boolean
  /** The number of its {@link Note}. */
  note: number
}

/** Properties that most titles of a list share; titles refer to a note by number. */
export interface Note {
  lang: string
  /** The languages that have a translation of the page, and therefore do not find this one. */
  translatedInto: readonly string[]
}

export const CODES = { guide: 'g', category: 'c', wiki: 'w', info: 'i', item: 'm', page: 'p', tag: 't', team: 'e', user: 'u' } as const
const KINDS = new Map<string, SearchKind>(Object.entries(CODES).map(([kind, code]) => [code, kind as SearchKind]))
export const ARCHIVED = 'a'

/** The encoded facts of a title: a letter for its kind, its path unless kind and title imply it, and the number of its note. */
export function factsOf({ title, path, kind, isArchived, note }: Title): string {
  const start = `/${kind}/`
  const slug = `${start}${slugOf(title)}-`
  const rest = path.startsWith(slug) ? `-${path.slice(slug.length)}` : path.startsWith(start) ? path.slice(start.length) : path
  return `${isArchived ? ARCHIVED : CODES[kind]}${rest.replace(/\/$/, '')}${note > 0 ? `~${note}` : ''}`
}

/** Parses the output of {@link factsOf}. Throws a TypeError for anything else. */
export function titleWith(title: string, facts: string): Title {
  const [rest = '', note = '0'] = facts.slice(1).split('~')
  const isArchived = facts.startsWith(ARCHIVED)
  const kind = isArchived ? 'guide' : KINDS.get(facts.charAt(0))
  if (!kind) throw new TypeError(`The titles of the site have an unknown form: ${facts}`)
  const path = rest.startsWith('/') ? rest : `/${kind}/${rest.startsWith('-') ? slugOf(title) : ''}${rest}`
  return { title, path: `${path}/`, kind, isArchived, note: Number(note) }
}

/** Scripts without spaces between words: a title is found from each of its characters. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const SPACED = `[^\\P{L}${UNSPACED}]`
const START = new RegExp(`[${UNSPACED}]|(?:${SPACED}|\\p{N})(?:${SPACED}|[\\p{M}\\p{N}])*`, 'gu')
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')

/** The comparison key of a title, its end, or a query: words without capitals, accents and punctuation, separated by spaces. */
export const titleKey = (text: string): string =>
  // A fast path: most titles are ASCII, and a block has a thousand.
  (/^[\x20-\x7E]*$/.test(text) ? text.toLowerCase() : fold(text)).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** The positions of the words of a title. */
export const startsIn = (title: string): { at: number; word: string }[] =>
  Array.from(title.matchAll(START), ({ index, 0: word }) => ({ at: index, word: titleKey(word) })).filter(({ word }) => word)

/** True if a title's key has a word with the typed prefix. */
export const hasWord = (key: string, word: string): boolean =>
  HAS_UNSPACED.test(word) ? key.includes(word) : ` ${key}`.includes(` ${word}`)
