import type { BrowserWords } from '../../../words/browser.ts'
import { readable } from '../../../words/readable.ts'
import { type FilterName, trimmed } from '../query.ts'

/** A search that takes longer is reported. */
export const SEARCHING_MS = 300
const MOST_CHARACTERS = 80
const MOST_WORDS = 5

/** A typed text, shortened for a sentence: a pasted one would fill the page. */
export function shownText(text: string): string {
  const shown = trimmed(text)
  const characters = Array.from(shown)
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()}…` : shown
}

/** Words as a list with the language's comma: the first few, and the number of others. */
export function shownWords(list: readonly string[], words: BrowserWords): string {
  const some = list.slice(0, MOST_WORDS).map(shownText).join(words.say('list.comma'))
  return list.length > MOST_WORDS ? words.count('found.others', list.length - MOST_WORDS, { words: some }) : some
}

/** The label of a filter's value, which index and address contain as a code; a site's own values are their own labels. */
export function filterWords(words: BrowserWords, name: FilterName, value: string): string {
  if (name === 'language') return new Intl.DisplayNames(words.lang, { type: 'language' }).of(value) ?? value
  return words.known(`${name}.${value}`) ?? (name === 'type' ? readable(value) : value)
}
