const MOST_CHARACTERS = 80
const MOST_WORDS = 5

/** A text that was typed, as a sentence names it: one that was pasted would fill the page. */
export function shownText(text: string): string {
  const characters = Array.from(text.trim())
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()}…` : text.trim()
}

/** Words as a list in a note. */
export const shownWords = (words: readonly string[]): string =>
  [...words.slice(0, MOST_WORDS).map(shownText), ...(words.length > MOST_WORDS ? ['…'] : [])].join(', ')
