import { trimmed } from './query.ts'

const MOST = 8

/** Recent searches on this device, newest first. They never leave the device. */
export class RecentSearches {
  readonly #key: string

  /** `root` is the path of the site: several sites can share a host. */
  constructor(root: string) {
    this.#key = `benchbook${root}recent`
  }

  list(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string').slice(0, MOST) : []
    } catch {
      // Storage may be blocked or contain foreign data: then there are no recent searches.
      return []
    }
  }

  add(text: string): void {
    const asked = trimmed(text)
    if (!asked) return
    const others = this.list().filter((other) => other.toLowerCase() !== asked.toLowerCase())
    this.#store([asked, ...others].slice(0, MOST))
  }

  clear(): void {
    this.#store([])
  }

  #store(texts: string[]): void {
    try {
      if (texts.length > 0) localStorage.setItem(this.#key, JSON.stringify(texts))
      else localStorage.removeItem(this.#key)
    } catch {
      // Storage is blocked or full: the search works without it.
    }
  }
}
