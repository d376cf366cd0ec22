import type { RecordKey } from '../../cache/layout.ts'
import type { CrawlOptions } from '../options.ts'
import { depthNote } from '../../fetch/limits.ts'
import { MAX_TAGS } from '../../model/guide.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import { MAX_LANGUAGES } from '../languages.ts'
import { type CopyingParts, mediaCopier } from '../media.ts'
import type { Frontier } from './frontier.ts'
import type { Deferred } from '../missing-endpoints.ts'
import type { References } from '../references.ts'

/** Adds the references in lists, trees and answers to the frontier, within the limits, and copies their files. */
export function makeDiscovery(parts: CopyingParts & { frontier: Frontier }) {
  const { frontier, service, reporter } = parts
  const { missingEndpoints, languages } = service
  const { counters } = reporter
  const media = mediaCopier(parts)
  const ceilings = ceilingsOf(parts.options, (sentence) => counters.warn(sentence))

  /** Adds a record to the frontier, if new and of a supported kind. `from`: how it was discovered, `by`: the referring record. */
  function want(key: RecordKey, from: string, by = ''): void {
    if (frontier.has(key)) return reporter.confirm(key, from)
    if (missingEndpoints.isLacking(key.kind)) return missingEndpoints.defer({ key, from, by })
    if (!ceilings.admits(key, by, frontier.size())) return
    frontier.add(key)
    reporter.expect(key, from, by)
    counters.know(key.kind)
  }

  /** Adds a deferred record to the frontier, even if it was there before. */
  function wantDeferred({ key, from, by }: Deferred): void {
    if (!frontier.has(key)) return want(key, from, by)
    frontier.addAgain(key)
    counters.know(key.kind)
  }

  async function follow({ records, media: files, spoken, commented, excess }: References, by: RecordKey): Promise<void> {
    const isTree = TREE_KINDS.includes(by.kind)
    if (excess) ceilings.tell(by, `has texts that are ${excess}: they are shown as plain words, and their links are not followed`)
    reporter.comments.found(commented)
    const from = isTree ? 'tree' : 'record'
    for (const { isLinked, ...key } of isTree ? records : ceilings.of(records, by)) want(key, isLinked ? 'link' : from, nameOf(by))
    const translations = languages.of(by, spoken)
    if (languages.hasTooMany()) ceilings.tellOfAll(`The service names more than ${MAX_LANGUAGES} languages: the rest is not asked for.`)
    for (const key of translations) {
      if (spoken.available) reporter.translation(key.kind, key.lang, 'expected')
      want(key, 'translation', nameOf(by))
    }
    await media.copyAll(ceilings.of(files, by))
  }

  return { ceilings, media, want, wantDeferred, follow }
}

/** References per record; the largest known has some 3,000. Category trees are exempt. */
const MAX_NAMED = 50_000
const MAX_TOLD = 20
const MAX_SHOWN = 100

/**
 * Prevents an endless service from filling disk and memory. What exceeds a limit is left out and reported. `maxRecords` limits the requested
 * records, and the list items read: each names one.
 */
export function ceilingsOf(
  { maxRecords = Infinity, maxDepth = Infinity }: Pick<CrawlOptions, 'maxRecords' | 'maxDepth'>,
  warn: (sentence: string) => void,
) {
  const reached: string[] = []
  /** For unlisted records: the number of references that lead to them. */
  const depths = new Map<string, number>()
  const details = new Set<string>()
  const notes = new Set<string>()

  function refuse(what: string, sentence: string): false {
    if (details.has(what)) return false
    details.add(what)
    reached.push(sentence)
    warn(sentence)
    return false
  }

  function note(sentence: string): void {
    if (notes.has(sentence) || notes.size >= MAX_TOLD) return
    notes.add(sentence)
    warn(sentence)
  }

  /** Reports an excess in a record: `problem` completes "guide 12 …". */
  function tell(key: RecordKey, problem: string): void {
    if (details.size < MAX_TOLD) refuse(nameOf(key), `${nameOf(key).slice(0, MAX_SHOWN)} ${problem}.`)
    else refuse('more', 'Further records have texts, or name things, beyond the bounds.')
  }

  return {
    reached,
    maxRecords,
    tell,
    /** Whether a record may be requested when `planned` records already are. `by` is its referrer: a record's name, or a list. */
    admits(key: RecordKey, by: string, planned: number): boolean {
      if (planned >= maxRecords)
        return refuse(
          'records',
          `The service names more than ${inDigits(maxRecords)} records: the rest is not asked for. Raise \`maxRecords\` for more.`,
        )
      const depth = by === '' || by.startsWith('list ') ? 0 : (depths.get(by) ?? 0) + 1
      if (depth > maxDepth)
        return refuse(
          'depth',
          `Records lead to each other more than ${inDigits(maxDepth)} times in a row: what follows is not asked for. Raise \`maxDepth\` for more.`,
        )
      if (depth > 0) depths.set(nameOf(key), depth)
      return true
    },
    cut: (url: string) =>
      refuse(url, `The list ${url} has ${inDigits(maxRecords)} items or more: the rest is not read. Raise \`maxRecords\` for more.`),
    of<T>(named: readonly T[], by: RecordKey): readonly T[] {
      if (named.length <= MAX_NAMED) return named
      tell(by, `names ${inDigits(named.length)} things: the first ${inDigits(MAX_NAMED)} are followed`)
      return named.slice(0, MAX_NAMED)
    },
    /** Reports that a record or list item has more tags than the site has pages for; the copy has all of them. */
    noteTags(name: string, answer: unknown): void {
      const tags: unknown = Array.isArray(answer) ? answer : (answer as { tags?: unknown } | null)?.tags
      if (Array.isArray(tags) && tags.length > MAX_TAGS)
        note(`${name.slice(0, MAX_SHOWN)} has ${inDigits(tags.length)} tags: the site shows the first ${MAX_TAGS}.`)
    },
    /** Reports that deeply nested parts of a record were removed: nothing reads them. */
    noteDepth: (name: string): void => note(depthNote(name.slice(0, MAX_SHOWN))),
    tellOfAll: (sentence: string) => refuse(sentence, sentence),
  }
}

const inDigits = (count: number): string => count.toLocaleString('en-US')
