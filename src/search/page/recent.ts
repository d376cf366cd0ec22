import { trimmed } from './query.ts'

const MOST = 8

/** What somebody searched for on this device, the last first. Nothing of it leaves the device. */
export class RecentSearches {
  readonly #key: string

  /** `root` is the path of the site: several can share a host. */
  constructor(root: string) {
    this.#key = `benchbook${root}recent`
  }

  list(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string').slice(0, MOST) : []
    } catch {
      // Storage can be refused, and others can write into it: then there are no recent searches.
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
      // A device that keeps nothing, or is full: searching works without.
    }
  }
}
