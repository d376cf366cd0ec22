import de from './de.json' with { type: 'json' }
import type { Dictionary } from './dictionary.ts'
import en from './en.json' with { type: 'json' }
import { speak, type Words } from './speak.ts'

/** The languages that come with the project. */
const LANGUAGES: Readonly<Record<string, Dictionary>> = { de, en }

/** Words of one's own: by language tag in lower case, whole languages or single entries. */
export type OwnWords = Readonly<Record<string, Partial<Dictionary>>>

/**
 * The words for a language tag such as `de` or `pt-br`: the closest that there are, else English. Entries of one's own go first, and
 * what a language lacks is said in English.
 */
export function wordsOf(lang: string, own: OwnWords = {}): Words {
  const tags = tagsOf(lang).filter((tag) => tag in LANGUAGES || tag in own)
  const entries = tags.reduce((entries, tag) => ({ ...entries, ...LANGUAGES[tag], ...own[tag] }), { ...en, ...own.en })
  return speak(tags.at(-1) ?? 'en', entries)
}

/** `zh-hant-tw` → `zh`, `zh-hant`, `zh-hant-tw`. */
function tagsOf(lang: string): string[] {
  const parts = lang.toLowerCase().split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'))
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** The writing direction of a language tag, as the attribute `dir` wants it. */
export const directionOf = (lang: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(lang.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr')
