import type { BrowserWords } from '../../../words/browser.ts'
import { trimmed } from '../query.ts'

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
