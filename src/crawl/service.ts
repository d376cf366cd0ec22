import type { Client } from '../fetch/client.ts'
import type { CacheReader } from '../cache/reader.ts'
import type { RecordKey } from '../cache/layout.ts'
import { recordUrl } from './endpoints.ts'
import { Languages } from './languages.ts'
import { MissingEndpoints } from './missing-endpoints.ts'
import type { CrawlOptions } from './options.ts'
import type { Counters } from './report/counters.ts'
import { Moves } from './revalidate/moves.ts'
import { SiteFacts } from './site-facts.ts'

/** The service that is copied: its client, and what is known about it. */
export class Service {
  readonly client: Client
  /** The API's base. */
  readonly base: string
  readonly maxBodyBytes: number
  readonly facts: SiteFacts
  readonly moves: Moves
  readonly languages: Languages
  readonly missingEndpoints: MissingEndpoints
  /** Readable with a token only. */
  isPrivate = false

  constructor(
    { sourceWas, lang, maxBodyBytes }: CrawlOptions,
    { client, base, counters, previous }: { client: Client; base: string; counters: Counters; previous: CacheReader | undefined },
  ) {
    this.client = client
    this.base = base
    this.maxBodyBytes = maxBodyBytes
    this.moves = new Moves(base, sourceWas, previous)
    this.facts = new SiteFacts(base, this.moves.origins())
    this.languages = new Languages(lang)
    this.missingEndpoints = new MissingEndpoints(counters)
  }

  /** The address of a record. */
  urlOf(key: RecordKey): string {
    return recordUrl(this.base, key, this.languages.langidOf(key))
  }
}
