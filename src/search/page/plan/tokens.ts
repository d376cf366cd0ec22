import { isSigned, withPlainNumbers } from '../../signs.ts'
import { hasUnspaced } from '../../unspaced.ts'

/** A word of a query. */
export interface Token {
  /** As typed, without surrounding punctuation. */
  typed: string
  /** True when it ends the query, so that it may be incomplete. */
  open: boolean
}

export interface Tokens {
  tokens: Token[]
  /** Quoted phrases: a page must have each exactly. */
  quoted: string[]
}

/** Marks around words; one behind a number is the sign of an inch. */
const QUOTED = /(?<!\p{N})["“„«]([^"“”„«»]+)["”“»]/gu
/** Signs that end a word wherever they stand, and signs at its ends. */
const BREAKS = /[\s;:!?()[\]{}|<>=…·•_\u200B\u2060\uFEFF]+|(?<!\p{N}),|,(?!\p{N})|(?<=\p{L}{2})[/&+](?=\p{L}{2})/u
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu
/** A word without the signs around it. */
export const withoutEdges = (word: string): string => word.replace(EDGES, '')
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** A name and its number, and a number with a sign and its unit: `iphone13`, `1.7l`. */
const NUMBERED = /^(\p{L}{4,})(\p{N}+)$/u
const MEASURED =
  /^(\p{N}+[.,/][\p{N}.,/]*)([cmkµ]?m|inch(?:es)?|in|ft|k?g|mg|m?l|[mk]?[vwa]|m?ah|[kmg]?hz|k?ohms?|nm|bar|psi|rpm|[kmgt]b|amps?|volts?|watts?)$/iu

const parted = (word: string): string[] => (NUMBERED.exec(word) ?? MEASURED.exec(word))?.slice(1) ?? [word]

/** Signs and letters of other widths as the usual ones, escapes of addresses as spaces, `4" x 8"` as `4x8`. */
const normalized = (text: string): string =>
  withPlainNumbers(text.replaceAll('%20', ' '))
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .replace(/(?<=(?<!\p{L})n)°(?=\p{N})/giu, 'o')
    .replace(/\u03bc(?=\p{Script=Latin})/gu, 'µ')
    .replace(/(?<=\p{N})[\s"'′″]*[x×]\s*(?=\p{N})/giu, 'x')

/** The words of a query that {@link tokensOf} writes in another way, as they were typed: `nº3` for `no3`. */
export function typedAs(text: string): ReadonlyMap<string, string> {
  const words = text.split(BREAKS).map(withoutEdges)
  return new Map(words.map((word) => [normalized(word), word]))
}

/** Cuts a query into words. `lang` says how words without spaces are cut. */
export function tokensOf(text: string, lang: string): Tokens {
  const normal = normalized(text)
  const quoted = [...normal.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
  const words = normal
    .replace(QUOTED, ' $1 ')
    .split(BREAKS)
    .flatMap((word) => spaced(word, lang))
    .map((word) => (isSigned(word) ? word : withoutEdges(word)))
    .flatMap(parted)
    .filter(Boolean)
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(normal)
  return { tokens: words.map((typed, at) => ({ typed, open: isOpen && at === words.length - 1 })), quoted }
}

/** A word in which Chinese or Japanese stands, cut into words; one or two characters alone are one. */
function spaced(word: string, lang: string): string[] {
  if (!hasUnspaced(word)) return [word]
  return word.replace(RUN, (run) => ` ${segmentsOf(run, lang).join(' ')} `).split(' ')
}

/** A browser may cut it into particles. */
const SHORT_WORD = /^\p{Script=Hiragana}{2,3}$/u

/** Where a browser cannot cut words, a change of script is the end of one. Characters that it leaves alone, one after the other, are a word that it does not know. */
function segmentsOf(run: string, lang: string): string[] {
  if (SHORT_WORD.test(run)) return [run]
  if (!('Segmenter' in Intl)) return run.match(/\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+/gu) ?? [run]
  const segmenter = new Intl.Segmenter(/^(ja|zh)/.test(lang) ? lang : 'ja', { granularity: 'word' })
  const words: string[] = []
  let wasAlone = false
  for (const { segment } of segmenter.segment(run)) {
    const isAlone = /^\p{Script=Han}$/u.test(segment)
    if (isAlone && wasAlone) words.push(`${words.pop() ?? ''}${segment}`)
    else words.push(segment)
    wasAlone = isAlone
  }
  return words
}
