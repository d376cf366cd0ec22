import type { BrowserWords } from '../../../words/browser.ts'
import { find } from './dom.ts'
import { keepFocus } from './keep-focus.ts'
import type { LanguageLink } from './elsewhere-view.ts'
import type { Answer } from '../engine/engine.ts'
import type { Hit } from '../engine/hit.ts'
import { hitView } from './hit-view.ts'
import { chosenIn, isEmpty, type Query, writeQuery } from '../query.ts'
import type { Place } from '../visit.ts'
import { shownText } from './shown.ts'
import type { Suggestion } from '../suggest.ts'

/** The parts of the search page around and below its form, as SearchPage.astro draws them. */
export class ResultsView {
  readonly #root: HTMLElement
  readonly #words: BrowserWords
  readonly #files: string

  /** `files` is where pictures lie, with a slash at its end. */
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

  /** Where somebody is in the results. */
  get place(): Place {
    const link = this.#links.findIndex((link) => link === document.activeElement)
    return { shown: this.count, top: scrollY, link: link < 0 ? undefined : link }
  }

  /** Goes back to a place in the results that are shown now. */
  goTo({ top, link }: Place): void {
    if (link !== undefined) this.#links[link]?.focus({ preventScroll: true })
    if (top !== undefined) scrollTo({ top, behavior: 'instant' })
  }

  /** Goes to the first result, or to something else where there is none. */
  goToFirst(other: HTMLElement): void {
    ;(this.#root.querySelector<HTMLElement>('.search-hit a') ?? other).focus({ preventScroll: true })
    this.part('status').scrollIntoView({ block: 'start' })
  }

  get #links(): HTMLAnchorElement[] {
    return [...this.part('results').querySelectorAll('a')]
  }

  /** The next results as elements. */
  async draw(answer: Answer, count: number): Promise<HTMLElement[]> {
    return this.#drawn(await answer.next(count))
  }

  #drawn(hits: readonly Hit[]): HTMLElement[] {
    const template = find(this.#root, 'template[data-part=hit]', HTMLTemplateElement)
    return hits.map((hit) => hitView(hit, template, this.#files, this.#words))
  }

  /** Shows pages found by their titles, until their texts have answered. */
  showTitles(query: Query, hits: readonly Hit[]): void {
    this.showHits(query, this.#drawn(hits), undefined, [])
    this.showState(query, hits.length)
    // Nobody knows how many there are.
    this.part('reveal').hidden = true
    this.part('status').textContent = this.#words.say('found.titles', { text: shownText(query.text) })
    this.part('status').dataset.titles = ''
  }

  /** Shows the first results, and above them those of what may have been meant: they have more of the words. */
  showHits(query: Query, hits: readonly HTMLElement[], suggestion: Suggestion | undefined, suggested: readonly HTMLElement[]): void {
    keepFocus(this.#root, () => {
      this.part('results').replaceChildren(...hits)
      this.part('meant').hidden = !suggestion
      this.part('suggested').replaceChildren(...suggested)
    })
    if (!suggestion) return
    const { text } = suggestion
    const link = find(this.part('meant'), 'a', HTMLAnchorElement)
    link.textContent = this.#words.say('found.meant', { text: shownText(text) })
    link.href = writeQuery({ ...query, text })
  }

  /** Nothing was asked. */
  showNothing(query: Query): void {
    this.showHits(query, [], undefined, [])
    this.showState(query, 0)
  }

  /** Other languages that have what was asked. */
  showElsewhere(links: readonly LanguageLink[]): void {
    this.part('elsewhere').hidden = links.length === 0
    const made = links.map(({ href, lang, text }) =>
      Object.assign(document.createElement('a'), { href, hreflang: lang, textContent: text }),
    )
    this.part('elsewhere').replaceChildren(...made)
  }

  /** The empty page speaks of filters where there are some. */
  offerFilters(): void {
    this.part('hint').toggleAttribute('data-filters', this.part('filters').childElementCount > 0)
  }

  /** Shows the sentence and the parts that fit what was found: `total` results, or undefined where the search failed; `unfiltered` of them without filters that leave none. */
  showState(query: Query, total: number | undefined, unfiltered = 0): void {
    keepFocus(this.#root, () => this.#showState(query, total, unfiltered))
  }

  #showState(query: Query, total: number | undefined, unfiltered: number): void {
    const failed = total === undefined
    const empty = isEmpty(query)
    const chosen = chosenIn(query)
    const filtered = chosen > 0
    if (failed) this.showHits(query, [], undefined, [])
    delete this.part('status').dataset.titles
    this.part('status').textContent = failed || empty ? '' : sentenceOf(this.#words, total, shownText(query.text))
    this.part('failure').hidden = !failed
    this.part('hint').hidden = failed || !empty
    this.part('nothing').hidden = total !== 0 || empty
    for (const link of this.part('nothing').querySelectorAll<HTMLAnchorElement>('a[data-elsewhere]'))
      link.href = `${link.dataset.elsewhere ?? ''}${writeQuery({ ...query, filters: {}, ownTools: false })}`
    this.part('fewer').hidden = !filtered
    this.part('clear').hidden = !filtered
    this.part('tools').hidden = !total
    this.part('skip').hidden = !total
    this.part('reveal').hidden = failed || empty
    this.part('reveal').textContent = this.#words.count('found.show', total ?? 0)
    this.part('chosen').textContent = filtered ? this.#words.count('found.chosen', chosen) : ''
    this.part('more').hidden = this.count >= (total ?? 0)
    this.#showUnfiltered(query, unfiltered)
  }

  /** Where filters alone leave nothing, the words are right as they are. */
  #showUnfiltered({ text }: Query, total: number): void {
    this.part('unfiltered').textContent = total > 0 ? `(${this.#words.count('found.resultsFor', total, { text: shownText(text) })})` : ''
    for (const name of ['spelling', 'shorter']) this.part(name).hidden = total > 0
  }
}

function sentenceOf(words: BrowserWords, total: number, text: string): string {
  if (total === 0) return text ? words.say('found.noneFor', { text }) : words.say('found.none')
  return text ? words.count('found.resultsFor', total, { text }) : words.count('found.results', total)
}
