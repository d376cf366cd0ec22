/** A freed connection sends its next question two turns of the event loop later (undici looks first whether it is still open). */
const SENDING_TURNS = 2
/** When so many wait, there is work enough for every turn. */
const MANY = 16

/**
 * Where answers wait to be worked on: one in a turn of the event loop, and none in those in which the next questions are being sent. Else
 * questions would wait for work that can be done while their answers are on the way.
 */
export class YieldQueue {
  readonly #waiting: (() => void)[] = []
  #turnsSinceArrival = 0

  /** To be called when an answer has arrived. Resolves when it is its turn to be worked on. */
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
