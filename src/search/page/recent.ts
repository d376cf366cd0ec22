import { trimmed } from './query.ts'

const MOST = 8

export type RecentSearches = ReturnType<typeof recentSearches>

/** Recent searches on this device, newest first. They never leave the device. `root` is the path of the site: several sites can share a host. */
export function recentSearches(root: string) {
  const key = `benchbook${root}recent`

  function list(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string').slice(0, MOST) : []
    } catch {
      // Storage may be blocked or contain foreign data: then there are no recent searches.
      return []
    }
  }

  function add(text: string): void {
    const asked = trimmed(text)
    if (!asked) return
    const others = list().filter((other) => other.toLowerCase() !== asked.toLowerCase())
    store([asked, ...others].slice(0, MOST))
  }

  const clear = (): void => store([])

  function store(texts: string[]): void {
    try {
      if (texts.length > 0) localStorage.setItem(key, JSON.stringify(texts))
      else localStorage.removeItem(key)
    } catch {
      // Storage is blocked or full: the search works without it.
    }
  }

  return { list, add, clear }
}
