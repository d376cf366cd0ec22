/**
 * Where answers wait to be worked on: one in each turn of the event loop. Sockets are looked at in between, so that what has arrived
 * meanwhile frees its place and the next questions are under way, instead of waiting for all this work.
 */
export class Desk {
  readonly #waiting: (() => void)[] = []

  /** Resolves when it is the caller's turn. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }
}
