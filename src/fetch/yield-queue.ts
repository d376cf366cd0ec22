/** A freed connection sends its next request two turns of the event loop later (undici first checks whether it is still open). */
const SENDING_TURNS = 2
/** With this many waiting, there is enough work for every turn. */
const MANY = 16

/**
 * Queues answers for processing: one per turn of the event loop, and none in the turns in which the next requests are sent. Otherwise
 * requests would wait for work that can be done while they are in flight.
 */
export class YieldQueue {
  readonly #waiting: (() => void)[] = []
  #turnsSinceArrival = 0

  /** Call this when an answer has arrived. Resolves when it may be processed. */
  turn(): Promise<void> {
    this.#turnsSinceArrival = 0
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    if (++this.#turnsSinceArrival > SENDING_TURNS || this.#waiting.length >= MANY) this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }
}
