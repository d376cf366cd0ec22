const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/**
 * Retries what failed without a network: when the browser reports that it is online, and periodically, since browsers do not detect every
 * outage.
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

  /** Must be called after each failure. Each failed automatic retry doubles the delay; a reader's own attempt does not. */
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
