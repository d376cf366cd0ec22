import { wordsInBrowser } from '../../words/browser.ts'
import { find } from './view/dom.ts'
import { languageLinks } from './elsewhere.ts'
import { placeOf } from './engine/search-place.ts'
import { lazyEngine, SOON_MS } from './engine/lazy-engine.ts'
import type { SearchResults } from './engine/engine.ts'
import { filterPane } from './filter-pane.ts'
import { filtersView } from './view/filters-view.ts'
import { latestOnly } from './latest.ts'
import { nearFirst, type OnDevice } from './on-device.ts'
import { isEmpty, isTextOnly, type Query, readQuery, writeQuery } from './query.ts'
import type { RecentView } from './view/recent-view.ts'
import { resultsView } from './view/results-view.ts'
import { shownText } from './view/shown.ts'
import { retrying } from './retry.ts'
import { titlesAt } from './titles/title-search.ts'
import { type ScrollPosition, placeOfVisit, visitOf } from './visit.ts'

const PAGE_SIZE = 10
/** Results on this device come first, also those further down. */
const OFFLINE_PAGE_SIZE = 50
const SUGGESTED = 5
const AT_THE_TOP: ScrollPosition = { shown: 0, top: 0 }

interface Asked {
  query: Query
  /** The previous place in the results. */
  place: ScrollPosition
}

/**
 * Starts the search page: keeps the query in the address and the results in the page. `root` is the element drawn by SearchPage.astro, with
 * the paths of pages and files in `data-base` and `data-root`, and its texts in a data block.
 */
export function startSearch(root: HTMLElement, recent: RecentView, onDevice: OnDevice): void {
  const site = placeOf(root)
  const words = wordsInBrowser(find(root, 'script[data-words]', HTMLScriptElement).text)
  const form = find(root, 'form', HTMLFormElement)
  const input = find(root, 'input[type=search]', HTMLInputElement)
  const sort = find(root, 'select', HTMLSelectElement)
  const view = resultsView(root, words, site.root)
  const elsewhere = languageLinks(form, words, view.showElsewhere)
  const texts = lazyEngine(site)
  const titles = titlesAt(site)
  const showFilters = filtersView(view.part('filters'), words, (name, values) => {
    const others = Object.entries(current.filters).filter(([other]) => other !== name)
    ask({ filters: Object.fromEntries(values.length > 0 ? [...others, [name, values]] : others) })
  })
  const visit = visitOf(view.count, () => answerAt(readQuery(location.search), placeOfVisit()))
  const pane = filterPane(root, showFilters, texts, visit, view.offerFilters)
  const pageTitle = document.title
  const retry = retrying(() => answerTo({ query: current, place: failedAt }))
  const answerTo = latestOnly((asked: Asked) => findFirst(asked).catch((error: unknown) => fail(asked, error)))
  const answerFromTexts = latestOnly((asked: Asked) => findInTexts(asked).catch((error: unknown) => fail(asked, error)))
  let current = readQuery(location.search)
  /** What texts have answered last, and to what. */
  let lastAnswer: SearchResults | undefined
  let lastAnswered: Query | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  let failedAt = AT_THE_TOP

  const askText = (): void => ask({ text: input.value })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    askText()
    finish(input.value)
  })
  input.addEventListener('input', askText)
  for (const list of ['results', 'suggested']) view.part(list).addEventListener('click', () => finish(current.text))
  sort.addEventListener('change', () => ask({ sort: readQuery(`?sort=${sort.value}`).sort }))
  for (const button of root.querySelectorAll('[data-clear]'))
    button.addEventListener('click', () => {
      ask({ filters: {} })
      // The button disappears.
      view.part('status').focus({ preventScroll: true })
    })
  view.part('more').addEventListener('click', () => void showMore().catch((error: unknown) => failBelow(error)))
  for (const name of ['skip', 'reveal']) view.part(name).addEventListener('click', goToResults)
  recent.onChoose = (text) => {
    ask({ text })
    input.focus()
  }
  moveWithKeys(root, input, find(root, '.search-found', HTMLElement), () => ask({ text: '' }))
  // The text may have changed while this was loading.
  const typed = input.value
  if (typed && typed !== current.text) ask({ text: typed })
  else answerAt(current, placeOfVisit())

  function finish(text: string): void {
    recent.add(text)
    visit.finish()
  }

  /** Moves the focus to the first result. */
  function goToResults(event: Event): void {
    event.preventDefault()
    pane.leave(() => {
      ;(root.querySelector<HTMLElement>('.search-hit a') ?? input).focus({ preventScroll: true })
      view.part('status').scrollIntoView({ block: 'start' })
    })
  }

  function ask(change: Partial<Query>): void {
    const query = { ...current, ...change }
    visit.follow(location.pathname + writeQuery(query))
    answerAt(query, AT_THE_TOP)
  }

  function answerAt(query: Query, place: ScrollPosition): void {
    current = query
    if (input.value !== query.text) input.value = query.text
    sort.value = query.sort
    document.title = query.text ? `${shownText(query.text)} – ${pageTitle}` : pageTitle
    if (!isEmpty(query)) view.showSearching()
    answerTo({ query, place })
  }

  /** On a large site, titles answer if texts are not expected soon or take longer, and texts where they are slow once typing pauses. */
  async function findFirst(asked: Asked): Promise<void> {
    const { query, place } = asked
    elsewhere.cancel()
    clearTimeout(later)
    const isForTitles = isTextOnly(query) && place.shown === 0
    if (isForTitles && texts.isQuickFor(query.text)) {
      answerFromTexts(asked)
      // The answer from texts reports a failure.
      later = setTimeout(() => void findInTitles(query).catch(console.error), SOON_MS)
      return
    }
    if (!(await titles.isAvailable())) return findInTexts(asked)
    if (Object.keys(query.filters).length === 0) pane.fold()
    if (isForTitles) {
      await findInTitles(query)
      if (query === current) later = texts.afterPause(query.text, () => answerFromTexts(asked))
      return
    }
    if (!isEmpty(query)) return findInTexts(asked)
    retry.worked()
    if (query !== current) return
    // An empty query loads nothing more until the filters are used.
    view.showHits(query, [])
    showState(0)
    pane.follow(query)
  }

  async function findInTitles(query: Query): Promise<void> {
    const hits = await nearFirst(await titles.find(query.text, PAGE_SIZE), onDevice)
    retry.worked()
    if (query !== current || query === lastAnswered) return
    recent.show(false)
    if (hits.length > 0) view.showTitles(query, hits)
  }

  async function findInTexts({ query, place }: Asked): Promise<void> {
    if (query !== current) return
    let count = Math.max(navigator.onLine ? PAGE_SIZE : OFFLINE_PAGE_SIZE, place.shown)
    const { engine, answer } = await texts.search(query, count).catch((error: unknown) => {
      if (count === PAGE_SIZE) throw error
      // Without a network, no more may be stored than has been shown.
      count = PAGE_SIZE
      return texts.search(query, count)
    })
    if (query !== current) return
    const [hits, suggestion] = await Promise.all([answer.next(count), engine.suggest(query, answer, SUGGESTED)])
    const suggested = (await suggestion?.answer.next(SUGGESTED)) ?? []
    const above = new Set(suggested.map(({ href }) => href))
    const near = await nearFirst(
      hits.filter(({ href }) => !above.has(href)),
      onDevice,
    )
    retry.worked()
    if (query !== current) return
    clearTimeout(later)
    lastAnswer = answer
    lastAnswered = query
    view.showHits(query, view.draw(near), suggestion, view.draw(suggested))
    showState(answer.total)
    if (count >= answer.total) view.part('more').hidden = true
    elsewhere.suggest(query, answer)
    if (place.top > 0) scrollTo({ top: place.top, behavior: 'instant' })
    pane.follow(query, answer)
  }

  function fail({ query }: Asked, error: unknown): void {
    if (query !== current) return texts.spoil()
    clearTimeout(later)
    lastAnswer = undefined
    failAt(AT_THE_TOP, error)
    showState(undefined)
  }

  /** What is already displayed stays. */
  function failBelow(error: unknown): void {
    failAt({ shown: view.count() + PAGE_SIZE, top: scrollY }, error)
    view.part('failure').hidden = false
  }

  function failAt(place: ScrollPosition, error: unknown): void {
    console.error(error)
    texts.spoil()
    pane.reset()
    failedAt = place
    retry.failed()
  }

  async function showMore(): Promise<void> {
    const answer = lastAnswer
    const hits = view.draw((await answer?.next(PAGE_SIZE)) ?? [])
    if (!answer || answer !== lastAnswer) return
    view.part('results').append(...hits)
    hits[0]?.querySelector('a')?.focus()
    showState(answer.total)
    if (hits.length < PAGE_SIZE) view.part('more').hidden = true
  }

  function showState(total: number | undefined): void {
    view.showState(current, total)
    recent.show(isEmpty(current))
  }
}

/**
 * Arrow keys move from the input through the links of the results, and back. Escape returns to the input; pressed there, it clears it
 * through `onEmpty`. Enter and Tab keep the browser's behaviour.
 */
function moveWithKeys(root: HTMLElement, input: HTMLInputElement, results: HTMLElement, onEmpty: () => void): void {
  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const links = [...results.querySelectorAll<HTMLElement>('a[href]')].filter((link) => !link.closest('[hidden]'))
    const at = links.findIndex((link) => link === document.activeElement)
    if (at < 0 && document.activeElement !== input) return
    if (event.key === 'ArrowDown') links[at + 1]?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? input).focus()
    else if (event.key === 'Escape') {
      if (at < 0) onEmpty()
      input.focus()
    } else return
    event.preventDefault()
  })
}
