import { depthNote } from '../../fetch/limits.ts'
import { MAX_TAGS } from '../../model/guide.ts'
import { nameOf } from '../endpoints.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** References per record; the largest known has some 3,000. Category trees are exempt. */
const MAX_NAMED = 50_000
/** Maximum number of records named in warnings. */
const MAX_TOLD = 20
/** Maximum length of a name in a warning, in characters. */
const MAX_SHOWN = 100

export interface CeilingOptions {
  /** Maximum number of records requested by one crawl. */
  maxRecords?: number | undefined
  /** Maximum number of references from a listed record to another one. */
  maxDepth?: number | undefined
}

/** Prevents an endless service from filling disk and memory. What exceeds a limit is left out and reported. */
export class Ceilings {
  /** What was left out, one sentence each. */
  readonly reached: string[] = []
  /** The limit of requested records, and of list items read: each names one. */
  readonly maxRecords: number
  readonly #maxDepth: number
  readonly #warn: (sentence: string) => void
  /** For unlisted records: the number of references that lead to them. */
  readonly #depths = new Map<string, number>()
  readonly #details = new Set<string>()
  readonly #notes = new Set<string>()

  constructor({ maxRecords = Infinity, maxDepth = Infinity }: CeilingOptions, warn: (sentence: string) => void) {
    this.maxRecords = maxRecords
    this.#maxDepth = maxDepth
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
    const isFirst = by === '' || by.startsWith('list ')
    const depth = isFirst ? 0 : (above ?? 0) + 1
    if (depth > this.#maxDepth)
      return this.#refuse(
        'depth',
        `Records lead to each other more than ${inDigits(this.#maxDepth)} times in a row: what follows is not asked for. Raise \`maxDepth\` for more.`,
      )
    if (depth > 0) this.#depths.set(nameOf(key), depth)
    return true
  }

  /** Reports that a list was not read any further. */
  cut(url: string): void {
    this.#refuse(
      url,
      `The list ${url} has ${inDigits(this.maxRecords)} items or more: the rest is not read. Raise \`maxRecords\` for more.`,
    )
  }

  /** The references of a record, truncated at the limit. */
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

  /** Reports an excess in the service as a whole. */
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
