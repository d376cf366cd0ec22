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
export function makeFreshness(revalidation: RevalidationStore, moves: Moves, previous: CacheReader | undefined) {
  /** By list, while it is read: the previous list's items that have not been seen yet. */
  const unseen = new Map<ListName, Map<string, Fingerprint>>()
  /** Names of listed records with the date in the list, in seconds. */
  const listed = new Map<string, number>()
  const changed = new Set<string>()
  /** Names of records that this crawl has requested, or found changed: their translations are requested as well. */
  const renewed = new Set<string>()
  const datedNamespaces = new Set<string>()
  let due: ReadonlySet<string> = new Set()

  /** True if the list has a later date for a record than a stored answer. */
  const isOutdated = (key: RecordKey, stored: unknown): boolean => isOlder(newestDate(stored), listed.get(nameOf(key)) ?? 0)

  return {
    /** True if there is something to compare with: the lists are read before any record. */
    isIncremental: previous !== undefined,
    isOutdated,
    /** Reads the previous crawl's notes. The `verifyPercent` of the records that were requested longest ago are due in any case. */
    async load(verifyPercent = 0, includePrivate = false): Promise<void> {
      if (!previous) return
      await revalidation.load(previous, includePrivate)
      due = revalidation.oldest(verifyPercent)
    },
    /** Must be called before the first item of a list. */
    async begin(list: ListName): Promise<void> {
      if (!previous) return
      const last = new Map<string, Fingerprint>()
      for await (const item of previous.list(list)) {
        const fingerprint = fingerprintItem(list, moves.inNewWords(item))
        if (fingerprint) last.set(fingerprint.name, fingerprint)
      }
      unseen.set(list, last)
    },
    note(list: ListName, item: unknown): void {
      const last = unseen.get(list)
      const fingerprint = last && fingerprintItem(list, moves.inNewWords(item))
      if (!fingerprint) return
      listed.set(fingerprint.name, fingerprint.modifiedAt)
      const before = last.get(fingerprint.name)
      // A private record has no item in the previous crawl's list: it counts as changed if it was modified since it was last requested.
      const withheld = before ? undefined : revalidation.missing(fingerprint.mark)
      const isOld = before ? isSame(before, fingerprint) : withheld?.isWithheld && fingerprint.modifiedAt < withheld.at - OVERLAP_SECONDS
      if (!isOld) changed.add(fingerprint.mark)
      last.delete(fingerprint.name)
    },
    /** Must be called when a list was read in full. Returns the names of lost items. */
    end(list: ListName): string[] {
      const lost = unseen.get(list) ?? new Map<string, Fingerprint>()
      unseen.delete(list)
      for (const { mark } of lost.values()) changed.add(mark)
      return [...lost.keys()]
    },
    wikisChanged(namespace: string, titles: readonly string[]): void {
      datedNamespaces.add(namespace)
      for (const title of titles) changed.add(`wiki ${namespace}/${title}`)
    },
    /** What to do with a record; `stored` is its answer in the previous crawl, without which everything is requested. */
    verdict(key: RecordKey, stored: unknown): ReturnType<typeof verdictOn> {
      if (!previous) return 'fetch'
      const name = nameOf(key)
      const isDated = listed.has(name) && (key.kind !== 'wiki' || datedNamespaces.has(key.id.slice(0, key.id.indexOf('/'))))
      const isRenewed = key.lang !== undefined && renewed.has(nameOf(sourceOf(key)))
      const missing = stored === undefined ? revalidation.missing(name) : undefined
      return verdictOn({
        hasChanged: isRenewed || [name, ...partsOf(key, stored)].some((mark) => changed.has(mark)),
        isAged: revalidation.ageDays(name) >= maxAgeDays(key, { isDated, missing }),
        isStored: stored !== undefined,
        wasMissing: missing !== undefined,
        isOutdated: isOutdated(key, stored),
        isDue: due.has(name),
      })
    },
    /** True if an answer stored by an interrupted crawl at a time (seconds) is still current: it is from today, or the list has its date. */
    isCurrent(key: RecordKey, answer: unknown, at: number): boolean {
      if (revalidation.isToday(at)) return true
      const [dated, listedAt] = [newestDate(answer), listed.get(nameOf(key)) ?? 0]
      return dated > 0 && listedAt > 0 && !isOlder(dated, listedAt)
    },
    isVerified: (key: RecordKey): boolean => due.has(nameOf(key)) && !changed.has(nameOf(key)),
    /** A record was requested, or differs from the previous crawl's. */
    renew(key: RecordKey): void {
      if (previous && !key.lang) renewed.add(nameOf(key))
    },
  }
}
