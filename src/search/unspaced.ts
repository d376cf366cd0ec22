import { isAscii } from './ascii.ts'
import { fold } from './fold.ts'
import { fullWidthKana, voicedApart, voicedTogether } from './kana.ts'

/**
 * Chinese and Japanese write words without spaces, and two programs never cut a sentence into the same words: what Pagefind cuts when
 * the index is made, it would not find when a browser cuts the query. So both sides are written in pairs of characters, `水あか` as
 * `水あ あか か`: a word is then found wherever it stands, and in part.
 */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u

/** Languages that are indexed in pairs, and that Pagefind must not cut into words. */
export const isUnspaced = (lang: string): boolean => ['ja', 'zh'].includes(lang.split('-')[0] ?? '')

/** True for a text that is written in pairs. */
export const hasUnspaced = (text: string): boolean => text.search(RUN) >= 0

/** A text for the index; the last character stands alone, so that {@link fromPairs} can put the text together again. */
export const toPairs = (text: string): string =>
  isAscii(text)
    ? text
    : fullWidthKana(text)
        .normalize('NFC')
        .replace(RUN, (run) => ` ${[...pairsOf(run), voicedApart(Array.from(run).at(-1) ?? '')].join(' ')}`)

/** A query for that index. */
export const queryInPairs = (text: string): string =>
  text
    .normalize('NFC')
    .replace(RUN, (run) => ` ${pairsOf(run).join(' ') || voicedApart(run)} `)
    .trim()

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => voicedApart(`${characters[at] ?? ''}${character}`))
}

/** What was indexed, as it was written. Each character of a pair that `<mark>` surrounds is marked. */
export function fromPairs(text: string): string {
  const words = voicedTogether(text)
    .replace(/(?<!\s)\s+(<\/mark>)/g, '$1 ')
    .split(/\s+/)
    .filter(Boolean)
  let whole = ''
  let wasMarked = false
  for (const [at, word] of words.entries()) {
    const marked = word.includes('<mark>')
    const bare = word.replace(/<\/?mark>/g, '')
    const [first = '', second = ''] = bare
    if (!CHARACTER.test(first)) {
      whole += `${at > 0 ? ' ' : ''}${word}`
      wasMarked = false
      continue
    }
    const isPair = CHARACTER.test(second)
    const follows = at > 0 && CHARACTER.test((words[at - 1] ?? '').replace(/<\/?mark>/g, ''))
    const rest = bare.slice(first.length + (isPair ? second.length : 0))
    whole += `${at > 0 && !follows ? ' ' : ''}${marked || wasMarked ? `<mark>${first}</mark>` : first}${rest}`
    wasMarked = marked && isPair
  }
  return whole.replaceAll('</mark><mark>', '')
}

/** True when a page has every pair of a query: of a pair that it does not know, Pagefind takes the first character. */
export function hasPairs(query: string, pageWords: string): boolean {
  const known = ` ${fold(pageWords).replace(/\s+/g, ' ')}`
  return queryInPairs(query.match(RUN)?.join(' ') ?? '')
    .split(/\s+/)
    .every((pair) => known.includes(` ${fold(pair)}`))
}
