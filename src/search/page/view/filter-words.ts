import type { BrowserWords } from '../../../words/browser.ts'
import { readable } from '../../../words/readable.ts'
import type { FilterName } from '../query.ts'

/** The label of a filter's value, which index and address contain as a code; a site's own values are their own labels. */
export function filterWords(words: BrowserWords, name: FilterName, value: string): string {
  if (name === 'language') return new Intl.DisplayNames(words.lang, { type: 'language' }).of(value) ?? value
  return words.known(`${name}.${value}`) ?? (name === 'type' ? readable(value) : value)
}
