/** Records a query by name and arguments, with a fingerprint of its answer. */
export type Note = (name: string, args: readonly Argument[], answer: () => unknown) => void
/** An argument of a question. */
export type Argument = string | number | boolean | readonly Argument[]

/** How the values of a {@link trackedMap} are returned and recorded if they are not plain data. */
export interface Tracking<V> {
  /** A value as returned to a page. */
  returned: (key: string | number, value: V) => V
  /** What a lookup of a value depends on. */
  recorded: (value: V | undefined) => unknown
  /** A value as plain data. */
  plain: (value: V) => unknown
}

/** The names of a set, or the keys of a map. */
interface Keys<K, All extends Iterable<K>> {
  has: (name: K) => boolean
  readonly size: number
  keys: () => All
}

/** A set of names. */
export type Names = Keys<string, Iterable<string>>

/** A set of names that records lookups: a single name, or all. */
export const trackedNames = <K extends string | number, All extends Iterable<K>>(
  name: string,
  raw: Keys<K, All>,
  note: Note,
): Keys<K, All> => ({
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

/** A map that records lookups: a single key, the keys, or everything. */
export function trackedMap<K extends string | number, V>(
  name: string,
  raw: ReadonlyMap<K, V>,
  note: Note,
  tracking: Tracking<V> = AS_IT_IS,
): ReadonlyMap<K, V> {
  const names = trackedNames(name, raw, note)
  const known = new Map<K, V | undefined>()
  const entries = (): MapIterator<[K, V]> => {
    note(`all ${name}`, [], () => Array.from(raw, ([key, value]) => [key, tracking.plain(value)]))
    return raw.entries()
  }
  const map: ReadonlyMap<K, V> = {
    get(key) {
      if (known.has(key)) return known.get(key)
      const value = raw.get(key)
      note(name, [key], () => tracking.recorded(value))
      const returned = value === undefined ? undefined : tracking.returned(key, value)
      known.set(key, returned)
      return returned
    },
    has: names.has,
    get size() {
      return names.size
    },
    keys: names.keys,
    entries,
    *values(): MapIterator<V> {
      for (const [, value] of entries()) yield value
    },
    forEach(work) {
      for (const [key, value] of entries()) work(value, key, map)
    },
    [Symbol.iterator]: entries,
  }
  return map
}

const AS_IT_IS = { recorded: <V>(value: V) => value, returned: <V>(_key: unknown, value: V) => value, plain: <V>(value: V) => value }
