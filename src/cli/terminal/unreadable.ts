import type { LostContent } from '../../cache/loss.ts'
import type { MissingWords } from '../../views/missing-words.ts'
import type { Unreadable } from '../../views/catalog/unreadable.ts'
import { countOf, numberInWords } from './words.ts'

/** The unreadable records of a build, the first of them by name; empty if there are none. */
export function unreadableInWords(unreadable: readonly Unreadable[], most = 5): string[] {
  const heading = `${countOf(unreadable.length, 'record')} could not be read, and the site says so in its place:`
  return listed(heading, unreadable, most, (one) => `${nameOf(one)}: ${one.reason}`)
}

/** Words of records that are missing on their pages, the first records by name; empty if there are none. */
export function missingInWords(missing: readonly MissingWords[], most = 5): string[] {
  const words = missing.reduce((sum, one) => sum + one.words.length, 0)
  const heading = `Pages lack ${countOf(words, 'word')} of ${countOf(missing.length, 'record')}:`
  return listed(heading, missing, most, (one) => `${nameOf(one)}: ${one.words.slice(0, most).map(plain).join(' ')}`)
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
  const heading = `${countOf(damaged.length, 'media file')} of the cache ${damaged.length === 1 ? 'is' : 'are'} not what was stored; the site before gave its whole copy, else the damaged one is shown:`
  return [...listed(heading, damaged, most, String), 'A crawl with --verify 100% copies them again; then build again.']
}

/** A heading and the first of some things, a line each; empty if there are none. */
function listed<T>(heading: string, all: readonly T[], most: number, lineOf: (one: T) => string): string[] {
  if (all.length === 0) return []
  const rest = all.length > most ? [`  … and ${numberInWords(all.length - most)} more; --json names all of them.`] : []
  return [heading, ...all.slice(0, most).map((one) => `  ${lineOf(one)}`), ...rest]
}

const nameOf = ({ kind, id, lang }: { kind: string; id: string; lang?: string }): string =>
  `${kind} ${plain(id)}${lang ? ` (${lang})` : ''}`

/** An id can be a title with any characters. */
const plain = (id: string): string => id.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, ' ').slice(0, 80)
