import { hasUnspaced } from '../../unspaced.ts'

/** A word of a query, and what stands between quotes. */
export interface Token {
  /** As it was typed, without the signs around it. */
  typed: string
  /** True when it ends what was typed, so that it may go on. */
  open: boolean
}

export interface Tokens {
  tokens: Token[]
  /** What stood in quotes: a page must have each just so. */
  quoted: string[]
}

const QUOTED = /["“„«]([^"“”„«»]+)["”“»]/gu
/** Signs that end a word wherever they stand, and signs at its ends. */
const BREAKS = /[\s,;:!?()[\]{}|<>=…·•_\u200B\u2060\uFEFF]+|(?<=\p{L}{2})[/&+](?=\p{L}{2})/u
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** Cuts a query into words. `lang` says how words without spaces are cut. */
export function tokensOf(text: string, lang: string): Tokens {
  const normal = text.normalize('NFC')
  const quoted = [...normal.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
  const words = normal
    .split(BREAKS)
    .flatMap((word) => spaced(word, lang))
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean)
  const isOpen = /[\p{L}\p{M}\p{N}]$/u.test(normal)
  return { tokens: words.map((typed, at) => ({ typed, open: isOpen && at === words.length - 1 })), quoted }
}

/** A word in which Chinese or Japanese stands, cut into words; one or two characters alone are one. */
function spaced(word: string, lang: string): string[] {
  if (!hasUnspaced(word)) return [word]
  return word.replace(RUN, (run) => ` ${segmentsOf(run, lang).join(' ')} `).split(' ')
}

/** Where a browser cannot cut words, a change of script is the end of one. Characters that it leaves alone, one after the other, are a word that it does not know. */
function segmentsOf(run: string, lang: string): string[] {
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
