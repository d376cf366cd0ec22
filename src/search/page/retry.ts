const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/**
 * Does again what failed for want of a network: when the browser says that it is back, and now and then besides, since a browser does not notice every network
 * that is gone.
 */
export class Retry {
  readonly #again: () => void
  #waitMs = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(again: () => void) {
    this.#again = again
    addEventListener('online', () => {
      if (this.#timer !== undefined) this.#run()
    })
  }

  /** Must be called after each failure. Each failed retry doubles the wait; a reader's own attempt does not. */
  failed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS)
      this.#run()
    }, this.#waitMs)
  }

  /** Must be called after each success. */
  worked(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waitMs = FIRST_WAIT_MS
  }

  #run(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#again()
  }
}
