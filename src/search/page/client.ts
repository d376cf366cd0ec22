import { wordsInBrowser } from '../../words/browser.ts'
import { find } from './view/dom.ts'
import { OtherLanguages } from './elsewhere.ts'
import { ElsewhereView } from './view/elsewhere-view.ts'
import { LazyEngine } from './engine/lazy-engine.ts'
import type { Answer } from './engine/engine.ts'
import { FilterPane } from './filter-pane.ts'
import { FiltersView } from './view/filters-view.ts'
import { moveWithKeys } from './view/keys.ts'
import { newestOnly } from './newest.ts'
import { type OwnTools, OwnToolsChoice } from './own-tools-choice.ts'
import { placeOf } from './place-of.ts'
import { chosenIn, isEmpty, isTextOnly, type Query, readQuery, withFilter, writeQuery } from './query.ts'
import type { RecentView } from './view/recent-view.ts'
import { ResultsView } from './view/results-view.ts'
import { Retry } from './retry.ts'
import { suggest } from './suggest.ts'
import { TitlesFirst } from './titles/titles-first.ts'
import { unfilteredTotal } from './unfiltered.ts'
import { type Asked, AT_THE_TOP, type Place, placeOfVisit, Visit } from './visit.ts'

const PAGE_SIZE = 10
const SUGGESTED = 5

/** Brings the search page to life. `root` is what SearchPage.astro draws, with the paths of its pages and files in `data-base` and `data-root`, and its words in a data block; `tools` are those that somebody has, where guides need some. */
export const startSearch = (root: HTMLElement, recent: RecentView, tools?: OwnTools): void => new SearchPage(root, recent, tools).start()

/** What is asked for stands in the address, what is found in the page. */
class SearchPage {
  readonly #root: HTMLElement
  readonly #input: HTMLInputElement
  readonly #sort: HTMLSelectElement
  readonly #view: ResultsView
  readonly #filters: FilterPane
  readonly #recent: RecentView
  readonly #elsewhere: ElsewhereView
  readonly #engine: LazyEngine
  readonly #ownTools: OwnToolsChoice
  readonly #titles: TitlesFirst<Asked>
  readonly #visit: Visit
  readonly #retry = new Retry(() => this.#answerTo({ query: this.#query, place: this.#failedAt }))
  readonly #answerTo = newestOnly((asked: Asked) => this.#findTitles(asked).catch((error: unknown) => this.#fail(error)))
  readonly #answerFromTexts = newestOnly((asked: Asked) => this.#find(asked).catch((error: unknown) => this.#fail(error)))
  #query = readQuery(location.search)
  #answer: Answer | undefined
  #failedAt = AT_THE_TOP

  constructor(root: HTMLElement, recent: RecentView, tools: OwnTools | undefined) {
    this.#root = root
    const place = { ...placeOf(root), lang: document.documentElement.lang }
    const words = wordsInBrowser(find(root, 'script[data-words]', HTMLScriptElement).text)
    this.#input = find(root, 'input[type=search]', HTMLInputElement)
    this.#sort = find(root, 'select', HTMLSelectElement)
    this.#view = new ResultsView(root, words, place.root)
    this.#recent = recent
    const others = new OtherLanguages(find(root, 'form', HTMLFormElement), place.lang)
    this.#elsewhere = new ElsewhereView(others, words, (links) => this.#view.showElsewhere(links))
    this.#engine = new LazyEngine(place, tools?.guides)
    this.#ownTools = new OwnToolsChoice(
      root,
      tools,
      (ownTools) => this.#ask({ ownTools }),
      () => this.#answerAt(this.#query, this.#view.place),
    )
    this.#titles = new TitlesFirst(place, this.#answerFromTexts)
    const filters = new FiltersView(this.#view.part('filters'), words, (name, values) =>
      this.#ask({ filters: withFilter(this.#query, name, values) }),
    )
    this.#visit = new Visit(
      () => this.#view.place,
      () => this.#answerAt(readQuery(location.search), placeOfVisit()),
    )
    this.#filters = new FilterPane(root, filters, this.#engine, this.#visit, () => this.#view.offerFilters())
  }

  start(): void {
    const askText = (): void => this.#ask({ text: this.#input.value }, 'follow')
    find(this.#root, 'form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      askText()
      this.#finish(this.#input.value)
    })
    this.#input.addEventListener('input', askText)
    for (const list of ['results', 'suggested']) this.#view.part(list).addEventListener('click', () => this.#finish(this.#query.text))
    this.#sort.addEventListener('change', () => this.#ask({ sort: readQuery(`?sort=${this.#sort.value}`).sort }))
    for (const button of this.#root.querySelectorAll('[data-clear]'))
      button.addEventListener('click', () => this.#ask({ filters: {}, ownTools: false }))
    this.#view.part('more').addEventListener('click', () => void this.#showMore().catch((error: unknown) => this.#failBelow(error)))
    for (const name of ['skip', 'reveal']) this.#view.part(name).addEventListener('click', (event) => this.#goToResults(event))
    this.#recent.onChoose = (text) => {
      this.#ask({ text })
      this.#input.focus()
    }
    moveWithKeys(this.#root, this.#input, find(this.#root, '.search-found', HTMLElement), () => this.#ask({ text: '' }, 'follow'))
    // What was typed while this was on its way is asked for.
    const typed = this.#input.value
    if (typed && typed !== this.#query.text) this.#ask({ text: typed }, 'follow')
    else this.#answerAt(this.#query, placeOfVisit())
  }

  #finish(text: string): void {
    this.#recent.add(text)
    this.#visit.settle()
  }

  #goToResults(event: Event): void {
    event.preventDefault()
    this.#filters.leave(() => this.#view.goToFirst(this.#input))
  }

  /** What is typed follows in the address, and what is chosen is an entry of its own. */
  #ask(change: Partial<Query>, how: 'follow' | 'choose' = 'choose'): void {
    const query = { ...this.#query, ...change }
    this.#visit[how](location.pathname + writeQuery(query))
    this.#answerAt(query, AT_THE_TOP)
  }

  #answerAt(asked: Query, place: Place): void {
    const query = this.#ownTools.show(asked)
    if (asked.ownTools && !query.ownTools) this.#visit.correct(location.pathname + writeQuery(query))
    this.#query = query
    if (this.#input.value !== query.text) this.#input.value = query.text
    this.#sort.value = query.sort
    this.#answerTo({ query, place })
  }

  /** On a large site titles answer first, and texts once nothing is typed for a while. */
  async #findTitles(asked: Asked): Promise<void> {
    const { query, place } = asked
    this.#elsewhere.forget()
    this.#titles.forget()
    if (!(await this.#titles.areThere())) return this.#find(asked)
    if (chosenIn(query) === 0) this.#filters.fold()
    const isForTitles = isTextOnly(query) && place.shown === 0
    if (!isForTitles && !isEmpty(query)) return this.#find(asked)
    const hits = isForTitles ? await this.#titles.find(query.text, PAGE_SIZE) : []
    this.#retry.worked()
    if (query !== this.#query) return
    this.#recent.show(!isForTitles)
    if (hits.length > 0) this.#view.showTitles(query, hits)
    if (isForTitles) return this.#titles.askTextsLater(asked)
    // Nothing is asked: then nothing more is loaded, until the filters are wanted.
    this.#view.showNothing(query)
    this.#filters.follow(query)
  }

  async #find({ query, place }: Asked): Promise<void> {
    if (query !== this.#query) return
    const engine = await this.#engine.get()
    const count = Math.max(PAGE_SIZE, place.shown)
    const answer = await engine.search(query, count)
    if (query !== this.#query) return
    const [hits, suggestion] = await Promise.all([this.#view.draw(answer, count), suggest(engine, query, answer)])
    const unfiltered = await unfilteredTotal(engine, query, answer)
    const suggested = suggestion ? await this.#view.draw(suggestion.answer, SUGGESTED) : []
    this.#retry.worked()
    if (query !== this.#query) return
    this.#answer = answer
    this.#view.showHits(query, hits, suggestion, suggested)
    this.#showState(answer.total, unfiltered)
    this.#elsewhere.tell(query, answer)
    this.#view.goTo(place)
    this.#filters.follow(query, answer)
  }

  #fail(error: unknown): void {
    this.#answer = undefined
    this.#failAt(AT_THE_TOP, error)
    this.#showState(undefined)
  }

  /** What stands by now stays. */
  #failBelow(error: unknown): void {
    this.#failAt({ shown: this.#view.count + PAGE_SIZE, top: scrollY }, error)
    this.#view.part('failure').hidden = false
  }

  #failAt(place: Place, error: unknown): void {
    console.error(error)
    this.#engine.spoil()
    this.#filters.reset()
    this.#failedAt = place
    this.#retry.failed()
  }

  async #showMore(): Promise<void> {
    const { answer, results } = { answer: this.#answer, results: this.#view.part('results') }
    const hits = answer ? await this.#view.draw(answer, PAGE_SIZE) : []
    if (!answer || answer !== this.#answer) return
    results.append(...hits)
    hits[0]?.querySelector('a')?.focus()
    this.#showState(answer.total)
  }

  #showState(total: number | undefined, unfiltered = 0): void {
    this.#view.showState(this.#query, total, unfiltered)
    this.#recent.show(isEmpty(this.#query))
  }
}
