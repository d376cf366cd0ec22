/** The pause in typing before the address is updated: browsers refuse more than 100 changes in half a minute. */
const PAUSE_MS = 400
const MOST_SHOWN = 200

/** A place in the results: their number, and the scroll position in pixels. */
export interface ScrollPosition {
  shown: number
  top: number
}

/**
 * The search page's part of the browser's history. Typing updates the current entry; once a search is finished, the next one gets an entry
 * of its own. Each stores the place in its results.
 */
export class Visit {
  readonly #shown: () => number
  #finished = false
  #address: string | undefined
  #pause: number | undefined
  /** Removes what covers the page. */
  #uncovered: (() => void) | undefined

  /** `shown` returns the number of results displayed; `onReturn` is called when the reader navigates to another search in the history. */
  constructor(shown: () => number, onReturn: () => void) {
    this.#shown = shown
    addEventListener('pagehide', () => this.#leave())
    addEventListener('popstate', () => {
      if (this.#uncovered) return this.#takeOff(this.#uncovered)
      clearTimeout(this.#pause)
      this.#address = undefined
      this.#finished = true
      onReturn()
    })
  }

  /** Something covers the page until the reader goes back; changes of the query meanwhile belong to the page. */
  cover(onBack: () => void): void {
    this.#write()
    // The page keeps its scroll position when the cover is removed.
    history.scrollRestoration = 'manual'
    history.pushState(null, '')
    this.#uncovered = onBack
  }

  /** Removes the cover, as going back does. */
  uncover(): void {
    if (this.#uncovered) history.back()
  }

  #takeOff(uncovered: () => void): void {
    const address = this.#address
    this.#uncovered = undefined
    this.#address = undefined
    uncovered()
    if (address !== undefined) this.follow(address)
    history.scrollRestoration = 'auto'
  }

  /** Updates the address, after a pause. */
  follow(address: string): void {
    clearTimeout(this.#pause)
    if (this.#uncovered) {
      this.#address = address
      return
    }
    if (address === this.#address || (this.#address === undefined && address === location.pathname + location.search)) return
    if (this.#finished) {
      this.#leave()
      history.pushState(null, '', address)
      this.#finished = false
    }
    this.#address = address
    this.#pause = window.setTimeout(() => this.#write(), PAUSE_MS)
  }

  /** Keeps the search as an entry of the history. */
  finish(): void {
    this.#write()
    this.#finished = true
  }

  #write(): void {
    clearTimeout(this.#pause)
    if (this.#address !== undefined) history.replaceState(history.state, '', this.#address)
    this.#address = undefined
  }

  /** Stores the current place. */
  #leave(): void {
    this.#write()
    history.replaceState({ shown: this.#shown(), top: scrollY } satisfies ScrollPosition, '')
  }
}

/** The stored place of the current history entry. */
export function placeOfVisit(): ScrollPosition {
  const { shown, top } = (history.state ?? {}) as Partial<Record<keyof ScrollPosition, unknown>>
  return { shown: typeof shown === 'number' ? Math.min(shown, MOST_SHOWN) : 0, top: typeof top === 'number' ? top : 0 }
}
