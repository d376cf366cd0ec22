import type { Query } from './query.ts'

/** How long typing must pause before it stands in the address: browsers refuse more than 100 changes in half a minute. */
const PAUSE_MS = 400
/** How long a question must stand before it counts as one that somebody meant. */
const SETTLED_MS = 2000
const MOST_SHOWN = 200

/** Where somebody was in the results: how many of them there were, how far down, in pixels, and which of their links had the focus. */
export interface Place {
  shown: number
  /** Without it the page stays where it is. */
  top?: number | undefined
  link?: number | undefined
}

/** What is asked for, and where in its results one was before. */
export interface Asked {
  query: Query
  place: Place
}

/** At the first results of a search. */
export const AT_THE_TOP: Place = { shown: 0 }

/**
 * The search page's part of the browser's history. While one types, an entry follows. A question is settled once it has stood for a while, or something was done
 * with it: the next one gets an entry of its own. So does each choice of a filter or an order. Each entry remembers where one was in its results.
 */
export class Visit {
  readonly #here: () => Place
  #isSettled = hasQuestion()
  #address: string | undefined
  #pause: number | undefined
  #settling: number | undefined
  #noting: number | undefined
  /** Takes off what covers the page. */
  #uncovered: (() => void) | undefined

  /** `here` tells where one is at the moment; `onReturn` is called when somebody goes back or forth to another search. */
  constructor(here: () => Place, onReturn: () => void) {
    this.#here = here
    addEventListener('pagehide', () => this.#keep())
    addEventListener('scroll', () => this.#noteSoon(), { passive: true })
    addEventListener('popstate', () => {
      if (this.#uncovered) return this.#takeOff(this.#uncovered)
      this.#stopTimers()
      this.#address = undefined
      this.#isSettled = hasQuestion()
      onReturn()
    })
  }

  /** Something covers the page until one goes back: what is asked for meanwhile belongs to the page. */
  cover(onBack: () => void): void {
    this.settle()
    // What one of them wrote would be taken off with the cover.
    this.#stopTimers()
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
    if (address !== undefined) this.choose(address)
    history.scrollRestoration = 'auto'
  }

  #stopTimers(): void {
    for (const timer of [this.#pause, this.#settling, this.#noting]) clearTimeout(timer)
  }

  /** Notes the address of what is being typed, after a pause. */
  follow(address: string): void {
    if (!this.#begin(address)) return
    this.#pause = window.setTimeout(() => this.#write(), PAUSE_MS)
    this.#settling = window.setTimeout(() => this.settle(), SETTLED_MS)
  }

  /** A choice is an entry at once, and so is what it was made for. */
  choose(address: string): void {
    if (!this.#uncovered && address !== this.#current) {
      this.note()
      this.#isSettled = true
    }
    if (this.#begin(address)) this.settle()
  }

  /** Gives an address its entry. False where it has one, and while the page is covered. */
  #begin(address: string): boolean {
    if (this.#uncovered) this.#address = address
    if (this.#uncovered || address === this.#current) return false
    for (const timer of [this.#pause, this.#settling]) clearTimeout(timer)
    if (this.#isSettled) {
      this.note()
      history.pushState(null, '', address)
      this.#isSettled = false
    }
    this.#address = address
    return true
  }

  get #current(): string {
    return this.#address ?? location.pathname + location.search
  }

  /** The address named something that there is not: it says what is shown, in the entry that it has. */
  correct(address: string): void {
    history.replaceState(history.state, '', address)
  }

  /** What is asked stays in the history, as something to come back to. */
  settle(): void {
    this.note()
    this.#isSettled = hasQuestion()
  }

  /** Notes where one is. */
  note(): void {
    this.#write()
    this.#keep()
  }

  #noteSoon(): void {
    clearTimeout(this.#noting)
    if (!this.#uncovered) this.#noting = window.setTimeout(() => this.note(), PAUSE_MS)
  }

  #keep(): void {
    history.replaceState(this.#here(), '', this.#address)
  }

  #write(): void {
    clearTimeout(this.#pause)
    if (this.#address !== undefined) history.replaceState(history.state, '', this.#address)
    this.#address = undefined
  }
}

/** A page that was opened without a question is none to come back to from the first one. */
const hasQuestion = (): boolean => location.search !== ''

/** Where one was when one left the entry of the history that is shown now. */
export function placeOfVisit(): Required<Place> {
  const state = (history.state ?? {}) as Partial<Record<keyof Place, unknown>>
  const number = (name: keyof Place): number | undefined => (typeof state[name] === 'number' ? state[name] : undefined)
  return { shown: Math.min(number('shown') ?? 0, MOST_SHOWN), top: number('top') ?? 0, link: number('link') }
}
