import { optionalName, RECORD_KINDS, type RecordKind, RECORDS } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'
import { nameOf } from './endpoints.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Counters } from './report/counters.ts'

/** After this many misses and no hit, an endpoint seems to be missing. */
const ENOUGH = 5
/** The first records may be atypical: this many others, spread evenly, are requested before the endpoint counts as missing. */
const SAMPLE = 50

/** A deferred record, with how it was discovered (see `want` of makeDiscovery). */
export interface Deferred {
  key: RecordKey
  from: string
  by: string
}

export type MissingEndpoints = ReturnType<typeof missingEndpoints>

/** Detects which optional endpoints a service lacks, so that they are requested only a few times. */
export function missingEndpoints(counters: Counters) {
  const misses = new Map<RecordKind, number>()
  const lacking = new Set<RecordKind>()
  const reported = new Set<RecordKind>()
  /** By kind: pending reports of misses, as long as there was no hit. */
  const untold = new Map<RecordKind, (() => Promise<void>)[]>()
  const deferred = new Map<RecordKind, Map<string, Deferred>>()

  /** Warns of each missing kind once, and reports the other misses. */
  async function conclude(): Promise<void> {
    for (const kind of lacking) {
      if (reported.has(kind)) continue
      reported.add(kind)
      untold.delete(kind)
      counters.drop(kind)
      counters.warn(`The service does not have ${optionalName(kind) ?? kind}: the site goes without.`)
    }
    for (const report of [...untold.values()].flat()) await report()
    untold.clear()
  }

  return {
    conclude,
    isLacking: (kind: RecordKind): boolean => lacking.has(kind),
    /** Endpoints that the previous crawl found missing are not requested again so soon. `extras` are those that are requested. */
    async recall(revalidation: RevalidationStore, extras: ReadonlySet<string>): Promise<void> {
      for (const kind of RECORD_KINDS.filter((kind) => RECORDS[kind].optional || extras.has(kind)))
        if (revalidation.isLacking(kind, ENOUGH)) lacking.add(kind)
      await conclude()
    },
    /** The endpoint exists. Resolves when its previous misses are reported. */
    async hit(kind: RecordKind): Promise<void> {
      misses.set(kind, Number.NEGATIVE_INFINITY)
      lacking.delete(kind)
      const reports = untold.get(kind) ?? []
      untold.delete(kind)
      for (const report of reports) await report()
    },
    /** A request found nothing. `report` reports the record as missing, unless the whole endpoint turns out to be missing. */
    async miss(kind: RecordKind, report: () => Promise<void>): Promise<void> {
      const count = (misses.get(kind) ?? 0) + 1
      misses.set(kind, count)
      if (!optionalName(kind) || count === Number.NEGATIVE_INFINITY) return report()
      untold.set(kind, [...(untold.get(kind) ?? []), report])
      if (count >= ENOUGH) lacking.add(kind)
    },
    defer(one: Deferred): void {
      const { kind } = one.key
      if (reported.has(kind)) return
      const others = deferred.get(kind) ?? new Map<string, Deferred>()
      deferred.set(kind, others.set(nameOf(one.key), one))
    },
    /** A sample of the deferred records of each kind that seems to be missing, to be requested now: if all miss, it is missing. */
    takeSample: (): Deferred[] =>
      [...deferred].flatMap(([kind, others]) => {
        if (!lacking.has(kind)) return []
        const step = Math.max(1, others.size / SAMPLE)
        const sample = [...others.values()].filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
        for (const { key } of sample) others.delete(nameOf(key))
        misses.set(kind, ENOUGH - sample.length)
        lacking.delete(kind)
        return sample
      }),
    takeRegained: (): Deferred[] => [...deferred].flatMap(([kind, others]) => (lacking.has(kind) ? [] : [...others.values()])),
  }
}
