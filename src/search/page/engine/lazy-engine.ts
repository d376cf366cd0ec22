import { type Engine, openEngine } from './engine.ts'
import type { SearchPlace } from './indexes.ts'
import { openIndex } from './open-index.ts'

/**
 * Opens the engine of a page on first use. Pagefind caches failed loads permanently, so after a failure a new engine replaces the old one.
 * If none can be opened, the old one is used: it still answers earlier queries.
 */
export class LazyEngine {
  readonly #place: SearchPlace
  #current: Promise<Engine> | undefined
  #spoilt = false

  constructor(place: SearchPlace) {
    this.#place = place
  }

  /** Throws if no engine is open and none can be opened. */
  async get(): Promise<Engine> {
    if (this.#current && !this.#spoilt) return this.#current
    const before = this.#current
    this.#spoilt = false
    this.#current = openEngine(this.#place, openIndex)
    try {
      return await this.#current
    } catch (error) {
      this.#current = before
      this.#spoilt = before !== undefined
      if (!before) throw error
      return before
    }
  }

  /** Must be called after the engine failed to answer. */
  spoil(): void {
    this.#spoilt = this.#current !== undefined
  }
}
