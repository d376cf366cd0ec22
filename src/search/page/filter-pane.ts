import type { LazyEngine } from './engine/lazy-engine.ts'
import type { SearchResults } from './engine/engine.ts'
import { latestOnly } from './latest.ts'
import type { Query } from './query.ts'
import { find } from './view/dom.ts'
import type { ShowFilters } from './view/filters-view.ts'
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
 * `showFilters` displays counts; `onCounts` is called afterwards.
 */
export function filterPane(root: HTMLElement, showFilters: ShowFilters, texts: LazyEngine, visit: Visit, onCounts: () => void) {
  const pane = find(root, 'details', HTMLDetailsElement)
  const sheet = filterSheet(pane, find(root, 'template[data-part=sheet]', HTMLTemplateElement), visit)
  pane.addEventListener('toggle', tell)
  // Results are displayed even if their counts fail.
  const count = latestOnly((answered: Answered) => show(answered).catch((error: unknown) => reportError(error)))
  let newest: Answered | undefined
  /** True once answers include counts. */
  let counted = false

  /** On a large site an open pane would be expensive: readers open it themselves. */
  function fold(): void {
    if (pane.hasAttribute(FOLDS)) return
    pane.setAttribute(FOLDS, '')
    pane.open = false
  }

  /** Shows the counts of a query's answer; undefined for a query that was not searched for. */
  function follow(query: Query, answer?: SearchResults): void {
    newest = { query, counted: counted ? answer : undefined }
    tell()
  }

  /** The next query is answered by a new engine. */
  function reset(): void {
    counted = false
  }

  /** Closes the pane if it is above or over the results; then calls `then`. */
  function leave(then: () => void): void {
    sheet.close(() => {
      if (getComputedStyle(find(pane, 'summary', HTMLElement)).display !== 'none') pane.open = false
      then()
    })
  }

  function tell(): void {
    if (pane.open && newest) count(newest)
  }

  async function show(answered: Answered): Promise<void> {
    const { query } = answered
    const engine = await texts.get()
    // The results are painted first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    if (answered !== newest) return
    await engine.loadCounts()
    counted = true
    answered.counted ??= await engine.search(query)
    const { counts, total } = answered.counted
    if (answered !== newest) return
    showFilters(counts, query.filters, total)
    onCounts()
  }

  return { fold, follow, reset, leave }
}

/** A dialog with the content of the pane. The browser's back button closes it. */
function filterSheet(pane: HTMLDetailsElement, template: HTMLTemplateElement, visit: Visit) {
  const sheet = find(template.content.cloneNode(true) as DocumentFragment, 'dialog', HTMLDialogElement)
  const beside = matchMedia(BESIDE)
  /** Called once it has closed. */
  let afterwards: (() => void) | undefined
  pane.addEventListener('toggle', follow)
  beside.addEventListener('change', follow)
  // Opened before the search was loaded.
  if (pane.open) follow()
  // The backdrop is the dialog itself: its content fills it.
  const button = find(sheet, 'button', HTMLButtonElement)
  sheet.addEventListener('click', ({ target }) => {
    if (target === sheet || target === button) sheet.close()
  })
  sheet.addEventListener('close', visit.uncover)

  /** Closes it and then calls `then`; immediately if it is already closed. */
  function close(then: () => void): void {
    if (!sheet.open) return then()
    afterwards = then
    sheet.close()
  }

  function follow(): void {
    if (!pane.open || beside.matches) return sheet.close()
    if (sheet.isConnected) return
    find(sheet, '[data-part=held]', HTMLElement).append(...[...pane.children].slice(1))
    pane.append(sheet)
    sheet.showModal()
    visit.cover(putBack)
  }

  function putBack(): void {
    sheet.close()
    sheet.remove()
    pane.append(...find(sheet, '[data-part=held]', HTMLElement).children)
    if (!beside.matches) pane.open = false
    find(pane, 'summary', HTMLElement).focus({ preventScroll: true })
    afterwards?.()
    afterwards = undefined
  }

  return { close }
}
