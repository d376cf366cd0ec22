import { type BrowserWords, wordsInBrowser } from '../../../words/browser.ts'
import { Combobox } from './combobox.ts'
import { element, find, excerptNodes, pictureAt } from '../view/dom.ts'
import { LanguageLinks } from '../elsewhere.ts'
import { placeOf } from '../engine/search-place.ts'
import { isShort, LazyEngine, SOON_MS } from '../engine/lazy-engine.ts'
import type { Hit, HitSection } from '../engine/hit.ts'
import { latestOnly } from '../latest.ts'
import { nearFirst, type OnDevice } from '../on-device.ts'
import { trimmed, writeQuery } from '../query.ts'
import { RecentSearches } from '../recent.ts'
import { Retry } from '../retry.ts'
import { filterWords, SEARCHING_MS, shownText } from '../view/shown.ts'
import { titlesAt, type TitleSearch } from '../titles/title-search.ts'
import { sentenceWhy } from '../view/hit-view.ts'

const SHOWN = 6

/**
 * Attaches a result list to a search box. `form` is the element drawn by SearchBox.astro, with the paths of pages and files in `data-base`
 * and `data-root`; `words` is the file of interface texts next to the search page.
 */
export function startQuickSearch(form: HTMLFormElement, words: string, onDevice: OnDevice): void {
  new QuickSearch(form, wordsInBrowser(words), onDevice).start()
}

/** All boxes of a page share its indexes. */
let engine: LazyEngine | undefined
let boxes = 0

class QuickSearch {
  readonly #form: HTMLFormElement
  readonly #words: BrowserWords
  readonly #input: HTMLInputElement
  readonly #files: string
  readonly #engine: LazyEngine
  readonly #titles: TitleSearch
  readonly #recent: RecentSearches
  readonly #popup: HTMLElement
  readonly #status = element('p', { className: 'quick-status', role: 'status' })
  readonly #forget: HTMLButtonElement
  readonly #list: Combobox
  readonly #elsewhere: LanguageLinks
  readonly #onDevice: OnDevice
  readonly #retry = new Retry(() => this.#answerTo(trimmed(this.#input.value)))
  readonly #answerTo = latestOnly((text: string) => this.#find(text).catch((error: unknown) => this.#fail(text, error)))
  /** The text for which titles were displayed last. */
  #titled: string | undefined
  /** True if what is displayed is the answer from texts. */
  #isFromTexts = false
  #later: ReturnType<typeof setTimeout> | undefined
  #searching: ReturnType<typeof setTimeout> | undefined
  readonly #answerFromTexts = latestOnly((text: string) => this.#findInTexts(text).catch((error: unknown) => this.#fail(text, error)))

  constructor(form: HTMLFormElement, words: BrowserWords, onDevice: OnDevice) {
    this.#form = form
    this.#onDevice = onDevice
    this.#words = words
    this.#input = find(form, 'input', HTMLInputElement)
    const place = placeOf(form)
    this.#files = place.root
    this.#engine = engine ??= new LazyEngine(place)
    this.#titles = titlesAt(place)
    this.#recent = new RecentSearches(place.root)
    const listbox = element('div', { id: `quick-search-${++boxes}` })
    this.#forget = element('button', { type: 'button', className: 'quick-forget' }, words.say('found.forget'))
    this.#popup = element('div', { className: 'quick-popup', hidden: true }, this.#status, listbox, this.#forget)
    form.append(this.#popup)
    this.#list = new Combobox(this.#input, this.#popup, listbox)
    this.#elsewhere = new LanguageLinks(form, words, (links) => {
      if (links.length > 0) this.#list.append(links.map(({ href, text }) => allOption(href, text)))
    })
  }

  start(): void {
    this.#input.addEventListener('input', () => this.#answerTo(trimmed(this.#input.value)))
    this.#input.addEventListener('focus', () => !this.#list.isOpen && this.#answerTo(trimmed(this.#input.value)))
    this.#form.addEventListener('submit', () => this.#recent.add(this.#input.value))
    this.#forget.addEventListener('click', () => {
      this.#recent.clear()
      this.#input.focus()
      this.#answerTo('')
    })
    this.#popup.addEventListener('click', (event) => this.#follow(event))
    this.#form.addEventListener('focusout', ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && this.#form.contains(relatedTarget)
      if (!isInside && !this.#form.closest('dialog')) this.#list.close()
    })
    this.#answerTo(trimmed(this.#input.value))
  }

  /** A recent search runs in place; following any other option saves the query as a recent search. */
  #follow(event: Event): void {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
    if (!option) return
    const { recent } = option.dataset
    if (recent === undefined) return this.#recent.add(this.#input.value)
    event.preventDefault()
    this.#input.value = recent
    this.#answerTo(recent)
  }

  /** On a large site, titles answer if texts are not expected soon or take longer, and texts where they are slow once typing pauses. */
  async #find(text: string): Promise<void> {
    this.#elsewhere.cancel()
    clearTimeout(this.#later)
    clearTimeout(this.#searching)
    this.#isFromTexts = false
    if (!text) return this.#showRecent()
    this.#searching = setTimeout(() => this.#showSearching(), SEARCHING_MS)
    if (this.#engine.isQuickFor(text)) {
      this.#answerFromTexts(text)
      // The answer from texts reports a failure.
      this.#later = setTimeout(() => void this.#findInTitles(text).catch(reportError), SOON_MS)
      return
    }
    if (!(await this.#titles.isAvailable())) return this.#findInTexts(text)
    const count = await this.#findInTitles(text)
    if (!this.#isAsked(text)) return
    if (count < SHOWN || !isShort(text)) this.#later = this.#engine.afterPause(text, () => this.#answerFromTexts(text))
  }

  /** Returns the number of titles. */
  async #findInTitles(text: string): Promise<number> {
    const hits = await this.#titles.find(text, SHOWN)
    this.#retry.worked()
    const options = await this.#optionsOf(hits)
    if (!this.#isAsked(text) || this.#isFromTexts || hits.length === 0) return hits.length
    this.#show([...options, this.#allOption(text)], this.#words.say('found.titles', { text: shownText(text) }))
    this.#titled = text
    return hits.length
  }

  async #findInTexts(text: string): Promise<void> {
    const query = { text, filters: {}, sort: 'relevance' } as const
    const { engine, answer } = await this.#engine.search(query, SHOWN)
    this.#retry.worked()
    if (!this.#isAsked(text)) return
    const { total } = answer
    const options = await this.#optionsOf(await answer.next(SHOWN))
    if (total > 0) options.push(this.#allOption(text))
    if (!this.#isAsked(text)) return
    const shown = { text: shownText(text) }
    const status = total > 0 ? this.#words.count('found.resultsFor', total, shown) : this.#words.say('found.noneFor', shown)
    const meant = await engine.suggest(query, answer, SHOWN)
    if (meant) {
      const heading = this.#words.say('found.meant', { text: shownText(meant.text) })
      options.unshift(optionGroup(heading, await this.#optionsOf(await meant.answer.next(SHOWN))))
    }
    // Does not replace titles while one is being selected.
    if (!this.#isAsked(text) || (this.#titled === text && this.#list.isChoosing)) return
    clearTimeout(this.#later)
    this.#isFromTexts = true
    this.#show(options, status)
    this.#elsewhere.suggest(query, answer)
  }

  #isAsked(text: string): boolean {
    return text === trimmed(this.#input.value)
  }

  async #optionsOf(hits: readonly Hit[]): Promise<HTMLElement[]> {
    return (await nearFirst(hits, this.#onDevice)).flatMap((hit) => hitOptions(hit, this.#files, this.#words))
  }

  #allOption(text: string): HTMLElement {
    return allOption(this.#addressOf(text), this.#words.say('found.all', { text: shownText(text) }))
  }

  #addressOf(text: string): string {
    return this.#form.action + writeQuery({ text, filters: {}, sort: 'relevance' })
  }

  #showRecent(): void {
    const options = this.#recent.list().map((text) => recentOption(this.#addressOf(text), text))
    this.#show(options.length > 0 ? [optionGroup(this.#words.say('found.recent'), options)] : [], '')
    this.#forget.hidden = options.length === 0
    if (options.length === 0) this.#list.close()
  }

  #showSearching(): void {
    if (!this.#list.isOpen) this.#show([], '')
    this.#status.textContent = this.#words.say('found.searching')
  }

  #show(content: readonly HTMLElement[], status: string): void {
    clearTimeout(this.#searching)
    this.#forget.hidden = true
    this.#list.show(content)
    this.#status.textContent = status
  }

  #fail(text: string, error: unknown): void {
    reportError(error)
    this.#engine.spoil()
    if (!this.#isAsked(text)) return
    this.#show([], this.#words.say('found.failed'))
    this.#retry.failed()
  }
}

/** An option is a link, so that it can be opened in a new tab; it is not in the Tab order. */
const option = (href: string, className: string, ...content: (Node | string)[]): HTMLElement =>
  element('a', { className: `quick-option ${className}`, role: 'option', href }, ...content)

/** A result, followed by its best matching section. */
function hitOptions(hit: Hit, root: string, words: BrowserWords): HTMLElement[] {
  const where = [filterWords(words, 'kind', hit.kind), hit.breadcrumb].filter(Boolean).join(' · ')
  const away = hit.isHere === false ? ' is-away' : ''
  const page = option(hit.href, `quick-page${away}`, pictureOf(hit, root), textOf(hit, hit.lang, where, sentenceWhy(hit, words)))
  const [best] = hit.sections
  return best ? [page, option(best.href, `quick-step${away}`, textOf(best, hit.lang))] : [page]
}

const pictureOf = ({ image }: Hit, root: string): HTMLElement =>
  image
    ? element('img', { className: 'quick-picture', alt: '', width: 56, height: 42, src: pictureAt(root, image) })
    : element('span', { className: 'quick-picture' })

function textOf({ title, excerpt }: HitSection, lang: string, where = '', why = ''): HTMLElement {
  const text = element('span', { className: 'quick-text' }, element('span', { className: 'quick-title', dir: 'auto', lang }, title))
  if (where) text.append(element('span', { className: 'quick-where' }, where))
  if (why) text.append(element('span', { className: 'quick-why' }, why))
  if (excerpt) text.append(element('span', { className: 'quick-excerpt', dir: 'auto', lang }, ...excerptNodes(excerpt)))
  return text
}

/** A link to the page of all results. */
const allOption = (href: string, text: string): HTMLElement => option(href, 'quick-all', text)

/** An earlier search. */
function recentOption(href: string, text: string): HTMLElement {
  const made = option(href, 'quick-recent', text)
  made.dir = 'auto'
  made.dataset.recent = text
  return made
}

/** Options under a heading. */
function optionGroup(heading: string, options: readonly HTMLElement[]): HTMLElement {
  const title = element('p', { className: 'quick-heading', ariaHidden: 'true' }, heading)
  return element('div', { className: 'quick-group', role: 'group', ariaLabel: heading }, title, ...options)
}
