import { optionalName, RECORD_KINDS, type RecordKind, RECORDS } from '../model/resources.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Counters } from './report/counters.ts'

/** So many answers "not found" and no other: the service has nothing of the kind. */
const ENOUGH = 5

/** Notices which of the endpoints that not every service has are missing, so that they are asked a few times only. */
export class MissingEndpoints {
  readonly #misses = new Map<RecordKind, number>()
  readonly #lacking = new Set<RecordKind>()
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
      if (revalidation.isLacking(kind, ENOUGH)) for (let misses = 0; misses < ENOUGH; misses++) this.miss(kind)
  }

  /** The service had an answer: it knows the endpoint. */
  hit(kind: RecordKind): void {
    this.#misses.set(kind, Number.NEGATIVE_INFINITY)
  }

  /** The service had none. */
  miss(kind: RecordKind): void {
    const misses = (this.#misses.get(kind) ?? 0) + 1
    this.#misses.set(kind, misses)
    const name = optionalName(kind)
    if (misses < ENOUGH || !name || this.#lacking.has(kind)) return
    this.#lacking.add(kind)
    this.#counters.drop(kind)
    this.#counters.warn(`The service does not have ${name}: the site goes without.`)
  }
}
