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
  /** What answers it with its counts. */
  counted: Answer | undefined
}

/** A pane that is closed at first, wherever it lies. */
const FOLDS = 'data-folds'

/** The pane of the filters, and how many results each would leave: on a large site most of what there is to load, so only an open pane is given its counts. */
export class FilterPane {
  readonly #pane: HTMLDetailsElement
  readonly #sheet: FilterSheet
  readonly #filters: FiltersView
  readonly #engine: LazyEngine
  readonly #onCounts: () => void
  // The results stand without their counts.
  readonly #count = latestOnly((answered: Answered) => this.#show(answered).catch((error: unknown) => reportError(error)))
  #newest: Answered | undefined
  /** Answers have counts. */
  #counted = false

  /** `onCounts` is called when counts are shown. */
  constructor(root: HTMLElement, filters: FiltersView, engine: LazyEngine, visit: Visit, onCounts: () => void) {
    this.#pane = find(root, 'details', HTMLDetailsElement)
    this.#sheet = new FilterSheet(this.#pane, find(root, 'template[data-part=sheet]', HTMLTemplateElement), visit)
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
    this.#newest = { query, counted: this.#counted ? answer : undefined }
    this.#tell()
  }

  /** What comes next is answered by another engine. */
  reset(): void {
    this.#counted = false
  }

  /** Where the pane lies above the results or over them, it is closed; then something is done. */
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
