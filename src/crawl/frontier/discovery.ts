import type { RecordKey } from '../../cache/layout.ts'
import { Ceilings } from './ceilings.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import type { Frontier, WorkerPool } from './frontier.ts'
import { MAX_LANGUAGES } from '../languages.ts'
import type { MediaCopier } from '../media.ts'
import type { Deferred } from '../missing-endpoints.ts'
import type { CrawlOptions } from '../options.ts'
import type { References } from '../references.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Service } from '../service.ts'

interface DiscoveryParts {
  frontier: Frontier
  workers: WorkerPool
  media: MediaCopier
  service: Service
  reporter: Reporter
}

/** Adds the references in lists, trees and answers to the frontier, within the limits, and copies their files. */
export class Discovery {
  readonly ceilings: Ceilings
  readonly media: MediaCopier
  readonly #parts: DiscoveryParts

  constructor(options: CrawlOptions, parts: DiscoveryParts) {
    this.media = parts.media
    this.#parts = parts
    this.ceilings = new Ceilings(options, (sentence) => parts.reporter.counters.warn(sentence))
  }

  /** Adds a record to the frontier, if new and of a supported kind. `from`: how it was discovered, `by`: the referring record. */
  want(key: RecordKey, from: string, by = ''): void {
    const { frontier, workers, service, reporter } = this.#parts
    const { log, counters } = reporter
    const { missingEndpoints } = service
    if (frontier.has(key)) return log.confirm(key, from)
    if (missingEndpoints.isLacking(key.kind)) return missingEndpoints.defer({ key, from, by })
    if (!this.ceilings.admits(key, by, frontier.size)) return
    frontier.add(key)
    log.expect(key, from, by)
    counters.know(key.kind)
    workers.wake()
  }

  /** Adds a deferred record to the frontier, even if it was there before. */
  wantDeferred({ key, from, by }: Deferred): void {
    const { frontier, workers, reporter } = this.#parts
    if (!frontier.has(key)) return this.want(key, from, by)
    frontier.addAgain(key)
    reporter.counters.know(key.kind)
    workers.wake()
  }

  /** Adds the records that an answer references to the frontier and copies its files. */
  async follow({ records, media, spoken, commented, excess }: References, by: RecordKey): Promise<void> {
    const { service, reporter } = this.#parts
    const { languages } = service
    const isTree = TREE_KINDS.includes(by.kind)
    if (excess) this.ceilings.tell(by, `has texts that are ${excess}: they are shown as plain words, and their links are not followed`)
    reporter.comments.found(commented)
    const from = isTree ? 'tree' : 'record'
    for (const { isLinked, ...key } of isTree ? records : this.ceilings.of(records, by))
      this.want(key, isLinked ? 'link' : from, nameOf(by))
    const translations = languages.of(by, spoken)
    if (languages.hasTooMany) this.ceilings.tellOfAll(`The service names more than ${MAX_LANGUAGES} languages: the rest is not asked for.`)
    for (const key of translations) {
      if (spoken.available) reporter.log.translation(key.kind, key.lang, 'expected')
      this.want(key, 'translation', nameOf(by))
    }
    await this.media.copyAll(this.ceilings.of(media, by))
  }
}
