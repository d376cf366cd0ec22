import type { BrowserWords } from '../../../words/browser.ts'
import type { LanguageLink } from '../elsewhere.ts'
import { element, find } from './dom.ts'
import type { Hit } from '../engine/hit.ts'
import { hitView } from './hit-view.ts'
import { isEmpty, type Query, writeQuery } from '../query.ts'
import { SEARCHING_MS, shownText } from './shown.ts'
import type { Suggestion } from '../engine/engine.ts'

/** The parts of the search page around and below its form, as SearchPage.astro draws them. */
export class ResultsView {
  readonly #root: HTMLElement
  readonly #words: BrowserWords
  readonly #files: string
  #searching: ReturnType<typeof setTimeout> | undefined

  /** `files` is the folder of pictures, with a trailing slash. */
  constructor(root: HTMLElement, words: BrowserWords, files: string) {
    this.#root = root
    this.#words = words
    this.#files = files
  }

  part(name: string): HTMLElement {
    return find(this.#root, `[data-part=${name}]`, HTMLElement)
  }

  get count(): number {
    return this.part('results').childElementCount
  }

  /** Says that a search is running if it takes a while. */
  showSearching(): void {
    clearTimeout(this.#searching)
    this.#searching = setTimeout(() => {
      for (const name of ['hint', 'nothing', 'failure']) this.part(name).hidden = true
      this.part('status').textContent = this.#words.say('found.searching')
    }, SEARCHING_MS)
  }

  draw(hits: readonly Hit[]): HTMLElement[] {
    const template = find(this.#root, 'template[data-part=hit]', HTMLTemplateElement)
    return hits.map((hit) => hitView(hit, template, this.#files, this.#words))
  }

  /** Shows pages found by title, until the text search has answered. */
  showTitles(query: Query, hits: readonly Hit[]): void {
    this.showHits(query, this.draw(hits))
    this.showState(query, hits.length)
    // Their total number is unknown.
    this.part('reveal').hidden = true
    this.part('status').textContent = this.#words.say('found.titles', { text: shownText(query.text) })
    this.part('status').dataset.titles = ''
  }

  /** Shows the first results, and above them those of the suggested correction: they have more of the words. */
  showHits(query: Query, hits: readonly HTMLElement[], suggestion?: Suggestion, suggested: readonly HTMLElement[] = []): void {
    this.part('results').replaceChildren(...hits)
    this.part('meant').hidden = !suggestion
    this.part('suggested').replaceChildren(...suggested)
    if (!suggestion) return
    const { text } = suggestion
    const link = find(this.part('meant'), 'a', HTMLAnchorElement)
    link.textContent = this.#words.say('found.meant', { text: shownText(text) })
    link.href = writeQuery({ ...query, text })
  }

  /** Shows links to other languages with results. */
  showElsewhere(links: readonly LanguageLink[]): void {
    this.part('elsewhere').hidden = links.length === 0
    this.part('elsewhere').replaceChildren(...links.map(({ href, lang, text }) => element('a', { href, hreflang: lang }, text)))
  }

  /** Mentions the filters on the empty page if there are any. */
  offerFilters(): void {
    this.part('hint').toggleAttribute('data-filters', this.part('filters').childElementCount > 0)
  }

  /** Shows the sentence and the parts for `total` results, or undefined if the search failed. */
  showState(query: Query, total: number | undefined): void {
    clearTimeout(this.#searching)
    const failed = total === undefined
    const empty = isEmpty(query)
    const filtered = Object.keys(query.filters).length > 0
    if (failed) this.showHits(query, [])
    delete this.part('status').dataset.titles
    this.part('status').textContent = failed || empty ? '' : sentenceOf(this.#words, total, shownText(query.text))
    this.part('failure').hidden = !failed
    this.part('hint').hidden = failed || !empty
    this.part('nothing').hidden = total !== 0 || empty
    for (const link of this.part('nothing').querySelectorAll<HTMLAnchorElement>('a[data-elsewhere]'))
      link.href = `${link.dataset.elsewhere ?? ''}${writeQuery({ ...query, filters: {} })}`
    this.part('fewer').hidden = !filtered
    this.part('clear').hidden = !filtered
    this.part('tools').hidden = !total
    this.part('skip').hidden = !total
    this.part('reveal').hidden = failed || empty
    this.part('reveal').textContent = this.#words.count('found.show', total ?? 0)
    this.part('chosen').textContent = filtered ? this.#words.count('found.chosen', Object.values(query.filters).flat().length) : ''
    this.part('more').hidden = this.count >= (total ?? 0)
  }
}

function sentenceOf(words: BrowserWords, total: number, text: string): string {
  if (total === 0) return text ? words.say('found.noneFor', { text }) : words.say('found.none')
  return text ? words.count('found.resultsFor', total, { text }) : words.count('found.results', total)
}
