/** A cache with least-recently-used eviction, limited by size in bytes. */
export function lruCache<V>(maxBytes: number) {
  const entries = new Map<string, { value: V; bytes: number }>()
  let total = 0
  return {
    get(key: string): V | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map preserves insertion order: the first key is the least recently used.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    /** `bytes` is the value's size; one that would take a quarter of the memory is not stored. */
    set(key: string, value: V, bytes: number): void {
      if (bytes > maxBytes / 4 || entries.has(key)) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break
        entries.delete(oldest)
        total -= entry.bytes
      }
    },
  }
}
