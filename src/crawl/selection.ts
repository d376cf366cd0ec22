import { saysPrivate } from '../model/visibility.ts'
import { readExtras } from './extras.ts'
import type { CrawlOptions } from './options.ts'
import { type Part, type PartChoice, partOf } from './part.ts'
import type { Scope } from './references.ts'
import type { SiteFacts } from './site-facts.ts'

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
