import { fold } from '../../fold.ts'
import { literal } from '../../literal.ts'
import type { Fragment } from '../../pagefind-api.ts'
import { isNumber } from '../plan/terms.ts'
import { fromPairs, hasUnspaced } from '../../unspaced.ts'

/** What a result lacks of what was typed, and what it has for it. */
export interface Notes {
  /** Typed words. */
  without: readonly string[]
  /** Other words than those that were typed. */
  also: readonly string[]
}

/** Another word that was found for a typed one. */
export interface Stand {
  typed: string
  also: string
}

/**
 * Notes that hold for the page that opens. Pagefind compares stems, so that "tire" finds "tired", and an index parts words at other places than a reader: so what a note
 * says is held against the words of the page.
 */
export function notesOf({ content, meta }: Fragment, without: readonly string[], stands: readonly Stand[]): Notes {
  const text = fold(fromPairs([meta.title ?? meta.name, meta.breadcrumb, content].filter(Boolean).join(' ')))
  const [kept, broken] = [stands.filter(({ also }) => has(text, also)), stands.filter(({ also }) => !has(text, also))]
  const lacking = [...without, ...broken.map(({ typed }) => typed)].filter((word) => !(isNumber(word) ? hasNumber : has)(text, word))
  return { without: [...new Set(lacking)], also: [...new Set(kept.map(({ also }) => also))] }
}

/** True where it ends a name, as in `M3x10`: a number elsewhere counts something else. */
const hasNumber = (text: string, number: string): boolean => new RegExp(`\\p{L}${literal(number)}(?!\\p{N})`, 'u').test(text)

/** True where a text has words, or several of them: "tyres" for "tyre". Letters and digits part each other. */
function has(text: string, words: string): boolean {
  const wanted = fold(words)
  if (hasUnspaced(wanted)) return text.includes(wanted)
  const [before, after] = [/^\p{N}/u.test(wanted) ? 'N' : 'L', /\p{N}$/u.test(wanted) ? 'N' : 'L']
  const pattern = literal(wanted).replace(/\s+/g, '\\s+')
  return new RegExp(`(?<!\\p{${before}})${pattern}(?:e?s|n|en|er)?(?!\\p{${after}})`, 'u').test(text)
}
