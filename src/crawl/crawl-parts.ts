import { checkedLog } from '../cache/checked.ts'
import type { CacheReader } from '../cache/reader.ts'
import type { StaleRecord } from '../cache/stale.ts'
import { CacheWriter } from '../cache/writer.ts'
import type { Client } from '../fetch/client.ts'
import type { ListName } from '../model/resources.ts'
import { saysPrivate } from '../model/visibility.ts'
import { readExtras } from './extras.ts'
import { Discovery } from './frontier/discovery.ts'
import { Frontier, WorkerPool } from './frontier/frontier.ts'
import { MediaCopier } from './media.ts'
import type { CrawlOptions } from './options.ts'
import { type Part, type PartChoice, partOf } from './part.ts'
import type { Scope } from './references.ts'
import type { Counters } from './report/counters.ts'
import { Reporter } from './report/reporter.ts'
import { Freshness } from './revalidate/freshness.ts'
import type { Moves } from './revalidate/moves.ts'
import { RevalidationStore } from './revalidate/store.ts'
import { Service } from './service.ts'
import type { SiteFacts } from './site-facts.ts'

/** The components of one crawl. Functions take only those that they use: `Pick<CrawlParts, 'store'>`. */
export interface CrawlParts {
  options: CrawlOptions
  service: Service
  selection: Selection
  frontier: Frontier
  /** Processes the frontier until the crawl's signal is aborted. */
  workers: WorkerPool
  discovery: Discovery
  store: Store
  reporter: Reporter
}

/** Creates the components of a crawl of the service at `base`. */
export function makeParts(
  options: CrawlOptions,
  given: { client: Client; counters: Counters; base: string; previous: CacheReader | undefined; signal: AbortSignal },
): CrawlParts {
  const { client, counters, base, previous, signal } = given
  const service = new Service(options, { client, base, counters, previous })
  const selection = new Selection(options, service.facts)
  const store = new Store(options, previous, service.moves)
  const reporter = new Reporter(options.cache, counters)
  const frontier = new Frontier()
  const workers = new WorkerPool(frontier, signal)
  const media = new MediaCopier(options, { service, store, reporter })
  const discovery = new Discovery(options, { frontier, workers, media, service, reporter })
  return { options, service, selection, frontier, workers, discovery, store, reporter }
}

/** The part of a service that is copied. */
export class Selection {
  readonly extras: ReadonlySet<string>
  readonly choice: PartChoice | undefined
  /** The filter for the list of guides, in a partial crawl. */
  part: Part | undefined
  /** By kind and id: records that a list or their own answer marks as private, and that were not requested. */
  readonly withheld = new Set<string>()
  readonly #facts: SiteFacts
  readonly #options: Pick<CrawlOptions, 'includePrivate' | 'sizes' | 'zoomSize'>

  constructor(options: CrawlOptions, facts: SiteFacts) {
    this.extras = readExtras(options.extra)
    this.choice = partOf(options)
    this.#facts = facts
    this.#options = options
  }

  /** True for a private answer or list item that was not requested. */
  isWithheld(answer: unknown): boolean {
    return !this.#options.includePrivate && saysPrivate(answer)
  }

  /** The references of an answer to follow. */
  scope(): Scope {
    const { sizes, zoomSize } = this.#options
    return { origins: this.#facts.origins(), sizes, zoomSize, isPart: this.choice !== undefined, extras: this.extras }
  }
}

/** What the cache contained, and what it will contain. */
export class Store {
  /** The last finished crawl. */
  readonly previous: CacheReader | undefined
  readonly writer: CacheWriter
  readonly revalidation: RevalidationStore
  readonly freshness: Freshness
  /** By kind and id: records of the previous crawl that the service no longer returns. */
  readonly withdrawn = new Map<string, 'gone' | 'private'>()
  /** Records that stay as in an earlier crawl. */
  readonly stale: StaleRecord[] = []
  /** Lists that stay in the cache. */
  readonly keptLists = new Set<ListName>()

  constructor({ cache, full }: CrawlOptions, previous: CacheReader | undefined, moves: Moves) {
    this.previous = previous
    this.writer = new CacheWriter(cache)
    this.revalidation = new RevalidationStore(checkedLog(cache))
    this.freshness = new Freshness(this.revalidation, moves, full ? undefined : previous)
  }
}
