import { recordNamed, nameOf } from '../endpoints.ts'
import type { RecordKind } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

type State = 'waiting' | 'under way' | 'kept' | 'left'

/** The records to request, each once and in order of discovery, and which of them stay. One short string per record; no I/O. */
export class Frontier {
  readonly #states = new Map<string, State>()
  // A map's iterator includes entries added while it runs, until it has reported its end.
  readonly #waiting = this.#states.keys()
  #taken = 0

  /** False if it was added before. */
  add(key: RecordKey): boolean {
    const name = nameOf(key)
    if (this.#states.has(name)) return false
    this.#states.set(name, 'waiting')
    return true
  }

  has(key: RecordKey): boolean {
    return this.#states.has(nameOf(key))
  }

  get size(): number {
    return this.#states.size
  }

  /** The next record to request; undefined if there is none at the moment. */
  next(): RecordKey | undefined {
    if (this.#taken === this.#states.size) return undefined
    this.#taken++
    const name = this.#waiting.next().value ?? ''
    this.#states.set(name, 'under way')
    return recordNamed(name)
  }

  /** Puts a record that was settled without a request back at the end. */
  addAgain(key: RecordKey): void {
    if (this.#states.delete(nameOf(key))) this.#taken--
    this.add(key)
  }

  /** Sets whether a record stays in the cache. */
  settle(key: RecordKey, isKept: boolean): void {
    this.#states.set(nameOf(key), isKept ? 'kept' : 'left')
  }

  isKept(key: RecordKey): boolean {
    return this.#states.get(nameOf(key)) === 'kept'
  }

  /** The records that stay in the cache: those of one kind in the source language, or all with their translations. */
  *kept(kind?: RecordKind): Generator<RecordKey> {
    for (const [name, state] of this.#states) if (state === 'kept' && (!kind || name.startsWith(`${kind} `))) yield recordNamed(name)
  }
}

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
    const worker = async () => {
      while (!this.#signal.aborted) {
        const key = this.#frontier.next()
        if (key) await this.during(() => work(key))
        else if (this.#busy === 0) return
        else await new Promise<void>((resolve) => this.#idle.push(resolve))
      }
    }
    await Promise.all(Array.from({ length: width }, worker))
  }

  /** Call this when the frontier has grown. */
  wake(): void {
    const idle = this.#idle
    this.#idle = []
    for (const resolve of idle) resolve()
  }
}
