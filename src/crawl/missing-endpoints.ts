import { optionalName, RECORD_KINDS, type RecordKind, RECORDS } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'
import { nameOf } from './endpoints.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Counters } from './report/counters.ts'

/** So many answers "not found" and no other: the service has nothing of the kind. */
const ENOUGH = 5
/** The first may be odd, each for itself: so many others, from all over, are asked for before that is believed. */
const SAMPLE = 10

/** A record that was not asked for, and how it was heard of: see Discovery.want. */
export interface Skipped {
  key: RecordKey
  from: string
  by: string
}

/** Notices which of the endpoints that not every service has are missing, so that they are asked a few times only. */
export class MissingEndpoints {
  readonly #misses = new Map<RecordKind, number>()
  readonly #lacking = new Set<RecordKind>()
  readonly #told = new Set<RecordKind>()
  readonly #skipped = new Map<RecordKind, Map<string, Skipped>>()
  readonly #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  isLacking(kind: RecordKind): boolean {
    return this.#lacking.has(kind)
  }

  /** What the last crawl found missing altogether is not asked for again so soon. `extras` are those that are wanted. */
  recall(revalidation: RevalidationStore, extras: ReadonlySet<string>): void {
    for (const kind of RECORD_KINDS.filter((kind) => RECORDS[kind].optional || extras.has(kind)))
      if (revalidation.isLacking(kind, ENOUGH)) this.#lacking.add(kind)
    this.conclude()
  }

  /** The service had an answer: it knows the endpoint. */
  hit(kind: RecordKind): void {
    this.#misses.set(kind, Number.NEGATIVE_INFINITY)
    this.#lacking.delete(kind)
  }

  /** The service had none. */
  miss(kind: RecordKind): void {
    const misses = (this.#misses.get(kind) ?? 0) + 1
    this.#misses.set(kind, misses)
    if (misses >= ENOUGH && optionalName(kind)) this.#lacking.add(kind)
  }

  /** Notes what is not asked for, because its endpoint seems to be missing. */
  skip(skipped: Skipped): void {
    const { kind } = skipped.key
    if (this.#told.has(kind)) return
    const others = this.#skipped.get(kind) ?? new Map<string, Skipped>()
    this.#skipped.set(kind, others.set(nameOf(skipped.key), skipped))
  }

  /** Of each kind that seems to be missing, some of what was skipped, to be asked for now: it is missing where they miss too. */
  takeSample(): Skipped[] {
    return [...this.#skipped].flatMap(([kind, others]) => {
      if (!this.#lacking.has(kind)) return []
      const step = Math.max(1, others.size / SAMPLE)
      const sample = [...others.values()].filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
      for (const { key } of sample) others.delete(nameOf(key))
      this.#misses.set(kind, ENOUGH - sample.length)
      this.#lacking.delete(kind)
      return sample
    })
  }

  /** What was skipped of kinds that are there after all. */
  takeRegained(): Skipped[] {
    return [...this.#skipped].flatMap(([kind, others]) => (this.#lacking.has(kind) ? [] : [...others.values()]))
  }

  /** Says which kinds the site goes without, each once. */
  conclude(): void {
    for (const kind of this.#lacking) {
      if (this.#told.has(kind)) continue
      this.#told.add(kind)
      this.#counters.drop(kind)
      this.#counters.warn(`The service does not have ${optionalName(kind) ?? kind}: the site goes without.`)
    }
  }
}
