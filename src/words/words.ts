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
import zh from './zh.json' with { type: 'json' }
import { speak, type Words } from './speak.ts'

/** The languages that come with the project. */
export const LANGUAGES: Readonly<Record<string, Dictionary>> = { ar, de, en, es, fr, it, ja, ko, nl, pt, ru, zh }

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
