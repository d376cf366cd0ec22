import { type Engine, openEngine, type OwnGuides } from './engine.ts'
import type { SearchPlace } from './indexes.ts'
import { openIndex } from './open-index.ts'

/**
 * Opens the engine of a page when it is first asked for. Pagefind remembers for good what it could not load; so after a failure a new engine takes the place of the
 * old one, which answers what it was asked before until then.
 */
export class LazyEngine {
  readonly #place: SearchPlace
  readonly #ownGuides: OwnGuides | undefined
  #current: Promise<Engine> | undefined
  #spoilt = false

  constructor(place: SearchPlace, ownGuides?: OwnGuides) {
    this.#place = place
    this.#ownGuides = ownGuides
  }

  /** Throws when no engine is open and none can be opened. */
  async get(): Promise<Engine> {
    if (this.#current && !this.#spoilt) return this.#current
    const before = this.#current
    this.#spoilt = false
    this.#current = openEngine(this.#place, openIndex, this.#ownGuides)
    try {
      return await this.#current
    } catch (error) {
      this.#current = before
      this.#spoilt = before !== undefined
      if (!before) throw error
      return before
    }
  }

  /** Must be called when the engine failed to answer. */
  spoil(): void {
    this.#spoilt = this.#current !== undefined
  }
}
