/** How long typing must pause before it stands in the address: browsers refuse more than 100 changes in half a minute. */
const PAUSE_MS = 400
const MOST_SHOWN = 200

/** Where somebody was in the results: how many of them there were, and how far down, in pixels. */
export interface Place {
  shown: number
  top: number
}

/**
 * The search page's part of the browser's history. While one types, an entry follows; once a search was finished, the next one gets an entry of its own. Each
 * remembers where one was in its results.
 */
export class Visit {
  readonly #shown: () => number
  #finished = false
  #address: string | undefined
  #pause: number | undefined
  /** Takes off what covers the page. */
  #uncovered: (() => void) | undefined

  /** `shown` tells how many results there are at the moment; `onReturn` is called when somebody goes back or forth to another search. */
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

  /** Something covers the page until one goes back: what is asked for meanwhile belongs to the page. */
  cover(onBack: () => void): void {
    this.#write()
    // The page stays where it is when the cover is taken off.
    history.scrollRestoration = 'manual'
    history.pushState(null, '')
    this.#uncovered = onBack
  }

  /** Takes it off, as going back does. */
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

  /** Notes the address of what is asked for, after a pause. */
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

  /** The search stays in the history, as one to come back to. */
  finish(): void {
    this.#write()
    this.#finished = true
  }

  #write(): void {
    clearTimeout(this.#pause)
    if (this.#address !== undefined) history.replaceState(history.state, '', this.#address)
    this.#address = undefined
  }

  /** Notes where one is. */
  #leave(): void {
    this.#write()
    history.replaceState({ shown: this.#shown(), top: scrollY } satisfies Place, '')
  }
}

/** Where one was when one left the entry of the history that is shown now. */
export function placeOfVisit(): Place {
  const { shown, top } = (history.state ?? {}) as Partial<Record<keyof Place, unknown>>
  return { shown: typeof shown === 'number' ? Math.min(shown, MOST_SHOWN) : 0, top: typeof top === 'number' ? top : 0 }
}
