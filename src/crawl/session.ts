import type { ImageSize } from '../model/media.ts'
import type { ListName } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { CacheWriter } from '../cache/writer.ts'
import type { Client, ClientOptions } from './client.ts'
import { Crew } from './crew.ts'
import type { CrawledKey, CrawledList } from './endpoints.ts'
import { Freshness } from './freshness.ts'
import { MediaCopier } from './media.ts'
import { type Part, type PartChoice, partOf } from './part.ts'
import { Plan } from './plan.ts'
import { markOf } from './prints.ts'
import type { References, Scope } from './references.ts'
import { Scarce } from './scarce.ts'
import { SiteFacts } from './site-facts.ts'
import type { Tally } from './tally.ts'

/** So many records that had changed unnoticed are named. */
const MAX_NAMED = 1000

/** Sizes are in bytes, times in milliseconds. */
export interface CrawlOptions extends ClientOptions {
  /** The site's address, or its API's base. */
  source: string
  /** The cache's folder. */
  cache: string
  media: 'none' | 'pictures' | 'all'
  sizes: readonly ImageSize[]
  maxMediaBytes: number
  maxBodyBytes: number
  /** Product and version, for the manifest. */
  product: string
  /** Ask for every record again. */
  full?: boolean
  /** Ask for this share of the unchanged records as well, in percent. */
  verify?: number
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
  readonly plan = new Plan()
  readonly scarce: Scarce
  readonly crew: Crew
  readonly facts: SiteFacts
  readonly writer: CacheWriter
  readonly media: MediaCopier
  readonly freshness: Freshness
  readonly choice: PartChoice | undefined
  /** Picks from the list of guides, where a part is copied. */
  part: Part | undefined
  /** What {@link CrawlOptions.verify} came to. */
  readonly verified = { asked: 0, changed: [] as string[] }
  /** Lists that stay in the cache. */
  readonly keptLists = new Set<ListName>()
  readonly options: CrawlOptions
  readonly client: Client
  readonly tally: Tally
  /** The API's base. */
  readonly base: string
  /** The last finished crawl. */
  readonly previous: CacheReader | undefined

  constructor(
    options: CrawlOptions,
    { client, tally, base, previous, signal }: Pick<Session, 'client' | 'tally' | 'base' | 'previous'> & { signal: AbortSignal },
  ) {
    this.options = options
    this.client = client
    this.tally = tally
    this.base = base
    this.previous = previous
    this.scarce = new Scarce(tally)
    this.crew = new Crew(this.plan, signal)
    this.facts = new SiteFacts(base)
    this.writer = new CacheWriter(options.cache)
    this.choice = partOf(options)
    this.freshness = new Freshness(options.full ? undefined : previous)
    const { freshness } = this
    this.media = new MediaCopier(client, this.writer, tally, {
      media: options.media,
      maxMediaBytes: options.maxMediaBytes,
      base,
      freshness,
    })
  }

  /** Puts a record on the plan, unless it is there or the service has none of its kind. */
  want(key: CrawledKey): void {
    if (this.scarce.isLacking(key.kind) || !this.plan.add(key)) return
    this.tally.know(key.kind)
    this.crew.wake()
  }

  /** Puts the records that an answer names on the plan and copies its files. */
  async follow({ records, media }: References): Promise<void> {
    for (const key of records) this.want(key)
    await this.media.copyAll(media)
  }

  /** Counts a record that was asked for because it was its turn. */
  noteVerified(key: CrawledKey, hasChanged: boolean): void {
    if (!this.freshness.isVerified(key)) return
    this.verified.asked++
    if (hasChanged && this.verified.changed.length < MAX_NAMED) this.verified.changed.push(markOf(key))
  }

  /** Puts the guides on the plan that a list has lost: one that only moved while the list was read must not be lost with it. */
  lost(list: CrawledList): void {
    for (const name of this.freshness.end(list)) if (list === 'guides') this.want({ kind: 'guide', id: name.slice('guide '.length) })
  }

  scope(): Scope {
    return { origins: this.facts.origins(), sizes: this.options.sizes, isPart: this.choice !== undefined }
  }
}
