import { type BrowserWords, wordsInBrowser } from '../words/browser.ts'
import { find } from './dom.ts'
import { type Answer, type Engine, openEngine } from './engine.ts'
import { FiltersView } from './filters-view.ts'
import { hitView } from './hit-view.ts'
import type { SearchPlace } from './indexes.ts'
import { moveWithKeys } from './keys.ts'
import type { PagefindModule } from './pagefind-api.ts'
import { isEmpty, type Query, readQuery, writeQuery } from './query.ts'

const PAGE_SIZE = 10
/** How long typing must pause before it is a question. */
const PAUSE_MS = 150

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
  #query = readQuery(location.search)
  #engine: Promise<Engine> | undefined
  #answer: Answer | undefined
  /** Answers have counts. */
  #counted = false
  #pause: number | undefined
  /** Only the answer to the last question is shown. */
  #questions = 0

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
  }

  start(): void {
    const askText = (): void => this.#ask({ text: this.#input.value })
    find(this.#root, 'form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      askText()
    })
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#pause)
      this.#pause = window.setTimeout(askText, PAUSE_MS)
    })
    this.#sort.addEventListener('change', () => this.#ask({ sort: readQuery(`?sort=${this.#sort.value}`).sort }))
    for (const button of this.#root.querySelectorAll('[data-clear]')) button.addEventListener('click', () => this.#ask({ filters: {} }))
    this.#part('more').addEventListener('click', () => void this.#showMore())
    window.addEventListener('popstate', () => this.#ask(readQuery(location.search)))
    moveWithKeys(this.#root, this.#input, this.#part('results'), () => this.#ask({ text: '' }))
    // Beside the results there is room for the filters; above them they wait folded.
    find(this.#root, 'details', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches
    if (isEmpty(this.#query)) this.#waitForSomebody()
    else this.#ask({})
    this.#input.focus()
  }

  /** The index is loaded at the first sign that somebody is about to ask. */
  #waitForSomebody(): void {
    this.#show({})
    const begun = new AbortController()
    const begin = (): void => {
      begun.abort()
      if (this.#questions === 0) this.#ask({ text: this.#input.value })
    }
    for (const sign of ['keydown', 'pointermove', 'pointerdown', 'input']) window.addEventListener(sign, begin, { signal: begun.signal })
  }

  #part(name: string): HTMLElement {
    return find(this.#root, `[data-part=${name}]`, HTMLElement)
  }

  #ask(change: Partial<Query>): void {
    clearTimeout(this.#pause)
    this.#query = { ...this.#query, ...change }
    history.replaceState(history.state, '', location.pathname + writeQuery(this.#query))
    if (this.#input.value !== this.#query.text) this.#input.value = this.#query.text
    this.#sort.value = this.#query.sort
    this.#find(this.#query, ++this.#questions).catch((error: unknown) => {
      console.error(error)
      this.#engine = undefined
      this.#counted = false
      this.#show({ failure: true })
    })
  }

  async #find(query: Query, question: number): Promise<void> {
    this.#engine ??= openEngine(this.#place, loadModule)
    const engine = await this.#engine
    const counted = this.#counted
    const answer = await engine.search(query)
    const hits = await this.#draw(answer)
    if (question !== this.#questions) return
    this.#answer = answer
    this.#part('results').replaceChildren(...hits)
    this.#show({ answer })
    // The counts wait until the results stand: on a large site they are most of what there is to load.
    await engine.loadCounts()
    this.#counted = true
    const { counts } = counted ? answer : await engine.search(query)
    if (question === this.#questions) this.#filters.show(counts, query.filters)
  }

  async #draw(answer: Answer): Promise<HTMLElement[]> {
    const template = find(this.#root, 'template[data-part=hit]', HTMLTemplateElement)
    return (await answer.next(PAGE_SIZE)).map((hit) => hitView(hit, template, this.#place.root, this.#words))
  }

  async #showMore(): Promise<void> {
    const { answer, results } = { answer: this.#answer, results: this.#part('results') }
    const hits = answer ? await this.#draw(answer) : []
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
    this.#part('status').textContent = failure || isEmpty(this.#query) ? '' : sentenceOf(this.#words, total, text.trim())
    this.#part('failure').hidden = !failure
    this.#part('hint').hidden = failure || !isEmpty(this.#query)
    this.#part('nothing').hidden = !none
    this.#part('fewer').hidden = !filtered
    this.#part('clear').hidden = !filtered
    this.#part('tools').hidden = total === 0
    this.#part('more').hidden = this.#part('results').childElementCount >= total
    if (failure) this.#part('results').replaceChildren()
  }
}

const loadModule = (url: string): Promise<PagefindModule> => import(/* @vite-ignore */ url) as Promise<PagefindModule>

function sentenceOf(words: BrowserWords, total: number, text: string): string {
  if (total === 0) return text ? words.say('found.noneFor', { text }) : words.say('found.none')
  return text ? words.count('found.resultsFor', total, { text }) : words.count('found.results', total)
}
