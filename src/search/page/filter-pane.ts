import type { LazyEngine } from './engine/lazy-engine.ts'
import type { SearchResults } from './engine/engine.ts'
import { latestOnly } from './latest.ts'
import type { Query } from './query.ts'
import { find } from './view/dom.ts'
import type { FiltersView } from './view/filters-view.ts'
import type { Visit } from './visit.ts'

interface Answered {
  query: Query
  /** The answer with its counts. */
  counted: SearchResults | undefined
}

/** Marks a pane that is initially closed in every layout. */
const FOLDS = 'data-folds'
/** There is room for the filters next to the results; the same as in search.css. */
const BESIDE = '(min-width: 60rem)'

/**
 * The pane of the filters with their counts. On a large site the counts are most of the data to load, so only an open pane loads them. On a
 * phone the content of an open pane is in a sheet over the page.
 */
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
  follow(query: Query, answer?: SearchResults): void {
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
    // The results are painted first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
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

/** A dialog with the content of the pane. The browser's back button closes it. */
class FilterSheet {
  readonly #pane: HTMLDetailsElement
  readonly #sheet: HTMLDialogElement
  readonly #visit: Visit
  readonly #beside = matchMedia(BESIDE)
  /** Called once it has closed. */
  #then: (() => void) | undefined

  constructor(pane: HTMLDetailsElement, template: HTMLTemplateElement, visit: Visit) {
    this.#pane = pane
    this.#sheet = find(template.content.cloneNode(true) as DocumentFragment, 'dialog', HTMLDialogElement)
    this.#visit = visit
    pane.addEventListener('toggle', () => this.#follow())
    this.#beside.addEventListener('change', () => this.#follow())
    // Opened before the search was loaded.
    if (pane.open) this.#follow()
    // The backdrop is the dialog itself: its content fills it.
    const button = find(this.#sheet, 'button', HTMLButtonElement)
    this.#sheet.addEventListener('click', ({ target }) => {
      if (target === this.#sheet || target === button) this.#sheet.close()
    })
    this.#sheet.addEventListener('close', () => visit.uncover())
  }

  /** Closes it and then calls `then`; immediately if it is already closed. */
  close(then: () => void): void {
    if (!this.#sheet.open) return then()
    this.#then = then
    this.#sheet.close()
  }

  #follow(): void {
    if (!this.#pane.open || this.#beside.matches) return this.#sheet.close()
    if (this.#sheet.isConnected) return
    find(this.#sheet, '[data-part=held]', HTMLElement).append(...[...this.#pane.children].slice(1))
    this.#pane.append(this.#sheet)
    this.#sheet.showModal()
    this.#visit.cover(() => this.#putBack())
  }

  #putBack(): void {
    this.#sheet.close()
    this.#sheet.remove()
    this.#pane.append(...find(this.#sheet, '[data-part=held]', HTMLElement).children)
    if (!this.#beside.matches) this.#pane.open = false
    find(this.#pane, 'summary', HTMLElement).focus({ preventScroll: true })
    this.#then?.()
    this.#then = undefined
  }
}
