/** Caches what is loaded, by key: the `most` used last. Failures are not cached. */
export class Cached<T> {
  readonly #all = new Map<string, Promise<T>>()
  readonly #most: number

  constructor(most = Infinity) {
    this.#most = most
  }

  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#all.get(key)
    const loading = known ?? load()
    if (!known) loading.catch(() => this.#all.delete(key))
    this.#all.delete(key)
    this.#all.set(key, loading)
    const [oldest] = this.#all.keys()
    if (this.#all.size > this.#most && oldest !== undefined) this.#all.delete(oldest)
    return loading
  }

  forget(key: string): void {
    this.#all.delete(key)
  }
}

/** Loads something on first use, and again after a failure. */
export function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  const cached = new Cached<T>()
  return () => cached.get('', load)
}
