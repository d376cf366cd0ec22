import { checkedLog, type StaleRecord } from '../cache/checked.ts'
import type { CacheReader } from '../cache/reader.ts'
import { CacheWriter } from '../cache/writer.ts'
import type { Client } from '../fetch/client.ts'
import type { ListName } from '../model/resources.ts'
import { saysPrivate } from '../model/visibility.ts'
import { readExtras } from './extras.ts'
import { makeDiscovery } from './frontier/discovery.ts'
import { makeFrontier } from './frontier/frontier.ts'
import type { CrawlOptions } from './options.ts'
import { type GuideSelection, partOf } from './part.ts'
import type { Scope } from './references.ts'
import type { Counters } from './report/counters.ts'
import { makeReporter } from './report/reporter.ts'
import { makeFreshness } from './revalidate/freshness.ts'
import { revalidationStore } from './revalidate/store.ts'
import { makeService, type Moves, type Service } from './service.ts'

export type CrawlParts = ReturnType<typeof makeParts>

/** Creates the components of a crawl of the service at `base`. */
export function makeParts(
  options: CrawlOptions,
  given: { client: Client; counters: Counters; base: string; previous: CacheReader | undefined; signal: AbortSignal },
) {
  const service = makeService(options, given)
  const selection = makeSelection(options, service.facts)
  const store = makeStore(options, given.previous, service.moves)
  const reporter = makeReporter(options.cache, given.counters)
  const others = { options, service, frontier: makeFrontier(given.signal), store, reporter }
  return { ...others, selection, discovery: makeDiscovery(others) }
}

export type Selection = ReturnType<typeof makeSelection>

function makeSelection(options: CrawlOptions, facts: Service['facts']) {
  const { includePrivate, sizes, zoomSize } = options
  const extras: ReadonlySet<string> = readExtras(options.extra)
  const choice = partOf(options)
  return {
    extras,
    choice,
    /** The filter for the list of guides, in a partial crawl. */
    part: undefined as GuideSelection | undefined,
    /** By kind and id: records that a list or their own answer marks as private, and that were not requested. */
    withheld: new Set<string>(),
    /** True for a private answer or list item that was not requested. */
    isWithheld: (answer: unknown): boolean => !includePrivate && saysPrivate(answer),
    scope: (): Scope => ({ origins: facts.origins(), sizes, zoomSize, isPart: choice !== undefined, extras }),
  }
}

/** What the cache contained, and what it will contain. `previous` is the last finished crawl. */
function makeStore({ cache, full }: CrawlOptions, previous: CacheReader | undefined, moves: Moves) {
  const revalidation = revalidationStore(checkedLog(cache))
  return {
    previous,
    writer: new CacheWriter(cache),
    revalidation,
    freshness: makeFreshness(revalidation, moves, full ? undefined : previous),
    /** By kind and id: records of the previous crawl that the service no longer returns. */
    withdrawn: new Map<string, 'gone' | 'private'>(),
    stale: [] as StaleRecord[],
    keptLists: new Set<ListName>(),
  }
}
