import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import type { Dictionary } from './dictionary.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import zhHant from './zh-hant.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }
import { speak, type Words } from './speak.ts'

/** The languages that come with the project. What one lacks is in English. */
export const LANGUAGES: Readonly<Record<string, Partial<Dictionary>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pt,
  ru,
  tr,
  zh,
  'zh-hant': zhHant,
}

/** The operator's words: by language tag in lower case, whole languages or single entries. */
export type OwnWords = Readonly<Record<string, Partial<Dictionary>>>

/** The closest words for a language tag such as `de` or `pt-br`, otherwise English. The operator's entries come first. */
export function wordsOf(lang: string, own: OwnWords = {}): Words {
  const tags = tagsOf(lang).filter((tag) => tag in LANGUAGES || tag in own)
  const entries = tags.reduce((entries, tag) => ({ ...entries, ...LANGUAGES[tag], ...own[tag] }), { ...en, ...own.en })
  return speak(tags.at(-1) ?? 'en', entries)
}

/** `zh-tw` → `zh`, `zh-hant`, `zh-tw`: a tag without a script gets that of its region. */
function tagsOf(lang: string): string[] {
  const parts = lang.toLowerCase().split('-')
  const tags = parts.map((_, at) => parts.slice(0, at + 1).join('-'))
  return [...new Set([...tags.slice(0, 1), `${tags[0]}-${scriptOf(lang)}`, ...tags.slice(1)])]
}

/** `hant`; '' for what is not a language tag. */
function scriptOf(lang: string): string {
  try {
    return new Intl.Locale(lang).maximize().script?.toLowerCase() ?? ''
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** The language of the interface if it is not the page's: English, for a language without words. */
export const borrowedLang = (lang: string, words: Pick<Words, 'lang'>): string | undefined =>
  lang.split('-')[0] === words.lang.split('-')[0] ? undefined : words.lang

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** The writing direction of a language tag, for the attribute `dir`. */
export const directionOf = (lang: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(lang.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr')
