import { keyOf, nameOf } from '../endpoints.ts'
import type { RecordKind } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

type State = 'waiting' | 'under way' | 'kept' | 'left'

/**
 * What a crawl asks for, each record once and in the order it was named, and what of it stays in the cache. Holds one short text a
 * record; knows neither network nor disk.
 */
export class Frontier {
  readonly #states = new Map<string, State>()
  // A map's iterator continues with entries added while it runs, until it has reported its end.
  readonly #waiting = this.#states.keys()
  #taken = 0

  /** False when it was named before. */
  add(key: RecordKey): boolean {
    const name = nameOf(key)
    if (this.#states.has(name)) return false
    this.#states.set(name, 'waiting')
    return true
  }

  has(key: RecordKey): boolean {
    return this.#states.has(nameOf(key))
  }

  /** How many records were named. */
  get size(): number {
    return this.#states.size
  }

  /** The next record to ask for; undefined when there is none at the moment. */
  next(): RecordKey | undefined {
    if (this.#taken === this.#states.size) return undefined
    this.#taken++
    const name = this.#waiting.next().value ?? ''
    this.#states.set(name, 'under way')
    return keyOf(name)
  }

  /** Puts a record that was settled without being asked for back at the end. */
  addAgain(key: RecordKey): void {
    if (this.#states.delete(nameOf(key))) this.#taken--
    this.add(key)
  }

  /** Settles what becomes of a record. */
  settle(key: RecordKey, isKept: boolean): void {
    this.#states.set(nameOf(key), isKept ? 'kept' : 'left')
  }

  isKept(key: RecordKey): boolean {
    return this.#states.get(nameOf(key)) === 'kept'
  }

  /** What stays in the cache: the records of one kind in the source language, or all with their translations. */
  *kept(kind?: RecordKind): Generator<RecordKey> {
    for (const [name, state] of this.#states) if (state === 'kept' && (!kind || name.startsWith(`${kind} `))) yield keyOf(name)
  }
}
