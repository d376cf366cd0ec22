/** Records a query by name and arguments, with a fingerprint of its answer. */
export type Note = (name: string, args: readonly Argument[], answer: () => unknown) => void
/** An argument of a question. */
export type Argument = string | number | boolean | readonly Argument[]

/** How the values of a {@link TrackedMap} are returned and recorded. */
export interface Told<V> {
  /** A value as returned to a page. */
  given: (key: string | number, value: V) => V
  /** What a lookup of a value depends on. */
  looked: (value: V | undefined) => unknown
  /** A value as plain data. */
  whole: (value: V) => unknown
}

/** A map that records lookups: a single key, the keys, or everything. */
export class TrackedMap<K extends string | number, V> implements ReadonlyMap<K, V> {
  readonly #name: string
  readonly #raw: ReadonlyMap<K, V>
  readonly #note: Note
  readonly #told: Told<V>

  constructor(name: string, raw: ReadonlyMap<K, V>, note: Note, told: Told<V>) {
    this.#name = name
    this.#raw = raw
    this.#note = note
    this.#told = told
  }

  get(key: K): V | undefined {
    const value = this.#raw.get(key)
    this.#note(this.#name, [key], () => this.#told.looked(value))
    return value === undefined ? undefined : this.#told.given(key, value)
  }

  has(key: K): boolean {
    this.#note(`has ${this.#name}`, [key], () => this.#raw.has(key))
    return this.#raw.has(key)
  }

  get size(): number {
    this.#note(`number of ${this.#name}`, [], () => this.#raw.size)
    return this.#raw.size
  }

  keys(): MapIterator<K> {
    this.#note(`names of ${this.#name}`, [], () => [...this.#raw.keys()])
    return this.#raw.keys()
  }

  entries(): MapIterator<[K, V]> {
    this.#note(`all ${this.#name}`, [], () => Array.from(this.#raw, ([key, value]) => [key, this.#told.whole(value)]))
    return this.#raw.entries()
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  forEach(work: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) work(value, key, this)
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }
}

/** A set of names. */
export interface Names {
  has: (name: string) => boolean
  readonly size: number
  keys: () => Iterable<string>
}

/** {@link TrackedMap} for names. */
export const trackedNames = (name: string, raw: Names, note: Note): Names => ({
  has(key) {
    note(`has ${name}`, [key], () => raw.has(key))
    return raw.has(key)
  },
  get size() {
    note(`number of ${name}`, [], () => raw.size)
    return raw.size
  },
  keys() {
    note(`names of ${name}`, [], () => [...raw.keys()])
    return raw.keys()
  },
})

/** {@link TrackedMap} for texts. */
export const trackedTexts = <K extends string | number>(name: string, raw: ReadonlyMap<K, string>, note: Note): ReadonlyMap<K, string> =>
  new TrackedMap(name, raw, note, { looked: (text) => text, given: (_key, text) => text, whole: (text) => text })
