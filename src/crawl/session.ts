import type { ImageSize } from '../model/media.ts'
import { saysPrivate } from '../model/visibility.ts'
import type { CacheReader } from '../cache/reader.ts'
import { checkedLog } from '../cache/checked.ts'
import { entryLog } from '../cache/report-reader.ts'
import type { StaleRecord } from '../cache/stale.ts'
import { CacheWriter } from '../cache/writer.ts'
import { type CeilingOptions, Ceilings } from './ceilings.ts'
import type { Client, ClientOptions } from '../fetch/client.ts'
import { CommentPlaces } from './report/comment-places.ts'
import { WorkerPool } from './worker-pool.ts'
import { nameOf, recordUrl, TREE_KINDS } from './endpoints.ts'
import { readExtras } from './extras.ts'
import { Freshness } from './revalidate/freshness.ts'
import { Languages, MAX_LANGUAGES } from './languages.ts'
import { lastGood, ReportLog, type EntryDetails } from './report/log.ts'
import { MediaCopier } from './media.ts'
import { Moves } from './revalidate/moves.ts'
import { RevalidationStore } from './revalidate/store.ts'
import { type Part, type PartChoice, partOf } from './part.ts'
import { Frontier } from './frontier.ts'
import type { References, Scope } from './references/references.ts'
import { MissingEndpoints } from './missing-endpoints.ts'
import type { Shrinkage } from './lists/shrink.ts'
import { SiteFacts } from './site-facts.ts'
import type { Counters } from './report/counters.ts'
import type { ListName } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

/** So many records that had changed unnoticed are named. */
const MAX_NAMED = 1000

/** Sizes are in bytes, times in milliseconds. */
export interface CrawlOptions extends ClientOptions, CeilingOptions {
  /** The site's address, or its API's base. */
  source: string
  /** Addresses where the service was before it moved: a cache of one of them goes on. */
  sourceWas?: readonly string[]
  /** The cache's folder. */
  cache: string
  media: 'none' | 'pictures' | 'all'
  sizes: readonly ImageSize[]
  maxMediaBytes: number
  maxBodyBytes: number
  /** How much shorter a list may be than in the last crawl, in percent. */
  allowShrink: number
  /** Languages to copy translations of, as tags, or `all`; none but the source language when left out. */
  lang?: readonly string[]
  /** What to copy besides: names of src/model/extras.ts, or `all`. */
  extra?: readonly string[]
  /** Product and version, for the manifest. */
  product: string
  /** Ask for every record again. */
  full?: boolean
  /** Ask for this share of the unchanged records as well, in percent. */
  verify?: number
  /** Copy what only the token opens: private guides, and wikis that say that they are. */
  includePrivate?: boolean
  /** Copy the first so many guides only … */
  limit?: number
  /** … of this category and those below it … */
  category?: string
  /** … that changed since this date; with what they need. */
  since?: string
  signal?: AbortSignal
}

/** What the parts of one crawl share. */
export class Session {
  readonly frontier = new Frontier()
  readonly missingEndpoints: MissingEndpoints
  readonly ceilings: Ceilings
  readonly workers: WorkerPool
  readonly facts: SiteFacts
  readonly moves: Moves
  readonly languages: Languages
  readonly extras: ReadonlySet<string>
  readonly writer: CacheWriter
  readonly media: MediaCopier
  readonly comments = new CommentPlaces()
  readonly revalidation: RevalidationStore
  readonly freshness: Freshness
  readonly choice: PartChoice | undefined
  /** Nobody without a token may read the service. */
  isPrivateSite = false
  /** Picks from the list of guides, where a part is copied. */
  part: Part | undefined
  /** What {@link CrawlOptions.verify} came to. */
  readonly verified = { asked: 0, changed: [] as string[] }
  readonly reportLog: ReportLog
  /** Lists, trees and kinds that have become less than they may. */
  readonly shrunk: Shrinkage[] = []
  /** By kind and id: records of the last crawl that the service no longer gives. */
  readonly withdrawn = new Map<string, 'gone' | 'private'>()
  /** By kind and id: what a list or its own answer says is private, and nobody has asked to be copied. */
  readonly withheld = new Set<string>()
  /** Records that stay as an earlier crawl had them. */
  readonly stale: StaleRecord[] = []
  /** Lists that stay in the cache. */
  readonly keptLists = new Set<ListName>()
  readonly options: CrawlOptions
  readonly client: Client
  readonly counters: Counters
  /** The API's base. */
  readonly base: string
  /** The last finished crawl. */
  readonly previous: CacheReader | undefined

  constructor(
    options: CrawlOptions,
    { client, counters, base, previous, signal }: Pick<Session, 'client' | 'counters' | 'base' | 'previous'> & { signal: AbortSignal },
  ) {
    this.options = options
    this.client = client
    this.counters = counters
    this.base = base
    this.previous = previous
    this.missingEndpoints = new MissingEndpoints(counters)
    this.ceilings = new Ceilings(options, (sentence) => counters.warn(sentence))
    this.workers = new WorkerPool(this.frontier, signal)
    this.moves = new Moves(base, options.sourceWas, previous)
    this.facts = new SiteFacts(base, this.moves.origins())
    this.languages = new Languages(options.lang)
    this.extras = readExtras(options.extra)
    this.writer = new CacheWriter(options.cache)
    this.reportLog = new ReportLog(entryLog(options.cache))
    this.choice = partOf(options)
    this.revalidation = new RevalidationStore(checkedLog(options.cache))
    this.freshness = new Freshness(this.revalidation, this.moves, options.full ? undefined : previous)
    const { moves, revalidation } = this
    const { media, maxMediaBytes } = options
    this.media = new MediaCopier(client, this.writer, counters, this.reportLog, { media, maxMediaBytes, base, moves, revalidation })
  }

  /** Puts a record on the frontier, unless it is there or the service has none of its kind. `from` is how it was heard of, `by` from whom. */
  want(key: RecordKey, from: string, by = ''): void {
    if (this.missingEndpoints.isLacking(key.kind)) return
    if (this.frontier.has(key)) return this.reportLog.confirm(key, from)
    if (!this.ceilings.admits(key, by, this.frontier.size)) return
    this.frontier.add(key)
    this.reportLog.expect(key, from, by)
    this.counters.know(key.kind)
    this.workers.wake()
  }

  /** Puts the records that an answer names on the frontier and copies its files. */
  async follow({ records, media, spoken, commented, excess }: References, by: RecordKey): Promise<void> {
    const isTree = TREE_KINDS.includes(by.kind)
    if (excess) this.ceilings.tell(by, `has texts that are ${excess}: they are shown as plain words, and their links are not followed`)
    this.comments.found(commented)
    const from = isTree ? 'tree' : 'record'
    for (const { isLinked, ...key } of isTree ? records : this.ceilings.of(records, by))
      this.want(key, isLinked ? 'link' : from, nameOf(by))
    const translations = this.languages.of(by, spoken)
    if (this.languages.hasTooMany)
      this.ceilings.tellOfAll(`The service names more than ${MAX_LANGUAGES} languages: the rest is not asked for.`)
    for (const key of translations) {
      if (spoken.available) this.reportLog.translation(key.kind, key.lang, 'expected')
      this.want(key, 'translation', nameOf(by))
    }
    await this.media.copyAll(this.ceilings.of(media, by))
  }

  /** Where the service answers for a record. */
  urlOf(key: RecordKey): string {
    return recordUrl(this.base, key, this.languages.langidOf(key))
  }

  /** Counts a record that was asked for because it was its turn. */
  noteVerified(key: RecordKey, hasChanged: boolean): void {
    if (!this.freshness.isVerified(key)) return
    this.verified.asked++
    if (hasChanged && this.verified.changed.length < MAX_NAMED) this.verified.changed.push(nameOf(key))
  }

  /** Puts the guides on the frontier that a list has lost: one that only moved while the list was read must not be lost with it. */
  lost(list: ListName): void {
    for (const name of this.freshness.end(list))
      if (list === 'guides') this.want({ kind: 'guide', id: name.slice('guide '.length) }, 'last list', `list ${list}`)
  }

  /** Keeps what an earlier crawl had of a record, and says so. */
  async keepStale(key: RecordKey, details: EntryDetails): Promise<void> {
    const since = await lastGood(this.previous, key)
    this.frontier.settle(key, true)
    this.stale.push({ ...key, since })
    await this.reportLog.settle(key, 'stale', { ...details, since })
  }

  /** True for a private answer or list item that nobody has asked to be copied. */
  isWithheld(answer: unknown): boolean {
    return !this.options.includePrivate && saysPrivate(answer)
  }

  scope(): Scope {
    return { origins: this.facts.origins(), sizes: this.options.sizes, isPart: this.choice !== undefined, extras: this.extras }
  }
}
