import { type BrowserWords, wordsInBrowser } from '../words/browser.ts'
import { find } from './dom.ts'
import { type Answer, type Engine, openEngine } from './engine.ts'
import { FiltersView } from './filters-view.ts'
import { hitView } from './hit-view.ts'
import type { SearchPlace } from './indexes.ts'
import { moveWithKeys } from './keys.ts'
import { newestOnly } from './newest.ts'
import { openIndex } from './open-index.ts'
import { isEmpty, type Query, readQuery, writeQuery } from './query.ts'
import { painted } from './painted.ts'
import { RecentSearches } from './recent.ts'
import { RecentView } from './recent-view.ts'
import { shownText } from './shown.ts'
import { type Suggest, suggester, type Suggestion } from './suggest.ts'

const PAGE_SIZE = 10
const SUGGESTED = 5
/** How long typing must pause before it stands in the address: browsers refuse more than 100 changes in half a minute. */
const PAUSE_MS = 400

/** Brings the search page to life. `root` is what SearchPage.astro draws, with the paths of its pages and files in `data-base` and `data-root`, and its words in a data block. */
export function startSearch(root: HTMLElement): void {
  new SearchPage(root).start()
}

/** What is asked for stands in the address, what is found in the page. */
class SearchPage {
  readonly #root: HTMLElement
  readonly #place: SearchPlace
  readonly #words: BrowserWords
  readonly #input: HTMLInputElement
  readonly #sort: HTMLSelectElement
  readonly #filters: FiltersView
  readonly #recent: RecentView
  readonly #suggest: Suggest
  readonly #answerTo = newestOnly((query: Query) => this.#find(query).catch((error: unknown) => this.#fail(error)))
  readonly #goOn = newestOnly((answer: Answer) => this.#addTo(answer).catch((error: unknown) => this.#fail(error)))
  #query = readQuery(location.search)
  #engine: Promise<Engine> | undefined
  #answer: Answer | undefined
  /** Answers have counts. */
  #counted = false
  #pause: number | undefined

  constructor(root: HTMLElement) {
    this.#root = root
    const { base = '/', root: files = base, ownOnly } = root.dataset
    this.#place = { base, root: files, lang: document.documentElement.lang, ownOnly: ownOnly !== undefined }
    this.#words = wordsInBrowser(find(root, 'script[data-words]', HTMLScriptElement).text)
    this.#input = find(root, 'input[type=search]', HTMLInputElement)
    this.#sort = find(root, 'select', HTMLSelectElement)
    this.#filters = new FiltersView(this.#part('filters'), this.#words, (name, values) => {
      const others = Object.entries(this.#query.filters).filter(([other]) => other !== name)
      this.#ask({ filters: Object.fromEntries(values.length > 0 ? [...others, [name, values]] : others) })
    })
    this.#recent = new RecentView(this.#part('recent'), new RecentSearches(files), (text) => {
      this.#ask({ text })
      this.#input.focus()
    })
    this.#suggest = suggester(files)
  }

  start(): void {
    const askText = (): void => this.#ask({ text: this.#input.value })
    find(this.#root, 'form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      askText()
      this.#recent.add(this.#input.value)
    })
    this.#input.addEventListener('input', askText)
    for (const list of ['results', 'suggested']) this.#part(list).addEventListener('click', () => this.#recent.add(this.#query.text))
    this.#sort.addEventListener('change', () => this.#ask({ sort: readQuery(`?sort=${this.#sort.value}`).sort }))
    for (const button of this.#root.querySelectorAll('[data-clear]')) button.addEventListener('click', () => this.#ask({ filters: {} }))
    this.#part('more').addEventListener('click', () => void this.#showMore())
    window.addEventListener('popstate', () => this.#ask(readQuery(location.search)))
    moveWithKeys(this.#root, this.#input, find(this.#root, '.search-found', HTMLElement), () => this.#ask({ text: '' }))
    // What was typed while this was on its way is asked for.
    this.#ask({ text: this.#input.value || this.#query.text })
  }

  #part(name: string): HTMLElement {
    return find(this.#root, `[data-part=${name}]`, HTMLElement)
  }

  #ask(change: Partial<Query>): void {
    clearTimeout(this.#pause)
    this.#query = { ...this.#query, ...change }
    const address = location.pathname + writeQuery(this.#query)
    this.#pause = window.setTimeout(() => history.replaceState(history.state, '', address), PAUSE_MS)
    if (this.#input.value !== this.#query.text) this.#input.value = this.#query.text
    this.#sort.value = this.#query.sort
    this.#answerTo(this.#query)
  }

  async #find(query: Query): Promise<void> {
    this.#engine ??= openEngine(this.#place, openIndex)
    const answer = await (await this.#engine).search(query, PAGE_SIZE)
    if (query !== this.#query) return
    const [hits, suggestion] = await Promise.all([this.#draw(answer, PAGE_SIZE), this.#suggest(await this.#engine, query, answer)])
    const suggested = suggestion ? await this.#draw(suggestion.answer, SUGGESTED) : []
    if (query !== this.#query) return
    this.#answer = answer
    this.#part('results').replaceChildren(...hits)
    this.#showSuggestion(query, suggestion, suggested)
    this.#show({ answer })
    this.#goOn(answer)
  }

  /** What can wait until the results stand: the counts, on a large site most of what there is to load. */
  async #addTo(answer: Answer): Promise<void> {
    const query = this.#query
    const engine = await this.#engine
    await painted()
    if (!engine || query !== this.#query) return
    const counted = this.#counted
    await engine.loadCounts()
    this.#counted = true
    const { counts } = counted ? answer : await engine.search(query)
    if (query === this.#query) this.#filters.show(counts, query.filters)
  }

  /** Of what may have been meant there are results too, and they come first: they have more of the words. */
  #showSuggestion(query: Query, suggestion: Suggestion | undefined, hits: readonly HTMLElement[]): void {
    this.#part('meant').hidden = !suggestion
    this.#part('suggested').replaceChildren(...hits)
    if (!suggestion) return
    const { text } = suggestion
    const link = find(this.#part('meant'), 'a', HTMLAnchorElement)
    link.textContent = this.#words.say('found.meant', { text: shownText(text) })
    link.href = writeQuery({ ...query, text })
  }

  #fail(error: unknown): void {
    console.error(error)
    this.#engine = undefined
    this.#counted = false
    this.#show({ failure: true })
  }

  async #draw(answer: Answer, count: number): Promise<HTMLElement[]> {
    const template = find(this.#root, 'template[data-part=hit]', HTMLTemplateElement)
    return (await answer.next(count)).map((hit) => hitView(hit, template, this.#place.root, this.#words))
  }

  async #showMore(): Promise<void> {
    const { answer, results } = { answer: this.#answer, results: this.#part('results') }
    const hits = answer ? await this.#draw(answer, PAGE_SIZE) : []
    if (!answer || answer !== this.#answer) return
    results.append(...hits)
    hits[0]?.querySelector('a')?.focus()
    this.#show({ answer })
  }

  /** Shows the sentence and the parts that fit what was found. */
  #show({ answer, failure = false }: { answer?: Answer; failure?: boolean }): void {
    const { text, filters } = this.#query
    const total = answer?.total ?? 0
    const none = !!answer && total === 0 && !isEmpty(this.#query)
    const filtered = Object.keys(filters).length > 0
    this.#part('status').textContent = failure || isEmpty(this.#query) ? '' : sentenceOf(this.#words, total, shownText(text))
    this.#part('failure').hidden = !failure
    this.#part('hint').hidden = failure || !isEmpty(this.#query)
    this.#part('nothing').hidden = !none
    this.#recent.show(isEmpty(this.#query))
    this.#part('fewer').hidden = !filtered
    this.#part('clear').hidden = !filtered
    this.#part('tools').hidden = total === 0
    this.#part('more').hidden = this.#part('results').childElementCount >= total
    if (failure) this.#part('results').replaceChildren()
  }
}

function sentenceOf(words: BrowserWords, total: number, text: string): string {
  if (total === 0) return text ? words.say('found.noneFor', { text }) : words.say('found.none')
  return text ? words.count('found.resultsFor', total, { text }) : words.count('found.results', total)
}
