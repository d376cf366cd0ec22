/** Keeps what was asked for last, up to a number of bytes. */
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
    // A map keeps the order in which keys were put: the first is the one that nobody asked for longest.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** `bytes` is what the value weighs; one that would fill a quarter of the memory is not kept. */
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
