/** A cache with least-recently-used eviction, limited by size in bytes. */
export class LruCache<V> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { value: V; bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A map preserves insertion order: the first key is the least recently used.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** `bytes` is the value's size; one that would take a quarter of the memory is not stored. */
  set(key: string, value: V, bytes: number): void {
    if (bytes > this.#maxBytes / 4 || this.#entries.has(key)) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break
      this.#entries.delete(oldest)
      this.#bytes -= entry.bytes
    }
  }
}
