import type { Apart } from '../../apart.ts'
import { fold } from '../../fold.ts'
import { transliterations } from '../../transliterate.ts'

/** What a language's file holds, and the file beside the index that the browser loads. */
export interface LanguageWords {
  /** Words that every sentence has: they decide nothing. */
  ignored: readonly string[]
  /** Words that say what is wanted of a thing, as every guide does: they decide little. */
  faint?: readonly string[]
  /** Groups of words, or of several words, that mean the same. */
  alike: readonly (readonly string[])[]
  /** Heads of compounds that say of what kind a thing is and not what it is: `Maschine` of `Waschmaschine`. */
  generic?: readonly string[]
  /** Forms of one word that have several stems, with spaces between them: `knife knives`. */
  forms?: readonly string[]
  /** Of Chinese: each traditional character with the simplified one behind it. */
  characters?: string
  /** Words that are none though their stems are one. */
  apart?: Apart
  /** Members of these groups that no page of the site has: they can be typed, but need not be searched for. */
  absent?: readonly string[]
  /** Words of groups of which the site has none. */
  elsewhere?: readonly string[]
}

/** Below `pagefind/`. */
export const languageFile = (lang: string): string => `words/${lang}.alike.json`

/** Most words have two. */
const MOST_WAYS = 16

/** The words of the languages that a page searches, its own the first. */
export class Lexicon {
  readonly #ignored: ReadonlySet<string>
  readonly #faint: ReadonlySet<string>
  readonly #generic: ReadonlySet<string>
  readonly #alike = new Map<string, Set<string>>()
  readonly #forms = new Map<string, readonly string[]>()
  /** By a character of Chinese, those that others write instead. */
  readonly #characters = new Map<string, string[]>()
  /** The words of all entries, one by one. */
  readonly #words: ReadonlySet<string>
  readonly #entries: readonly string[]
  /** How many words the longest entry has. */
  readonly longest: number

  constructor(languages: readonly LanguageWords[]) {
    this.#ignored = new Set(languages.flatMap(({ ignored }) => ignored.map(bare)))
    this.#faint = new Set(languages.flatMap(({ faint = [] }) => faint.map(bare)))
    this.#generic = new Set(languages.flatMap(({ generic = [] }) => generic.map(bare)))
    const entries = languages.flatMap(({ alike, elsewhere = [] }) => [...alike.flat(), ...elsewhere])
    this.#words = new Set(entries.flatMap((entry) => [entry, ...transliterations(entry)].flatMap((one) => keyOf(one).split(' '))))
    this.#entries = [...new Set(languages.flatMap(({ alike }) => alike.flat()))]
    for (const forms of languages.flatMap((language) => language.forms ?? []).map((line) => line.split(' ')))
      for (const key of forms.flatMap(keysOf)) this.#forms.set(key, forms)
    for (const [one, other] of languages.flatMap(({ characters = '' }) => characters.match(/../gu) ?? []).map((pair) => Array.from(pair)))
      for (const [key, value] of [
        [one, other],
        [other, one],
      ] as [string, string][])
        this.#characters.set(key, [...(this.#characters.get(key) ?? []), value])
    const absent = new Set(languages.flatMap((language) => language.absent ?? []))
    let longest = 1
    // A word of the first language is not that of another: a German "Hose" is no tube.
    const ofFirst = new Set((languages[0]?.alike ?? []).flat().flatMap(keysOf))
    for (const { group, isFirst } of languages.flatMap(({ alike }, at) => alike.map((group) => ({ group, isFirst: at === 0 }))))
      for (const entry of group) {
        longest = Math.max(longest, entry.split(' ').length)
        for (const key of keysOf(entry)) {
          if (!isFirst && ofFirst.has(key)) continue
          const others = this.#alike.get(key) ?? new Set<string>()
          this.#alike.set(key, others)
          for (const other of group) if (!absent.has(other) && keyOf(other) !== keyOf(entry)) others.add(other)
        }
      }
    this.longest = longest
  }

  isIgnored(word: string): boolean {
    return this.#ignored.has(bare(word))
  }

  isGeneric(word: string): boolean {
    return this.#generic.has(bare(word))
  }

  isFaint(word: string): boolean {
    return this.#faint.has(bare(word))
  }

  /** True for a word of the language: it is no slip, though the site may lack it. */
  isWord(word: string): boolean {
    return this.isIgnored(word) || this.isFaint(word) || this.#words.has(keyOf(word))
  }

  /** The words for which the site has other words. */
  words(): string[] {
    return this.#entries.filter((entry) => !entry.includes(' ') && this.alike(entry).length > 0)
  }

  /** The other forms of a word that its stem does not find, and a word of Chinese in other characters. */
  formsOf(word: string): readonly string[] {
    const forms = (this.#forms.get(keyOf(word)) ?? []).filter((form) => bare(form) !== bare(word))
    return this.#characters.size > 0 ? [...forms, ...this.#inOtherCharacters(word)] : forms
  }

  #inOtherCharacters(word: string): string[] {
    const ways = Array.from(word).reduce(
      (starts, character) =>
        starts.flatMap((start) => [character, ...(this.#characters.get(character) ?? [])].map((one) => start + one)).slice(0, MOST_WAYS),
      [''],
    )
    return ways.filter((way) => way !== word)
  }

  /** The synonyms of a word in any form, or of several words. */
  alike(words: string): readonly string[] {
    const forms = this.formsOf(words)
    const found = [words, ...forms].flatMap((form) => [...(this.#alike.get(keyOf(form)) ?? [])])
    return [...new Set(found)].filter((other) => !forms.includes(other) && keyOf(other) !== keyOf(words))
  }
}

/** Without capitals, accents and signs. */
const bare = (word: string): string => fold(word).replace(/[^\p{L}\p{N} ]/gu, '')

const keysOf = (entry: string): string[] => [...new Set([entry, ...transliterations(entry)].map(keyOf))]

/** Singular and plural share a key: `spanners` has the synonyms of `spanner`. */
export const keyOf = (words: string): string =>
  bare(words)
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, '') : word))
    .join(' ')
