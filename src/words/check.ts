import type { Dictionary, Forms, Key } from './dictionary.ts'
import en from './en.json' with { type: 'json' }

/** A file of words compared with English. */
export interface Checked {
  words: Partial<Dictionary>
  /** Missing keys, in the order of the English file. */
  missing: Key[]
  /** One clause for each unusable entry. */
  problems: string[]
}

const ENGLISH: Dictionary = en

/** Validates the words of a language: known keys, the placeholders of English, the plural forms of the language. */
export function checkWords(lang: string, given: unknown): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { words: {}, missing: [], problems: ['it is not an object of keys and words'] }
  const problems = Object.entries(given).flatMap(([key, entry]) => problemsOf(lang, key, entry))
  return { words: given, missing: (Object.keys(en) as Key[]).filter((key) => !(key in given)), problems }
}

function problemsOf(lang: string, key: string, entry: unknown): string[] {
  const english = Object.hasOwn(ENGLISH, key) ? ENGLISH[key as Key] : undefined
  if (english === undefined) return [`there is no word "${key}"`]
  if (typeof english === 'string') {
    if (typeof entry !== 'string') return [`"${key}" must be a text`]
    const [has, wants] = [placeholdersIn(entry), placeholdersIn(english)]
    return has === wants ? [] : [`"${key}" must have ${wants || 'no placeholder'}, it has ${has || 'none'}`]
  }
  if (typeof entry !== 'object' || entry === null || !('other' in entry))
    return [`"${key}" must be plural forms such as {"one": "…", "other": "…"}`]
  return Object.entries(entry).flatMap(([form, text]) => problemsOfForm(lang, key, english, form, text))
}

/** A form may omit the number, `no guides`, except for the form `other`. */
function problemsOfForm(lang: string, key: string, english: Forms, form: string, text: unknown): string[] {
  if (typeof text !== 'string') return [`"${key}" must be plural forms such as {"one": "…", "other": "…"}`]
  const forms: readonly string[] = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
  if (!forms.includes(form)) return [`"${key}" has the form "${form}"; the language ${lang} has ${forms.join(', ')}`]
  const wants = placeholdersIn(english.other)
  const has = placeholdersIn(form === 'other' || text.includes('{count}') ? text : `${text} {count}`)
  return has === wants ? [] : [`"${key}" must have ${wants} in the form "${form}", it has ${has || 'none'}`]
}

/** `{count}, {text}`, sorted. */
const placeholdersIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(', ')
