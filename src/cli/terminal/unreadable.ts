import type { LostContent } from '../../cache/loss.ts'
import type { MissingWords } from '../../views/missing-words.ts'
import type { Unreadable } from '../../views/catalog/unreadable.ts'
import { countOf, numberInWords } from './words.ts'

/** The unreadable records of a build, the first of them by name; empty if there are none. */
export function unreadableInWords(unreadable: readonly Unreadable[], most = 5): string[] {
  if (unreadable.length === 0) return []
  const named = unreadable.slice(0, most).map((one) => `  ${nameOf(one)}: ${one.reason}`)
  return [
    `${countOf(unreadable.length, 'record')} could not be read, and the site says so in its place:`,
    ...named,
    ...restOf(unreadable, named),
  ]
}

/** Words of records that are missing on their pages, the first records by name; empty if there are none. */
export function missingInWords(missing: readonly MissingWords[], most = 5): string[] {
  if (missing.length === 0) return []
  const words = missing.reduce((sum, one) => sum + one.words.length, 0)
  const named = missing.slice(0, most).map((one) => `  ${nameOf(one)}: ${one.words.slice(0, most).map(plain).join(' ')}`)
  return [`Pages lack ${countOf(words, 'word')} of ${countOf(missing.length, 'record')}:`, ...named, ...restOf(missing, named)]
}

/** What the cache has lost since its crawl, and what to do. */
export function lostInWords(lost: readonly LostContent[]): string[] {
  if (lost.length === 0) return []
  return [
    'The cache has lost content since its crawl, and the site lacks it:',
    ...lost.map(({ path, what, of, stored, left }) => {
      const named = what === 'media' ? 'its files' : of
      return `  ${path}: ${numberInWords(left)} of ${numberInWords(stored)} left of ${named}`
    }),
    'A crawl asks for them again; then build again.',
  ]
}

/** The damaged media files of a build, the first of them by name, and what to do. */
export function damagedInWords(damaged: readonly string[], most = 5): string[] {
  if (damaged.length === 0) return []
  const named = damaged.slice(0, most).map((file) => `  ${file}`)
  return [
    `${countOf(damaged.length, 'media file')} of the cache ${damaged.length === 1 ? 'is' : 'are'} not what was stored; the site before gave its whole copy, else the damaged one is shown:`,
    ...named,
    ...restOf(damaged, named),
    'A crawl with --verify 100% copies them again; then build again.',
  ]
}

function restOf(all: readonly unknown[], named: readonly string[]): string[] {
  const more = all.length - named.length
  return more > 0 ? [`  … and ${numberInWords(more)} more; --json names all of them.`] : []
}

const nameOf = ({ kind, id, lang }: { kind: string; id: string; lang?: string }): string =>
  `${kind} ${plain(id)}${lang ? ` (${lang})` : ''}`

/** An id can be a title with any characters. */
const plain = (id: string): string => id.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, ' ').slice(0, 80)
