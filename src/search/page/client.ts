import { wordsInBrowser } from '../../words/browser.ts'
import { find } from './view/dom.ts'
import { LanguageLinks } from './elsewhere.ts'
import { placeOf } from './engine/search-place.ts'
import { LazyEngine, SOON_MS } from './engine/lazy-engine.ts'
import type { SearchResults } from './engine/engine.ts'
import { FilterPane } from './filter-pane.ts'
import { FiltersView } from './view/filters-view.ts'
import { latestOnly } from './latest.ts'
import { nearFirst, type OnDevice } from './on-device.ts'
import { isEmpty, isTextOnly, type Query, readQuery, writeQuery } from './query.ts'
import type { RecentView } from './view/recent-view.ts'
import { ResultsView } from './view/results-view.ts'
import { shownText } from './view/shown.ts'
import { Retry } from './retry.ts'
import { titlesAt, type TitleSearch } from './titles/title-search.ts'
import { type ScrollPosition, placeOfVisit, Visit } from './visit.ts'

const PAGE_SIZE = 10
/** Results on this device come first, also those further down. */
const OFFLINE_PAGE_SIZE = 50
const SUGGESTED = 5
const AT_THE_TOP: ScrollPosition = { shown: 0, top: 0 }

/**
 * Starts the search page. `root` is the element drawn by SearchPage.astro, with the paths of pages and files in `data-base` and
 * `data-root`, and its texts in a data block.
 */
export function startSearch(root: HTMLElement, recent: RecentView, onDevice: OnDevice): void {
  new SearchPage(root, recent, onDevice).start()
}

interface Asked {
  query: Query
  /** The previous place in the results. */
  place: ScrollPosition
}

/** Keeps the query in the address and the results in the page. */
class SearchPage {
  readonly #root: HTMLElement
  readonly #input: HTMLInputElement
  readonly #sort: HTMLSelectElement
  readonly #view: ResultsView
  readonly #filters: FilterPane
  readonly #recent: RecentView
  readonly #elsewhere: LanguageLinks
  readonly #engine: LazyEngine
  readonly #titles: TitleSearch
  readonly #visit: Visit
  readonly #onDevice: OnDevice
  readonly #title = document.title
  readonly #retry = new Retry(() => this.#answerTo({ query: this.#query, place: this.#failedAt }))
  readonly #answerTo = latestOnly((asked: Asked) => this.#findFirst(asked).catch((error: unknown) => this.#fail(asked, error)))
  readonly #answerFromTexts = latestOnly((asked: Asked) => this.#find(asked).catch((error: unknown) => this.#fail(asked, error)))
  #query = readQuery(location.search)
  /** What texts have answered last, and to what. */
  #answer: SearchResults | undefined
  #answered: Query | undefined
  #later: ReturnType<typeof setTimeout> | undefined
  #failedAt = AT_THE_TOP

  constructor(root: HTMLElement, recent: RecentView, onDevice: OnDevice) {
    this.#root = root
    this.#onDevice = onDevice
    const place = placeOf(root)
    const words = wordsInBrowser(find(root, 'script[data-words]', HTMLScriptElement).text)
    this.#input = find(root, 'input[type=search]', HTMLInputElement)
    this.#sort = find(root, 'select', HTMLSelectElement)
    this.#view = new ResultsView(root, words, place.root)
    this.#recent = recent
    const form = find(root, 'form', HTMLFormElement)
    this.#elsewhere = new LanguageLinks(form, words, (links) => this.#view.showElsewhere(links))
    this.#engine = new LazyEngine(place)
    this.#titles = titlesAt(place)
    const filters = new FiltersView(this.#view.part('filters'), words, (name, values) => {
      const others = Object.entries(this.#query.filters).filter(([other]) => other !== name)
      this.#ask({ filters: Object.fromEntries(values.length > 0 ? [...others, [name, values]] : others) })
    })
    this.#visit = new Visit(
      () => this.#view.count,
      () => this.#answerAt(readQuery(location.search), placeOfVisit()),
    )
    this.#filters = new FilterPane(root, filters, this.#engine, this.#visit, () => this.#view.offerFilters())
  }

  start(): void {
    const askText = (): void => this.#ask({ text: this.#input.value })
    find(this.#root, 'form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      askText()
      this.#finish(this.#input.value)
    })
    this.#input.addEventListener('input', askText)
    for (const list of ['results', 'suggested']) this.#view.part(list).addEventListener('click', () => this.#finish(this.#query.text))
    this.#sort.addEventListener('change', () => this.#ask({ sort: readQuery(`?sort=${this.#sort.value}`).sort }))
    for (const button of this.#root.querySelectorAll('[data-clear]')) button.addEventListener('click', () => this.#ask({ filters: {} }))
    this.#view.part('more').addEventListener('click', () => void this.#showMore().catch((error: unknown) => this.#failBelow(error)))
    for (const name of ['skip', 'reveal']) this.#view.part(name).addEventListener('click', (event) => this.#goToResults(event))
    this.#recent.onChoose = (text) => {
      this.#ask({ text })
      this.#input.focus()
    }
    moveWithKeys(this.#root, this.#input, find(this.#root, '.search-found', HTMLElement), () => this.#ask({ text: '' }))
    // The text may have changed while this was loading.
    const typed = this.#input.value
    if (typed && typed !== this.#query.text) this.#ask({ text: typed })
    else this.#answerAt(this.#query, placeOfVisit())
  }

  #finish(text: string): void {
    this.#recent.add(text)
    this.#visit.finish()
  }

  /** Moves the focus to the first result. */
  #goToResults(event: Event): void {
    event.preventDefault()
    this.#filters.leave(() => {
      ;(this.#root.querySelector<HTMLElement>('.search-hit a') ?? this.#input).focus({ preventScroll: true })
      this.#view.part('status').scrollIntoView({ block: 'start' })
    })
  }

  #ask(change: Partial<Query>): void {
    const query = { ...this.#query, ...change }
    this.#visit.follow(location.pathname + writeQuery(query))
    this.#answerAt(query, AT_THE_TOP)
  }

  #answerAt(query: Query, place: ScrollPosition): void {
    this.#query = query
    if (this.#input.value !== query.text) this.#input.value = query.text
    this.#sort.value = query.sort
    document.title = query.text ? `${shownText(query.text)} – ${this.#title}` : this.#title
    if (!isEmpty(query)) this.#view.showSearching()
    this.#answerTo({ query, place })
  }

  /** On a large site, titles answer if texts are not expected soon or take longer, and texts where they are slow once typing pauses. */
  async #findFirst(asked: Asked): Promise<void> {
    const { query, place } = asked
    this.#elsewhere.cancel()
    clearTimeout(this.#later)
    const isForTitles = isTextOnly(query) && place.shown === 0
    if (isForTitles && this.#engine.isQuickFor(query.text)) {
      this.#answerFromTexts(asked)
      // The answer from texts reports a failure.
      this.#later = setTimeout(() => void this.#findTitles(query).catch(console.error), SOON_MS)
      return
    }
    if (!(await this.#titles.isAvailable())) return this.#find(asked)
    if (Object.keys(query.filters).length === 0) this.#filters.fold()
    if (isForTitles) {
      await this.#findTitles(query)
      if (query === this.#query) this.#later = this.#engine.afterPause(query.text, () => this.#answerFromTexts(asked))
      return
    }
    if (!isEmpty(query)) return this.#find(asked)
    this.#retry.worked()
    if (query !== this.#query) return
    // An empty query loads nothing more until the filters are used.
    this.#view.showHits(query, [])
    this.#showState(0)
    this.#filters.follow(query)
  }

  async #findTitles(query: Query): Promise<void> {
    const hits = await nearFirst(await this.#titles.find(query.text, PAGE_SIZE), this.#onDevice)
    this.#retry.worked()
    if (query !== this.#query || query === this.#answered) return
    this.#recent.show(false)
    if (hits.length > 0) this.#view.showTitles(query, hits)
  }

  async #find({ query, place }: Asked): Promise<void> {
    if (query !== this.#query) return
    let count = Math.max(navigator.onLine ? PAGE_SIZE : OFFLINE_PAGE_SIZE, place.shown)
    const { engine, answer } = await this.#engine.search(query, count).catch((error: unknown) => {
      if (count === PAGE_SIZE) throw error
      // Without a network, no more may be stored than has been shown.
      count = PAGE_SIZE
      return this.#engine.search(query, count)
    })
    if (query !== this.#query) return
    const [hits, suggestion] = await Promise.all([answer.next(count), engine.suggest(query, answer, SUGGESTED)])
    const suggested = (await suggestion?.answer.next(SUGGESTED)) ?? []
    const above = new Set(suggested.map(({ href }) => href))
    const near = await nearFirst(
      hits.filter(({ href }) => !above.has(href)),
      this.#onDevice,
    )
    this.#retry.worked()
    if (query !== this.#query) return
    clearTimeout(this.#later)
    this.#answer = answer
    this.#answered = query
    this.#view.showHits(query, this.#view.draw(near), suggestion, this.#view.draw(suggested))
    this.#showState(answer.total)
    if (count >= answer.total) this.#view.part('more').hidden = true
    this.#elsewhere.suggest(query, answer)
    if (place.top > 0) scrollTo({ top: place.top, behavior: 'instant' })
    this.#filters.follow(query, answer)
  }

  #fail({ query }: Asked, error: unknown): void {
    if (query !== this.#query) return this.#engine.spoil()
    this.#answer = undefined
    this.#failAt(AT_THE_TOP, error)
    this.#showState(undefined)
  }

  /** What is already displayed stays. */
  #failBelow(error: unknown): void {
    this.#failAt({ shown: this.#view.count + PAGE_SIZE, top: scrollY }, error)
    this.#view.part('failure').hidden = false
  }

  #failAt(place: ScrollPosition, error: unknown): void {
    console.error(error)
    this.#engine.spoil()
    this.#filters.reset()
    this.#failedAt = place
    this.#retry.failed()
  }

  async #showMore(): Promise<void> {
    const answer = this.#answer
    const hits = this.#view.draw((await answer?.next(PAGE_SIZE)) ?? [])
    if (!answer || answer !== this.#answer) return
    this.#view.part('results').append(...hits)
    hits[0]?.querySelector('a')?.focus()
    this.#showState(answer.total)
    if (hits.length < PAGE_SIZE) this.#view.part('more').hidden = true
  }

  #showState(total: number | undefined): void {
    this.#view.showState(this.#query, total)
    this.#recent.show(isEmpty(this.#query))
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
