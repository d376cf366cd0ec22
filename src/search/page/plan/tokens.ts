import { hasUnspaced } from '../../unspaced.ts'

/** A word of a query. */
export interface Token {
  /** As typed, without surrounding punctuation. */
  typed: string
  /** True when it ends the query, so that it may be incomplete. */
  open: boolean
}

/** Quotation marks around words; after a number they mean inches. */
const QUOTED = /(?<!\p{N})["“„«]([^"“”„«»]+)["”“»]/gu
/** Characters that separate words everywhere, and those that do so at their ends. */
const BREAKS = /[\s;:!?()[\]{}|<>=…·•_\u200B\u2060\uFEFF]+|(?<!\p{N}),|,(?!\p{N})|(?<=\p{L}{2})[/&+](?=\p{L}{2})/u
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** Splits a query into words, and finds its quoted phrases. `lang` determines how words without spaces are segmented. */
export function tokensOf(text: string, lang: string): { tokens: Token[]; quoted: string[] } {
  const normal = text
    .replaceAll('%20', ' ')
    .normalize('NFKC')
    .replace(/(?<=\p{N})×(?=\p{N})/gu, 'x')
    .replace(/\u03BC(?=[\p{Script=Latin}Ω])/gu, 'u')
  const quoted = [...normal.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
  const words = normal
    .replace(QUOTED, ' $1 ')
    .split(BREAKS)
    .flatMap((word) => spaced(word, lang))
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean)
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(normal)
  return { tokens: words.map((typed, at) => ({ typed, open: isOpen && at === words.length - 1 })), quoted }
}

/** A word that contains Chinese or Japanese, segmented. */
function spaced(word: string, lang: string): string[] {
  if (!hasUnspaced(word)) return [word]
  return word.replace(RUN, (run) => ` ${segmentsOf(run, lang).join(' ')} `).split(' ')
}

/** Without a segmenter in the browser, a change of script is the boundary of a word. */
function segmentsOf(run: string, lang: string): string[] {
  if (!('Segmenter' in Intl)) return run.match(/\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+/gu) ?? [run]
  const segmenter = new Intl.Segmenter(/^(ja|zh)/.test(lang) ? lang : 'ja', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}
