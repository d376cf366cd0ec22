import type { Unreadable } from '../../src/views/unreadable.ts'
import { countOf, numberInWords } from './words.ts'

/** What a build could not read, the first of them by name; nothing where it could read all. */
export function unreadableInWords(unreadable: readonly Unreadable[], most = 5): string[] {
  if (unreadable.length === 0) return []
  const named = unreadable
    .slice(0, most)
    .map(({ kind, id, lang, reason }) => `  ${kind} ${plain(id)}${lang ? ` (${lang})` : ''}: ${reason}`)
  const more = unreadable.length - named.length
  const rest = more > 0 ? [`  … and ${numberInWords(more)} more; --json names all of them.`] : []
  return [`${countOf(unreadable.length, 'record')} could not be read, and the site says so in its place:`, ...named, ...rest]
}

/** An id can be a title, with whatever a service puts into one. */
const plain = (id: string): string => id.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, ' ').slice(0, 80)
