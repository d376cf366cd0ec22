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

export type WorkerPool = ReturnType<typeof makeWorkers>

/** Processes a frontier that grows meanwhile; ends when it is empty and no busy worker could add to it, or the signal is aborted. */
export function makeWorkers(frontier: Frontier, signal: AbortSignal) {
  let busy = 0
  const idle: (() => void)[] = []
  const wake = (): void => idle.splice(0).forEach((resolve) => resolve())
  const during = async (task: () => Promise<void>): Promise<void> => {
    busy++
    try {
      await task()
    } finally {
      busy--
      wake()
    }
  }
  signal.addEventListener('abort', wake, { once: true })
  return {
    /** Call this when the frontier has grown. */
    wake,
    /** Runs a task that may add to the frontier; the pool waits for it. */
    during,
    /** Processes `width` records at a time. `work` must not throw. */
    async work(width: number, work: (key: RecordKey) => Promise<void>): Promise<void> {
      const worker = async () => {
        while (!signal.aborted) {
          const key = frontier.next()
          if (key) await during(() => work(key))
          else if (busy === 0) return
          else await new Promise<void>((resolve) => idle.push(resolve))
        }
      }
      await Promise.all(Array.from({ length: width }, worker))
    },
  }
}
