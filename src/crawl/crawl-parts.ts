import type { CacheReader } from '../cache/reader.ts'
import type { Client } from '../fetch/client.ts'
import { Discovery } from './frontier/discovery.ts'
import { Frontier } from './frontier/frontier.ts'
import { MediaCopier } from './media.ts'
import type { CrawlOptions } from './options.ts'
import type { Counters } from './report/counters.ts'
import { Reporter } from './report/reporter.ts'
import { Selection } from './selection.ts'
import { Service } from './service.ts'
import { Store } from './store.ts'
import { WorkerPool } from './frontier/worker-pool.ts'

/** The components of one crawl. Functions take only those that they use: `Pick<CrawlParts, 'store'>`. */
export interface CrawlParts {
  options: CrawlOptions
  service: Service
  selection: Selection
  frontier: Frontier
  discovery: Discovery
  store: Store
  reporter: Reporter
}

/** Creates the components of a crawl of the service at `base`, and the pool that processes its frontier until the signal is aborted. */
export function makeParts(
  options: CrawlOptions,
  given: { client: Client; counters: Counters; base: string; previous: CacheReader | undefined; signal: AbortSignal },
): CrawlParts & { workers: WorkerPool } {
  const { client, counters, base, previous, signal } = given
  const service = new Service(options, { client, base, counters, previous })
  const selection = new Selection(options, service.facts)
  const store = new Store(options, previous, service.moves)
  const reporter = new Reporter(options.cache, counters)
  const frontier = new Frontier()
  const workers = new WorkerPool(frontier, signal)
  const { media: kinds, maxMediaBytes } = options
  const { moves } = service
  const { revalidation, writer } = store
  const media = new MediaCopier(client, writer, reporter, { media: kinds, maxMediaBytes, base, moves, revalidation })
  const discovery = new Discovery(options, { frontier, workers, media, service, reporter })
  return { options, service, selection, frontier, discovery, store, reporter, workers }
}
