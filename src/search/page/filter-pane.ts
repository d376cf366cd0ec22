import { find } from './view/dom.ts'
import type { LazyEngine } from './engine/lazy-engine.ts'
import type { Answer } from './engine/engine.ts'
import type { FiltersView } from './view/filters-view.ts'
import { newestOnly } from './newest.ts'
import { painted } from './view/painted.ts'
import type { Query } from './query.ts'

interface Answered {
  query: Query
  answer: Answer | undefined
}

/** A pane that is closed at first, wherever it lies. */
const FOLDS = 'data-folds'

/** The pane of the filters, and how many results each would leave: on a large site most of what there is to load, so only an open pane is given its counts. */
export class FilterPane {
  readonly #pane: HTMLDetailsElement
  readonly #filters: FiltersView
  readonly #engine: LazyEngine
  readonly #onCounts: () => void
  // The results stand without their counts.
  readonly #count = newestOnly((answered: Answered) => this.#show(answered).catch((error: unknown) => reportError(error)))
  #newest: Answered | undefined
  /** Answers have counts. */
  #counted = false

  /** `onCounts` is called when counts are shown. */
  constructor(root: HTMLElement, filters: FiltersView, engine: LazyEngine, onCounts: () => void) {
    this.#pane = find(root, 'details', HTMLDetailsElement)
    this.#filters = filters
    this.#engine = engine
    this.#onCounts = onCounts
    this.#pane.addEventListener('toggle', () => this.#tell())
  }

  /** On a large site an open pane would be dear: it is opened by hand. */
  fold(): void {
    if (this.#pane.hasAttribute(FOLDS)) return
    this.#pane.setAttribute(FOLDS, '')
    this.#pane.open = false
  }

  /** The answer to a query is shown; undefined for a query that has not been asked. */
  follow(query: Query, answer?: Answer): void {
    this.#newest = { query, answer }
    this.#tell()
  }

  /** What comes next is answered by another engine. */
  reset(): void {
    this.#counted = false
  }

  /** Where the pane lies above the results, it is closed. */
  leave(): void {
    if (getComputedStyle(find(this.#pane, 'summary', HTMLElement)).display !== 'none') this.#pane.open = false
  }

  #tell(): void {
    if (this.#pane.open && this.#newest) this.#count(this.#newest)
  }

  async #show(answered: Answered): Promise<void> {
    const { query, answer } = answered
    const engine = await this.#engine.get()
    await painted()
    if (answered !== this.#newest) return
    const counted = this.#counted
    await engine.loadCounts()
    this.#counted = true
    const { counts, total } = counted && answer ? answer : await engine.search(query)
    if (answered !== this.#newest) return
    this.#filters.show(counts, query.filters, total)
    this.#onCounts()
  }
}
