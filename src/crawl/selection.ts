import { saysPrivate } from '../model/visibility.ts'
import { readExtras } from './extras.ts'
import type { CrawlOptions } from './options.ts'
import { type Part, type PartChoice, partOf } from './part.ts'
import type { Scope } from './references/references.ts'
import type { SiteFacts } from './site-facts.ts'

/** Which part of a service is copied. */
export class Selection {
  readonly extras: ReadonlySet<string>
  readonly choice: PartChoice | undefined
  /** Picks from the list of guides, where a part is copied. */
  part: Part | undefined
  /** By kind and id: what a list or its own answer says is private, and nobody has asked to be copied. */
  readonly withheld = new Set<string>()
  readonly #facts: SiteFacts
  readonly #options: Pick<CrawlOptions, 'includePrivate' | 'sizes' | 'zoomSize'>

  constructor(options: CrawlOptions, facts: SiteFacts) {
    this.extras = readExtras(options.extra)
    this.choice = partOf(options)
    this.#facts = facts
    this.#options = options
  }

  /** True for a private answer or list item that nobody has asked to be copied. */
  isWithheld(answer: unknown): boolean {
    return !this.#options.includePrivate && saysPrivate(answer)
  }

  /** What is followed of what an answer names. */
  scope(): Scope {
    const { sizes, zoomSize } = this.#options
    return { origins: this.#facts.origins(), sizes, zoomSize, isPart: this.choice !== undefined, extras: this.extras }
  }
}
