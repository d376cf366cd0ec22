import { EXTRA_KINDS, isExtra } from '../model/extras.ts'
import type { CrawledKind } from './endpoints.ts'
import type { RevalidationStore } from './revalidate/store.ts'
import type { Counters } from './report/counters.ts'

/** So many answers "not found" and no other: the service has nothing of the kind. */
const ENOUGH = 5

const NAMES: Record<string, string> = {
  'user-badges': 'badges of users',
  'guide-tags': 'tags of guides',
  'wiki-tags': 'tags of wikis',
  'team-members': 'members of teams',
}

const nameFor = (kind: CrawledKind): string | undefined => NAMES[kind] ?? (isExtra(kind) ? `what --extra ${kind} asks for` : undefined)

/** Notices which of the endpoints that not every service has are missing, so that they are asked a few times only. */
export class MissingEndpoints {
  readonly #misses = new Map<CrawledKind, number>()
  readonly #lacking = new Set<CrawledKind>()
  readonly #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  isLacking(kind: CrawledKind): boolean {
    return this.#lacking.has(kind)
  }

  /** What the last crawl found missing altogether is not asked for again so soon. `extras` are those that are wanted. */
  recall(revalidation: RevalidationStore, extras: ReadonlySet<string>): void {
    for (const kind of [...Object.keys(NAMES), ...EXTRA_KINDS.filter((extra) => extras.has(extra))] as CrawledKind[])
      if (revalidation.isLacking(kind, ENOUGH)) for (let misses = 0; misses < ENOUGH; misses++) this.miss(kind)
  }

  /** The service had an answer: it knows the endpoint. */
  hit(kind: CrawledKind): void {
    this.#misses.set(kind, Number.NEGATIVE_INFINITY)
  }

  /** The service had none. */
  miss(kind: CrawledKind): void {
    const misses = (this.#misses.get(kind) ?? 0) + 1
    this.#misses.set(kind, misses)
    const name = nameFor(kind)
    if (misses < ENOUGH || !name || this.#lacking.has(kind)) return
    this.#lacking.add(kind)
    this.#counters.drop(kind)
    this.#counters.warn(`The service does not have ${name}: the site goes without.`)
  }
}
