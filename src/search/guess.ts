import { fold } from './fold.ts'
import { isLetterKey, withLetterKeys } from './letters.ts'
import type { Fragment } from './pagefind-api.ts'
import { hasPairs, hasUnspaced } from './unspaced.ts'

/** How much of a typed word must be in the found one: `running` finds `run`, `replacment` finds `replacement`. */
const SHARE = 0.4
/** Thai is written without spaces: what was typed is cut into words in ways that cannot be told from here. */
const THAI = /\p{Script=Thai}/u

/**
 * True when Pagefind found nothing for one of the words and took the longest beginning that it knows: for "Wasserkocher" every page that
 * says "was". All results of one index are then of this kind, so that one of them tells.
 */
export function isGuess(text: string, { content, excerpt, meta, sub_results }: Fragment): boolean {
  if (THAI.test(text)) return false
  if (hasUnspaced(text)) return !hasPairs(text, [content, ...Object.values(meta)].join(' '))
  const marked = [excerpt, ...sub_results.map((found) => found.excerpt)].flatMap((part) => part.match(/<mark>.*?<\/mark>/gs) ?? [])
  const found = wordsOf([...marked.map((mark) => mark.replace(/<\/?mark>/g, '')), ...Object.values(meta)].join(' '))
  return !typedWords(withLetterKeys(text)).every((word) => found.some((other) => isMeant(word, other)))
}

/** A number is no other one that begins like it. */
function isMeant(word: string, found: string): boolean {
  if (isLetterKey(word)) return found === word
  return found.includes(word) || (!/^\p{N}+$/u.test(word) && sharedStart(word, found) >= word.length * SHARE)
}

/**
 * True when the page, the best that was found, has one of the typed words in no form that begins like it: what was found may be of another word, as
 * "needs" is for "needel", or of a form of the same, as "run" is for "running".
 */
export function isDoubtful(text: string, { content, meta }: Fragment): boolean {
  if (THAI.test(text) || hasUnspaced(text)) return false
  const written = wordsOf([content, ...Object.values(meta)].join(' ')).join(' ')
  return !typedWords(text).every((word) => written.includes(word))
}

/** As Pagefind reads what was typed: a space ends a word, and nothing else does. `USB-C` is `usbc`. */
const typedWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => fold(word).replace(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean)

/** As Pagefind indexes a text: each word as a whole, and the parts of one with signs or capitals in it. `iPhone` is `iphone`, `i` and `phone`. */
const wordsOf = (text: string): string[] => [
  ...typedWords(text),
  ...(fold(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/[\p{L}\p{N}]+/gu) ?? []),
]

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
