import type { Key } from './dictionary.ts'
import { speak, type Words } from './speak.ts'

/** What the search, the list filter and the guide tools need in the browser: prefixes of their keys. */
const SPOKEN = ['found', 'filter', 'kind', 'time', 'type', 'difficulty', 'list', 'listing', 'ending', 'timer', 'aloud'] as const
export type BrowserWords = Words<Extract<Key, `${(typeof SPOKEN)[number] | 'keep' | 'mend' | 'shopping'}.${string}`>>

/** The words for a browser as a data block; `<` is escaped, so that no word can end it. `parts` are prefixes of keys. */
export function wordsForBrowser({ lang, entries }: Words, parts: readonly string[] = SPOKEN): string {
  const spoken = Object.entries(entries).filter(([key]) => parts.some((part) => key.startsWith(`${part}.`)))
  return JSON.stringify({ lang, entries: Object.fromEntries(spoken) }).replaceAll('<', '\\u003c')
}

/** Parses the data block of {@link wordsForBrowser}. */
export function wordsInBrowser(block: string): BrowserWords {
  const { lang, entries } = JSON.parse(block) as Pick<Words, 'lang' | 'entries'>
  return speak(lang, entries)
}
