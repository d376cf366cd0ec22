import type { SearchPlace } from './search-place.ts'
import type { SearchEngine, SearchResults } from './engine.ts'
import { startEngine } from './start-engine.ts'
import { titleKey } from '../../titles/title.ts'
import { hasUnspaced } from '../../unspaced.ts'
import type { Query } from '../query.ts'

/** Shorter texts are a prefix of so many words that titles answer them better; a Chinese or Japanese character is half a word. */
const SHORT = { letters: 3, characters: 1 }

/** True for a text that is not searched for in texts, if enough titles match. */
export const isShort = (text: string): boolean => titleKey(text).length <= (hasUnspaced(text) ? SHORT.characters : SHORT.letters)

/** If texts take longer, only titles answer while typing continues. */
const SLOW_MS = 1000
const PAUSE_MS = 200
/** For so long, titles are not drawn if texts are expected to follow soon. */
export const SOON_MS = 250

export type LazyEngine = ReturnType<typeof lazyEngine>

/**
 * Opens the engine of a page on first use. Pagefind caches failed loads permanently, so after a failure a new engine replaces the old one.
 * If none can be opened, the old one is used: it still answers earlier queries.
 */
export function lazyEngine(place: SearchPlace) {
  let current: Promise<SearchEngine> | undefined
  let spoilt = false
  /** What the last search took. */
  let lastMs = Infinity

  /** Throws if no engine is open and none can be opened. */
  async function get(): Promise<SearchEngine> {
    if (current && !spoilt) return current
    const before = current
    spoilt = false
    current = startEngine(place)
    try {
      return await current
    } catch (error) {
      current = before
      spoilt = before !== undefined
      if (!before) throw error
      return before
    }
  }

  /** Searches, see {@link SearchEngine}, and returns the engine that has answered. Throws also if none can be opened. */
  async function search(query: Query, first: number): Promise<{ engine: SearchEngine; answer: SearchResults }> {
    const engine = await get()
    const startMs = performance.now()
    const answer = await engine.search(query, first)
    lastMs = performance.now() - startMs
    return { engine, answer }
  }

  /** True if texts are expected to answer soon, because they just have. */
  const isQuickFor = (text: string): boolean => lastMs <= SLOW_MS && !isShort(text)

  /** Calls back once typing has paused at a text, and opens the engine meanwhile. */
  function afterPause(text: string, then: () => void): ReturnType<typeof setTimeout> {
    // The search reports a failure.
    if (!isShort(text)) get().catch(() => undefined)
    return setTimeout(then, PAUSE_MS)
  }

  /** Must be called after the engine failed to answer. */
  function spoil(): void {
    lastMs = Infinity
    spoilt = current !== undefined
  }

  return { get, search, isQuickFor, afterPause, spoil }
}
