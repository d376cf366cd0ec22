import { checkedLog } from '../cache/checked.ts'
import type { CacheReader } from '../cache/reader.ts'
import type { StaleRecord } from '../cache/stale.ts'
import { CacheWriter } from '../cache/writer.ts'
import type { ListName } from '../model/resources.ts'
import type { CrawlOptions } from './options.ts'
import { Freshness } from './revalidate/freshness.ts'
import type { Moves } from './revalidate/moves.ts'
import { RevalidationStore } from './revalidate/store.ts'

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
