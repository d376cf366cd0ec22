import { recordNamed, nameOf } from '../endpoints.ts'
import type { RecordKind } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

type State = 'waiting' | 'under way' | 'kept' | 'left'

export type Frontier = ReturnType<typeof makeFrontier>

/** The records to request, each once and in order of discovery, and which of them stay. One short string per record; no I/O. */
export function makeFrontier(signal: AbortSignal) {
  const states = new Map<string, State>()
  // A map's iterator includes entries added while it runs, until it has reported its end.
  const waiting = states.keys()
  let [taken, busy] = [0, 0]
  const idle: (() => void)[] = []
  const wake = (): void => idle.splice(0).forEach((resolve) => resolve())
  signal.addEventListener('abort', wake, { once: true })

  /** True for a record that was not there. */
  function add(key: RecordKey): boolean {
    const name = nameOf(key)
    if (states.has(name)) return false
    states.set(name, 'waiting')
    wake()
    return true
  }

  /** The next record to request; undefined if there is none at the moment. */
  function next(): RecordKey | undefined {
    if (taken === states.size) return undefined
    taken++
    const name = waiting.next().value ?? ''
    states.set(name, 'under way')
    return recordNamed(name)
  }

  /** Runs a task that may add records; the workers wait for it. */
  async function during(task: () => Promise<void>): Promise<void> {
    busy++
    try {
      await task()
    } finally {
      busy--
      wake()
    }
  }

  return {
    add,
    next,
    during,
    has: (key: RecordKey): boolean => states.has(nameOf(key)),
    size: (): number => states.size,
    /** Puts a record that was settled without a request back at the end. */
    addAgain(key: RecordKey): void {
      if (states.delete(nameOf(key))) taken--
      add(key)
    },
    settle: (key: RecordKey, isKept: boolean): void => void states.set(nameOf(key), isKept ? 'kept' : 'left'),
    isKept: (key: RecordKey): boolean => states.get(nameOf(key)) === 'kept',
    /** The records that stay in the cache: those of one kind in the source language, or all with their translations. */
    *kept(kind?: RecordKind): Generator<RecordKey> {
      for (const [name, state] of states) if (state === 'kept' && (!kind || name.startsWith(`${kind} `))) yield recordNamed(name)
    },
    /**
     * Processes `width` records at a time; more may be added meanwhile. Ends when there are none and no busy worker could add one, or the signal
     * is aborted. `work` must not throw.
     */
    async work(width: number, work: (key: RecordKey) => Promise<void>): Promise<void> {
      const worker = async () => {
        while (!signal.aborted) {
          const key = next()
          if (key) await during(() => work(key))
          else if (busy === 0) return
          else await new Promise<void>((resolve) => idle.push(resolve))
        }
      }
      await Promise.all(Array.from({ length: width }, worker))
    },
  }
}
