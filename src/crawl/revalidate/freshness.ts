import type { CacheReader } from '../../cache/reader.ts'
import { nameOf, sourceOf } from '../endpoints.ts'
import type { Moves } from '../service.ts'
import { maxAgeDays, type RevalidationStore } from './store.ts'
import { type Fingerprint, fingerprintItem, isOlder, isSame, newestDate, OVERLAP_SECONDS, partsOf } from './fingerprints.ts'
import type { ListName } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

/**
 * What is known about a record before it is requested: it, or a part of its answer, has changed; it has reached its maximum age; its list
 * has a later date than the stored answer; it is due for a check, although nothing suggests a change.
 */
export type Evidence = Record<'hasChanged' | 'isAged' | 'isStored' | 'wasMissing' | 'isOutdated' | 'isDue', boolean>

/** Whether a record is requested again. `forget`: it was missing, and nothing suggests that it exists now. */
export function verdictOn({ hasChanged, isAged, isStored, wasMissing, isOutdated, isDue }: Evidence): 'fetch' | 'keep' | 'forget' {
  if (hasChanged || isAged) return 'fetch'
  if (wasMissing) return 'forget'
  return !isStored || isOutdated || isDue ? 'fetch' : 'keep'
}

/** Combines the knowledge of the last finished crawl with the lists of this one. */
export class Freshness {
  readonly #revalidation: RevalidationStore
  readonly #moves: Moves
  readonly #previous: CacheReader | undefined
  /** By list, while it is read: the previous list's items that have not been seen yet. */
  readonly #last = new Map<ListName, Map<string, Fingerprint>>()
  /** Names of listed records with the date in the list, in seconds. */
  readonly #listed = new Map<string, number>()
  readonly #changed = new Set<string>()
  /** Names of records that this crawl has requested, or found changed: their translations are requested as well. */
  readonly #renewed = new Set<string>()
  readonly #datedNamespaces = new Set<string>()
  #due: ReadonlySet<string> = new Set()

  /** Without a finished crawl, or without `previous`, everything is requested. */
  constructor(revalidation: RevalidationStore, moves: Moves, previous?: CacheReader) {
    this.#revalidation = revalidation
    this.#moves = moves
    this.#previous = previous
  }

  /** True if there is something to compare with: the lists are read before any record. */
  get isIncremental(): boolean {
    return this.#previous !== undefined
  }

  /** Reads the previous crawl's notes. The `verifyPercent` of the records that were requested longest ago are due in any case. */
  async load(verifyPercent = 0, includePrivate = false): Promise<void> {
    if (!this.#previous) return
    await this.#revalidation.load(this.#previous, includePrivate)
    this.#due = this.#revalidation.oldest(verifyPercent)
  }

  /** Must be called before the first item of a list. */
  async begin(list: ListName): Promise<void> {
    if (!this.#previous) return
    const last = new Map<string, Fingerprint>()
    for await (const item of this.#previous.list(list)) {
      const fingerprint = fingerprintItem(list, this.#moves.inNewWords(item))
      if (fingerprint) last.set(fingerprint.name, fingerprint)
    }
    this.#last.set(list, last)
  }

  note(list: ListName, item: unknown): void {
    const last = this.#last.get(list)
    const fingerprint = last && fingerprintItem(list, this.#moves.inNewWords(item))
    if (!fingerprint) return
    this.#listed.set(fingerprint.name, fingerprint.modifiedAt)
    const before = last.get(fingerprint.name)
    // A private record has no item in the previous crawl's list: it counts as changed if it was modified since it was last requested.
    const withheld = before ? undefined : this.#revalidation.missing(fingerprint.mark)
    const isOld = before ? isSame(before, fingerprint) : withheld?.isWithheld && fingerprint.modifiedAt < withheld.at - OVERLAP_SECONDS
    if (!isOld) this.#changed.add(fingerprint.mark)
    last.delete(fingerprint.name)
  }

  /** Must be called when a list was read in full. Returns the names of lost items. */
  end(list: ListName): string[] {
    const lost = this.#last.get(list) ?? new Map<string, Fingerprint>()
    this.#last.delete(list)
    for (const { mark } of lost.values()) this.#changed.add(mark)
    return [...lost.keys()]
  }

  wikisChanged(namespace: string, titles: readonly string[]): void {
    this.#datedNamespaces.add(namespace)
    for (const title of titles) this.#changed.add(`wiki ${namespace}/${title}`)
  }

  /** What to do with a record; `stored` is its answer in the previous crawl. */
  verdict(key: RecordKey, stored: unknown): ReturnType<typeof verdictOn> {
    if (!this.#previous) return 'fetch'
    const name = nameOf(key)
    const listedAt = this.#listed.get(name)
    const isDated = listedAt !== undefined && (key.kind !== 'wiki' || this.#datedNamespaces.has(key.id.slice(0, key.id.indexOf('/'))))
    const isRenewed = key.lang !== undefined && this.#renewed.has(nameOf(sourceOf(key)))
    const missing = stored === undefined ? this.#revalidation.missing(name) : undefined
    return verdictOn({
      hasChanged: isRenewed || [name, ...partsOf(key, stored)].some((mark) => this.#changed.has(mark)),
      isAged: this.#revalidation.ageDays(name) >= maxAgeDays(key, { isDated, missing }),
      isStored: stored !== undefined,
      wasMissing: missing !== undefined,
      isOutdated: this.isOutdated(key, stored),
      isDue: this.#due.has(name),
    })
  }

  /** True if the list has a later date for a record than a stored answer. */
  isOutdated(key: RecordKey, stored: unknown): boolean {
    return isOlder(newestDate(stored), this.#listed.get(nameOf(key)) ?? 0)
  }

  /** True if an answer stored by an interrupted crawl at a time (seconds) is still current: it is from today, or the list has its date. */
  isCurrent(key: RecordKey, answer: unknown, at: number): boolean {
    if (this.#revalidation.isToday(at)) return true
    const [dated, listedAt] = [newestDate(answer), this.#listed.get(nameOf(key)) ?? 0]
    return dated > 0 && listedAt > 0 && !isOlder(dated, listedAt)
  }

  isVerified(key: RecordKey): boolean {
    return this.#due.has(nameOf(key)) && !this.#changed.has(nameOf(key))
  }

  /** A record was requested, or differs from the previous crawl's. */
  renew(key: RecordKey): void {
    if (this.#previous && !key.lang) this.#renewed.add(nameOf(key))
  }
}
