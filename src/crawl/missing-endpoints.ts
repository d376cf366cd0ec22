import { optionalName, RECORD_KINDS, type RecordKind, RECORDS } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'
import { nameOf } from './endpoints.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Counters } from './report/counters.ts'

/** After this many misses and no hit, an endpoint seems to be missing. */
const ENOUGH = 5
/** The first records may be atypical: this many others, spread evenly, are requested before the endpoint counts as missing. */
const SAMPLE = 50

/** A deferred record, with how it was discovered (see Discovery.want). */
export interface Deferred {
  key: RecordKey
  from: string
  by: string
}

/** Detects which optional endpoints a service lacks, so that they are requested only a few times. */
export class MissingEndpoints {
  readonly #misses = new Map<RecordKind, number>()
  readonly #lacking = new Set<RecordKind>()
  readonly #reported = new Set<RecordKind>()
  /** By kind: pending reports of misses, as long as there was no hit. */
  readonly #untold = new Map<RecordKind, (() => Promise<void>)[]>()
  readonly #deferred = new Map<RecordKind, Map<string, Deferred>>()
  readonly #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  isLacking(kind: RecordKind): boolean {
    return this.#lacking.has(kind)
  }

  /** Endpoints that the previous crawl found missing are not requested again so soon. `extras` are those that are requested. */
  async recall(revalidation: RevalidationStore, extras: ReadonlySet<string>): Promise<void> {
    for (const kind of RECORD_KINDS.filter((kind) => RECORDS[kind].optional || extras.has(kind)))
      if (revalidation.isLacking(kind, ENOUGH)) this.#lacking.add(kind)
    await this.conclude()
  }

  /** The endpoint exists. Resolves when its previous misses are reported. */
  async hit(kind: RecordKind): Promise<void> {
    this.#misses.set(kind, Number.NEGATIVE_INFINITY)
    this.#lacking.delete(kind)
    const untold = this.#untold.get(kind) ?? []
    this.#untold.delete(kind)
    for (const report of untold) await report()
  }

  /** A request found nothing. `report` reports the record as missing, unless the whole endpoint turns out to be missing. */
  async miss(kind: RecordKind, report: () => Promise<void>): Promise<void> {
    const misses = (this.#misses.get(kind) ?? 0) + 1
    this.#misses.set(kind, misses)
    if (!optionalName(kind) || misses === Number.NEGATIVE_INFINITY) return report()
    this.#untold.set(kind, [...(this.#untold.get(kind) ?? []), report])
    if (misses >= ENOUGH) this.#lacking.add(kind)
  }

  defer(deferred: Deferred): void {
    const { kind } = deferred.key
    if (this.#reported.has(kind)) return
    const others = this.#deferred.get(kind) ?? new Map<string, Deferred>()
    this.#deferred.set(kind, others.set(nameOf(deferred.key), deferred))
  }

  /** A sample of the deferred records of each kind that seems to be missing, to be requested now: if all miss, it is missing. */
  takeSample(): Deferred[] {
    return [...this.#deferred].flatMap(([kind, others]) => {
      if (!this.#lacking.has(kind)) return []
      const step = Math.max(1, others.size / SAMPLE)
      const sample = [...others.values()].filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
      for (const { key } of sample) others.delete(nameOf(key))
      this.#misses.set(kind, ENOUGH - sample.length)
      this.#lacking.delete(kind)
      return sample
    })
  }

  takeRegained(): Deferred[] {
    return [...this.#deferred].flatMap(([kind, others]) => (this.#lacking.has(kind) ? [] : [...others.values()]))
  }

  /** Warns of each missing kind once, and reports the other misses. */
  async conclude(): Promise<void> {
    for (const kind of this.#lacking) {
      if (this.#reported.has(kind)) continue
      this.#reported.add(kind)
      this.#untold.delete(kind)
      this.#counters.drop(kind)
      this.#counters.warn(`The service does not have ${optionalName(kind) ?? kind}: the site goes without.`)
    }
    for (const report of [...this.#untold.values()].flat()) await report()
    this.#untold.clear()
  }
}
