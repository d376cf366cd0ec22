import { find } from './view/dom.ts'
import type { LazyEngine } from './engine/lazy-engine.ts'
import type { Answer } from './engine/engine.ts'
import { FilterSheet } from './filter-sheet.ts'
import type { FiltersView } from './view/filters-view.ts'
import { latestOnly } from './latest.ts'
import { painted } from './view/painted.ts'
import type { Query } from './query.ts'
import type { Visit } from './visit.ts'

interface Answered {
  query: Query
  /** The answer with its counts. */
  counted: Answer | undefined
}

/** Marks a pane that is initially closed in every layout. */
const FOLDS = 'data-folds'

/** The pane of the filters with their counts. On a large site the counts are most of the data to load, so only an open pane loads them. */
export class FilterPane {
  readonly #pane: HTMLDetailsElement
  readonly #sheet: FilterSheet
  readonly #filters: FiltersView
  readonly #engine: LazyEngine
  readonly #onCounts: () => void
  // Results are displayed even if their counts fail.
  readonly #count = latestOnly((answered: Answered) => this.#show(answered).catch((error: unknown) => reportError(error)))
  #newest: Answered | undefined
  /** True once answers include counts. */
  #counted = false

  /** `onCounts` is called when counts are displayed. */
  constructor(root: HTMLElement, filters: FiltersView, engine: LazyEngine, visit: Visit, onCounts: () => void) {
    this.#pane = find(root, 'details', HTMLDetailsElement)
    this.#sheet = new FilterSheet(this.#pane, find(root, 'template[data-part=sheet]', HTMLTemplateElement), visit)
    this.#filters = filters
    this.#engine = engine
    this.#onCounts = onCounts
    this.#pane.addEventListener('toggle', () => this.#tell())
  }

  /** On a large site an open pane would be expensive: readers open it themselves. */
  fold(): void {
    if (this.#pane.hasAttribute(FOLDS)) return
    this.#pane.setAttribute(FOLDS, '')
    this.#pane.open = false
  }

  /** Shows the counts of a query's answer; undefined for a query that was not searched for. */
  follow(query: Query, answer?: Answer): void {
    this.#newest = { query, counted: this.#counted ? answer : undefined }
    this.#tell()
  }

  /** The next query is answered by a new engine. */
  reset(): void {
    this.#counted = false
  }

  /** Closes the pane if it is above or over the results; then calls `then`. */
  leave(then: () => void): void {
    this.#sheet.close(() => {
      if (getComputedStyle(find(this.#pane, 'summary', HTMLElement)).display !== 'none') this.#pane.open = false
      then()
    })
  }

  #tell(): void {
    if (this.#pane.open && this.#newest) this.#count(this.#newest)
  }

  async #show(answered: Answered): Promise<void> {
    const { query } = answered
    const engine = await this.#engine.get()
    await painted()
    if (answered !== this.#newest) return
    await engine.loadCounts()
    this.#counted = true
    answered.counted ??= await engine.search(query)
    const { counts, total } = answered.counted
    if (answered !== this.#newest) return
    this.#filters.show(counts, query.filters, total)
    this.#onCounts()
  }
}
