/** The pause in typing before the address is updated: browsers refuse more than 100 changes in half a minute. */
const PAUSE_MS = 400
const MOST_SHOWN = 200

/** A place in the results: their number, and the scroll position in pixels. */
export interface ScrollPosition {
  shown: number
  top: number
}

export type Visit = ReturnType<typeof visitOf>

/**
 * The search page's part of the browser's history. Typing updates the current entry; once a search is finished, the next one gets an entry
 * of its own. Each stores the place in its results. `shown` returns the number of results displayed; `onReturn` is called when the reader
 * navigates to another search in the history.
 */
export function visitOf(shown: () => number, onReturn: () => void) {
  let finished = false
  let pending: string | undefined
  let pause: number | undefined
  /** Removes what covers the page. */
  let onUncovered: (() => void) | undefined
  addEventListener('pagehide', leave)
  addEventListener('popstate', () => {
    if (onUncovered) return takeOff(onUncovered)
    clearTimeout(pause)
    pending = undefined
    finished = true
    onReturn()
  })

  /** Something covers the page until the reader goes back; changes of the query meanwhile belong to the page. */
  function cover(onBack: () => void): void {
    write()
    // The page keeps its scroll position when the cover is removed.
    history.scrollRestoration = 'manual'
    history.pushState(null, '')
    onUncovered = onBack
  }

  /** Removes the cover, as going back does. */
  function uncover(): void {
    if (onUncovered) history.back()
  }

  function takeOff(uncovered: () => void): void {
    const address = pending
    onUncovered = undefined
    pending = undefined
    uncovered()
    if (address !== undefined) follow(address)
    history.scrollRestoration = 'auto'
  }

  /** Updates the address, after a pause. */
  function follow(address: string): void {
    clearTimeout(pause)
    if (onUncovered) {
      pending = address
      return
    }
    if (address === pending || (pending === undefined && address === location.pathname + location.search)) return
    if (finished) {
      leave()
      history.pushState(null, '', address)
      finished = false
    }
    pending = address
    pause = window.setTimeout(write, PAUSE_MS)
  }

  /** Keeps the search as an entry of the history. */
  function finish(): void {
    write()
    finished = true
  }

  function write(): void {
    clearTimeout(pause)
    if (pending !== undefined) history.replaceState(history.state, '', pending)
    pending = undefined
  }

  /** Stores the current place. */
  function leave(): void {
    write()
    history.replaceState({ shown: shown(), top: scrollY } satisfies ScrollPosition, '')
  }

  return { cover, uncover, follow, finish }
}

/** The stored place of the current history entry. */
export function placeOfVisit(): ScrollPosition {
  const { shown, top } = (history.state ?? {}) as Partial<Record<keyof ScrollPosition, unknown>>
  return { shown: typeof shown === 'number' ? Math.min(shown, MOST_SHOWN) : 0, top: typeof top === 'number' ? top : 0 }
}
