/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A normalized text for comparison: without accents, case and separators. */
export function wordForm(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return plain.match(WORD)?.join(' ') ?? plain.trim()
}

/** The words of a text in their {@link wordForm}. In scripts without spaces, each pair of adjacent characters counts as a word. */
export function words(text: string): string[] {
  return wordForm(text).split(' ').filter(Boolean).flatMap(inPairs)
}

function inPairs(word: string): string[] {
  const spaced = word.replace(UNSPACED, (run) => ` ${pairsOf(Array.from(run)).join(' ')} `)
  return spaced === word ? [word] : spaced.split(' ').filter(Boolean)
}

function pairsOf(signs: readonly string[]): string[] {
  return signs.length < 2 ? [...signs] : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}
