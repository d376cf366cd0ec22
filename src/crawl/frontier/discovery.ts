import type { RecordKey } from '../../cache/layout.ts'
import type { CrawlOptions } from '../options.ts'
import { depthNote } from '../../fetch/limits.ts'
import { MAX_TAGS } from '../../model/guide.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import { MAX_LANGUAGES } from '../languages.ts'
import { type CopyingParts, MediaCopier } from '../media.ts'
import type { Frontier, WorkerPool } from './frontier.ts'
import type { Deferred } from '../missing-endpoints.ts'
import type { References } from '../references.ts'

type OtherParts = CopyingParts & { frontier: Frontier; workers: WorkerPool }

/** Adds the references in lists, trees and answers to the frontier, within the limits, and copies their files. */
export class Discovery {
  readonly ceilings: Ceilings
  readonly media: MediaCopier
  readonly #parts: OtherParts

  constructor(parts: OtherParts) {
    this.media = new MediaCopier(parts)
    this.#parts = parts
    this.ceilings = new Ceilings(parts.options, (sentence) => parts.reporter.counters.warn(sentence))
  }

  /** Adds a record to the frontier, if new and of a supported kind. `from`: how it was discovered, `by`: the referring record. */
  want(key: RecordKey, from: string, by = ''): void {
    const { frontier, workers, service, reporter } = this.#parts
    const { counters } = reporter
    const { missingEndpoints } = service
    if (frontier.has(key)) return reporter.confirm(key, from)
    if (missingEndpoints.isLacking(key.kind)) return missingEndpoints.defer({ key, from, by })
    if (!this.ceilings.admits(key, by, frontier.size)) return
    frontier.add(key)
    reporter.expect(key, from, by)
    counters.know(key.kind)
    workers.wake()
  }

  /** Adds a deferred record to the frontier, even if it was there before. */
  wantDeferred({ key, from, by }: Deferred): void {
    const { frontier, workers, reporter } = this.#parts
    if (!frontier.has(key)) return this.want(key, from, by)
    frontier.addAgain(key)
    reporter.counters.know(key.kind)
    workers.wake()
  }

  async follow({ records, media, spoken, commented, excess }: References, by: RecordKey): Promise<void> {
    const { service, reporter } = this.#parts
    const { languages } = service
    const isTree = TREE_KINDS.includes(by.kind)
    if (excess) this.ceilings.tell(by, `has texts that are ${excess}: they are shown as plain words, and their links are not followed`)
    reporter.comments.found(commented)
    const from = isTree ? 'tree' : 'record'
    for (const { isLinked, ...key } of isTree ? records : this.ceilings.of(records, by))
      this.want(key, isLinked ? 'link' : from, nameOf(by))
    const translations = languages.of(by, spoken)
    if (languages.hasTooMany) this.ceilings.tellOfAll(`The service names more than ${MAX_LANGUAGES} languages: the rest is not asked for.`)
    for (const key of translations) {
      if (spoken.available) reporter.translation(key.kind, key.lang, 'expected')
      this.want(key, 'translation', nameOf(by))
    }
    await this.media.copyAll(this.ceilings.of(media, by))
  }
}

/** References per record; the largest known has some 3,000. Category trees are exempt. */
const MAX_NAMED = 50_000
const MAX_TOLD = 20
const MAX_SHOWN = 100

/** Prevents an endless service from filling disk and memory. What exceeds a limit is left out and reported. */
export class Ceilings {
  readonly reached: string[] = []
  /** The limit of requested records, and of list items read: each names one. */
  readonly maxRecords: number
  readonly #maxDepth: number
  readonly #warn: (sentence: string) => void
  /** For unlisted records: the number of references that lead to them. */
  readonly #depths = new Map<string, number>()
  readonly #details = new Set<string>()
  readonly #notes = new Set<string>()

  constructor({ maxRecords, maxDepth }: Pick<CrawlOptions, 'maxRecords' | 'maxDepth'>, warn: (sentence: string) => void) {
    this.maxRecords = maxRecords ?? Infinity
    this.#maxDepth = maxDepth ?? Infinity
    this.#warn = warn
  }

  /** Whether a record may be requested when `planned` records already are. `by` is its referrer: a record's name, or a list. */
  admits(key: RecordKey, by: string, planned: number): boolean {
    if (planned >= this.maxRecords)
      return this.#refuse(
        'records',
        `The service names more than ${inDigits(this.maxRecords)} records: the rest is not asked for. Raise \`maxRecords\` for more.`,
      )
    const above = this.#depths.get(by)
    const depth = by === '' || by.startsWith('list ') ? 0 : (above ?? 0) + 1
    if (depth > this.#maxDepth)
      return this.#refuse(
        'depth',
        `Records lead to each other more than ${inDigits(this.#maxDepth)} times in a row: what follows is not asked for. Raise \`maxDepth\` for more.`,
      )
    if (depth > 0) this.#depths.set(nameOf(key), depth)
    return true
  }

  cut(url: string): void {
    const most = inDigits(this.maxRecords)
    this.#refuse(url, `The list ${url} has ${most} items or more: the rest is not read. Raise \`maxRecords\` for more.`)
  }

  of<T>(named: readonly T[], by: RecordKey): readonly T[] {
    if (named.length <= MAX_NAMED) return named
    this.tell(by, `names ${inDigits(named.length)} things: the first ${inDigits(MAX_NAMED)} are followed`)
    return named.slice(0, MAX_NAMED)
  }

  /** Reports an excess in a record: `problem` completes "guide 12 …". */
  tell(key: RecordKey, problem: string): void {
    if (this.#details.size < MAX_TOLD) this.#refuse(nameOf(key), `${nameOf(key).slice(0, MAX_SHOWN)} ${problem}.`)
    else this.#refuse('more', 'Further records have texts, or name things, beyond the bounds.')
  }

  /** Reports that a record or list item has more tags than the site has pages for; the copy has all of them. */
  noteTags(name: string, answer: unknown): void {
    const tags: unknown = Array.isArray(answer) ? answer : (answer as { tags?: unknown } | null)?.tags
    if (Array.isArray(tags) && tags.length > MAX_TAGS)
      this.#note(`${name.slice(0, MAX_SHOWN)} has ${inDigits(tags.length)} tags: the site shows the first ${MAX_TAGS}.`)
  }

  /** Reports that deeply nested parts of a record were removed: nothing reads them. */
  noteDepth(name: string): void {
    this.#note(depthNote(name.slice(0, MAX_SHOWN)))
  }

  #note(note: string): void {
    if (this.#notes.has(note) || this.#notes.size >= MAX_TOLD) return
    this.#notes.add(note)
    this.#warn(note)
  }

  tellOfAll(sentence: string): void {
    this.#refuse(sentence, sentence)
  }

  #refuse(what: string, sentence: string): false {
    if (this.#details.has(what)) return false
    this.#details.add(what)
    this.reached.push(sentence)
    this.#warn(sentence)
    return false
  }
}

const inDigits = (count: number): string => count.toLocaleString('en-US')
