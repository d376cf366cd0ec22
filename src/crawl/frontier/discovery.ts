import type { RecordKey } from '../../cache/layout.ts'
import { Ceilings } from './ceilings.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import type { Frontier } from './frontier.ts'
import { MAX_LANGUAGES } from '../languages.ts'
import type { MediaCopier } from '../media.ts'
import type { Deferred } from '../missing-endpoints.ts'
import type { CrawlOptions } from '../options.ts'
import type { References } from '../references.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Service } from '../service.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Adds the references in lists, trees and answers to the frontier, within the limits, and copies their files. */
export class Discovery {
  readonly ceilings: Ceilings
  readonly media: MediaCopier
  readonly #frontier: Frontier
  readonly #workers: WorkerPool
  readonly #service: Pick<Service, 'languages' | 'missingEndpoints'>
  readonly #reporter: Reporter

  constructor(
    options: CrawlOptions,
    parts: { frontier: Frontier; workers: WorkerPool; media: MediaCopier; service: Service; reporter: Reporter },
  ) {
    this.media = parts.media
    this.#frontier = parts.frontier
    this.#workers = parts.workers
    this.#service = parts.service
    this.#reporter = parts.reporter
    this.ceilings = new Ceilings(options, (sentence) => parts.reporter.counters.warn(sentence))
  }

  /** Adds a record to the frontier, if new and of a supported kind. `from`: how it was discovered, `by`: the referring record. */
  want(key: RecordKey, from: string, by = ''): void {
    const { log, counters } = this.#reporter
    const { missingEndpoints } = this.#service
    if (this.#frontier.has(key)) return log.confirm(key, from)
    if (missingEndpoints.isLacking(key.kind)) return missingEndpoints.defer({ key, from, by })
    if (!this.ceilings.admits(key, by, this.#frontier.size)) return
    this.#frontier.add(key)
    log.expect(key, from, by)
    counters.know(key.kind)
    this.#workers.wake()
  }

  /** Adds a deferred record to the frontier, even if it was there before. */
  wantDeferred({ key, from, by }: Deferred): void {
    if (!this.#frontier.has(key)) return this.want(key, from, by)
    this.#frontier.addAgain(key)
    this.#reporter.counters.know(key.kind)
    this.#workers.wake()
  }

  /** Adds the records that an answer references to the frontier and copies its files. */
  async follow({ records, media, spoken, commented, excess }: References, by: RecordKey): Promise<void> {
    const { languages } = this.#service
    const isTree = TREE_KINDS.includes(by.kind)
    if (excess) this.ceilings.tell(by, `has texts that are ${excess}: they are shown as plain words, and their links are not followed`)
    this.#reporter.comments.found(commented)
    const from = isTree ? 'tree' : 'record'
    for (const { isLinked, ...key } of isTree ? records : this.ceilings.of(records, by))
      this.want(key, isLinked ? 'link' : from, nameOf(by))
    const translations = languages.of(by, spoken)
    if (languages.hasTooMany) this.ceilings.tellOfAll(`The service names more than ${MAX_LANGUAGES} languages: the rest is not asked for.`)
    for (const key of translations) {
      if (spoken.available) this.#reporter.log.translation(key.kind, key.lang, 'expected')
      this.want(key, 'translation', nameOf(by))
    }
    await this.media.copyAll(this.ceilings.of(media, by))
  }
}
