/** A word that titles share is written as one character of the private use area, which means nothing by itself. */
const FIRST = 0xe000
const MOST_WORDS = 0xf8ff - FIRST + 1
const CODE = /[\ue000-\uf8ff]/
const CODES = /[\ue000-\uf8ff]/g
const PIECES = /[\ue000-\uf8ff]|[^\ue000-\uf8ff]+/g
/** A word in fewer titles costs more in the list of words than it spares. */
const FEWEST_USES = 3

/** The words that titles share, the most used first. */
export function sharedWords(titles: readonly string[]): string[] {
  const uses = new Map<string, number>()
  for (const title of titles) for (const word of wordsOf(title)) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .filter(([word, count]) => count >= FEWEST_USES && word.length > 1)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
}

/** Titles as one text, in which characters stand for the shared words. Several spaces become one, as on a page. */
export function writeTitles(titles: readonly string[], shared: readonly string[]): string {
  const codes = new Map(shared.map((word, place) => [word, String.fromCharCode(FIRST + place)]))
  const line = (title: string): string => {
    let text = ''
    for (const word of wordsOf(title)) {
      const isAfterWord = text !== '' && !CODE.test(text.at(-1) ?? '')
      text += codes.get(word) ?? (isAfterWord ? ` ${word}` : word)
    }
    return text
  }
  return titles.map(line).join('\n')
}

/** Reads what {@link writeTitles} wrote. */
export const readTitles = (text: string, shared: readonly string[]): string[] =>
  text
    .split('\n')
    .map((line) =>
      Array.from(line.matchAll(PIECES), ([piece]) => (CODE.test(piece) ? (shared[piece.charCodeAt(0) - FIRST] ?? '') : piece)).join(' '),
    )

/** A title's own characters of private use look like nothing that anybody knows. */
const wordsOf = (title: string): string[] =>
  title
    .replace(CODES, '\ufffd')
    .split(/[ \t\r\n]+/)
    .filter(Boolean)
