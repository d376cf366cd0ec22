import type { Frontier } from './frontier.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** Processes a frontier that grows meanwhile; ends when it is empty and no busy worker could add to it. */
export class WorkerPool {
  readonly #frontier: Frontier
  readonly #signal: AbortSignal
  #busy = 0
  #idle: (() => void)[] = []

  constructor(frontier: Frontier, signal: AbortSignal) {
    this.#frontier = frontier
    this.#signal = signal
    signal.addEventListener('abort', () => this.wake(), { once: true })
  }

  /** Runs a task that may add to the frontier; the pool waits for it. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await task()
    } finally {
      this.#busy--
      this.wake()
    }
  }

  /** Processes `width` records at a time, until the signal is aborted. `work` must not throw. */
  async work(width: number, work: (key: RecordKey) => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: width }, () => this.#member(work)))
  }

  /** Call this when the frontier has grown. */
  wake(): void {
    const idle = this.#idle
    this.#idle = []
    for (const resolve of idle) resolve()
  }

  async #member(work: (key: RecordKey) => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      const key = this.#frontier.next()
      if (key) await this.during(() => work(key))
      else if (this.#busy === 0) return
      else await new Promise<void>((resolve) => this.#idle.push(resolve))
    }
  }
}
