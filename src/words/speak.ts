import { stripBidiControls } from './strip-bidi-controls.ts'
import type { CountKey, Forms, Key, SayKey } from './dictionary.ts'

/** The values of placeholders; numbers are formatted for the language. */
export type Params = Readonly<Record<string, string | number>>

/** A sentence in pieces: text, and the names of the placeholders to be replaced by markup. */
export type Piece = string | { slot: string }

/** The interface texts in one language. `Name` restricts it to the available ones: a browser has few. */
export interface Words<Name extends Key = Key> {
  /** The language of the texts; English if there are none in the site's language. */
  readonly lang: string
  readonly entries: Readonly<Partial<Record<Key, string | Forms>>>
  /** A text. Throws if a parameter is missing. */
  say(key: Extract<Name, SayKey>, params?: Params): string
  /** The text for a code of the service, such as `type.teardown`; undefined for an unknown one. */
  known(key: string): string | undefined
  /** A sentence with a number, in the matching plural form. */
  count(key: Extract<Name, CountKey>, count: number, params?: Params): string
  /** A sentence whose other placeholders are left for markup. */
  pieces(key: Extract<Name, SayKey>, params?: Params): Piece[]
  number(value: number): string
  /** `a, b and c`. */
  list(items: readonly string[]): string
}

const PLACEHOLDER = /\{(\w+)\}/

/** Creates the texts of a language; `lang` determines plural forms, number formats and lists. */
export function speak<Name extends Key>(lang: string, entries: Words['entries']): Words<Name> {
  const rules = new Intl.PluralRules(lang)
  const numbers = new Intl.NumberFormat(lang)
  const lists = new Intl.ListFormat(lang, { type: 'conjunction' })
  const written = (value: string | number): string => (typeof value === 'number' ? numbers.format(value) : stripBidiControls(value))
  const textOf = (key: Key, count?: number): string => {
    const entry = entries[key]
    if (entry === undefined) throw new Error(`There are no words for "${key}" in the language ${lang}`)
    return typeof entry === 'string' ? entry : (entry[rules.select(count ?? 0)] ?? entry.other)
  }
  const known = new Map<string, readonly string[]>()
  /** Alternating text and placeholder names. A page uses a hundred sentences, and every page the same ones. */
  const partsOf = (text: string): readonly string[] => {
    const parts = known.get(text) ?? text.split(PLACEHOLDER).map((part, at) => (at % 2 === 1 ? part : stripBidiControls(part)))
    known.set(text, parts)
    return parts
  }
  const pieces = (text: string, params: Params): Piece[] =>
    partsOf(text)
      .map((part, at) => {
        if (at % 2 === 0) return part
        const given = params[part]
        return given === undefined ? { slot: part } : written(given)
      })
      .filter((piece) => piece !== '')
  const whole = (key: Key, text: string, params: Params): string => {
    let said = ''
    for (const [at, part] of partsOf(text).entries()) {
      const given = at % 2 === 1 ? params[part] : undefined
      if (at % 2 === 1 && given === undefined) throw new Error(`"${key}" needs the parameter "${part}"`)
      said += given === undefined ? part : written(given)
    }
    return said
  }
  return {
    lang,
    entries,
    say: (key, params = {}) => whole(key, textOf(key), params),
    count: (key, count, params = {}) => whole(key, textOf(key, count), { ...params, count }),
    known: (key) => {
      const entry = (entries as Readonly<Record<string, string | Forms>>)[key]
      return typeof entry === 'string' ? entry : undefined
    },
    pieces: (key, params = {}) => pieces(textOf(key), params),
    number: (value) => numbers.format(value),
    list: (items) => lists.format(items),
  }
}
