import { fold, isAscii } from './fold.ts'

/**
 * Chinese and Japanese have no spaces between words, and two segmenters never agree: Pagefind's segmentation at indexing time would not
 * match the browser's of the query. So both sides are written in bigrams, `水あか` as `水あ あか か`, which also finds parts of words.
 */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u

/** Languages that are indexed in bigrams, and that Pagefind must not segment. */
export const isUnspaced = (lang: string): boolean => ['ja', 'zh'].includes(lang.split('-')[0] ?? '')

/** True for a text that is written in bigrams. */
export const hasUnspaced = (text: string): boolean => text.search(RUN) >= 0

/** A text for the index; the last character is added alone, so that {@link fromPairs} can restore the text. */
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

/** Restores the indexed text. Each character of a bigram inside `<mark>` is marked. */
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

/** True if a page has every bigram of a query: for an unknown bigram, Pagefind matches its first character. */
export function hasPairs(query: string, pageWords: string): boolean {
  const known = ` ${fold(pageWords).replace(/\s+/g, ' ')}`
  return queryInPairs(query.match(RUN)?.join(' ') ?? '')
    .split(/\s+/)
    .every((pair) => known.includes(` ${fold(pair)}`))
}

/** Half-width kana as the usual full-width ones. */
const fullWidthKana = (text: string): string => text.replace(/[\uFF65-\uFF9F]+/g, (run) => run.normalize('NFKC'))

/**
 * Precedes a voiced kana, which Pagefind would reduce to the unvoiced one: ガ is written ⵥカ, パ ⵥⵥハ. It is never typed (see title-key.ts).
 */
const SIGN = 'ⵥ'
const MARKS = ['\u3099', '\u309a']

const voicedApart = (text: string): string =>
  text.normalize('NFD').replace(/(.)([\u3099\u309a])/gu, (_, letter: string, mark: string) => SIGN.repeat(MARKS.indexOf(mark) + 1) + letter)

/** The reverse of {@link voicedApart}. */
const voicedTogether = (text: string): string =>
  text.replace(/(ⵥⵥ?)([ぁ-ヿ])/gu, (_, signs: string, letter: string) => `${letter}${MARKS[signs.length - 1] ?? ''}`.normalize('NFC'))
