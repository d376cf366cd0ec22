import type { BrowserWords } from '../../../words/browser.ts'
import { readable } from '../../../words/readable.ts'
import type { FilterName } from '../query.ts'

/** The words for a filter's value, which index and address hold as a code; a site's own values stand for themselves. */
export function filterWords(words: BrowserWords, name: FilterName, value: string): string {
  if (name === 'language') return new Intl.DisplayNames(words.lang, { type: 'language' }).of(value) ?? value
  return words.known(`${name}.${value}`) ?? (name === 'type' ? readable(value) : value)
}
