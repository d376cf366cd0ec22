import { type BrowserWords, wordsInBrowser } from '../../../words/browser.ts'
import { combobox } from './combobox.ts'
import { element, find, excerptNodes, pictureAt } from '../view/dom.ts'
import { languageLinks } from '../elsewhere.ts'
import { placeOf } from '../engine/search-place.ts'
import { isShort, type LazyEngine, lazyEngine, SOON_MS } from '../engine/lazy-engine.ts'
import type { Hit, HitSection } from '../engine/hit.ts'
import { latestOnly } from '../latest.ts'
import { nearFirst, type OnDevice } from '../on-device.ts'
import { trimmed, writeQuery } from '../query.ts'
import { recentSearches } from '../recent.ts'
import { retrying } from '../retry.ts'
import { filterWords, SEARCHING_MS, shownText } from '../view/shown.ts'
import { titlesAt } from '../titles/title-search.ts'
import { sentenceWhy } from '../view/hit-view.ts'

const SHOWN = 6

/** All boxes of a page share its indexes. */
let shared: LazyEngine | undefined
let boxes = 0

/**
 * Attaches a result list to a search box. `form` is the element drawn by SearchBox.astro, with the paths of pages and files in `data-base`
 * and `data-root`; `wordsFile` is the file of interface texts next to the search page.
 */
export function startQuickSearch(form: HTMLFormElement, wordsFile: string, onDevice: OnDevice): void {
  const words = wordsInBrowser(wordsFile)
  const input = find(form, 'input', HTMLInputElement)
  const place = placeOf(form)
  const texts = (shared ??= lazyEngine(place))
  const titles = titlesAt(place)
  const recent = recentSearches(place.root)
  const statusLine = element('p', { className: 'quick-status', role: 'status' })
  const listbox = element('div', { id: `quick-search-${++boxes}` })
  const forget = element('button', { type: 'button', className: 'quick-forget' }, words.say('found.forget'))
  const popup = element('div', { className: 'quick-popup', hidden: true }, statusLine, listbox, forget)
  form.append(popup)
  const list = combobox(input, popup, listbox)
  const elsewhere = languageLinks(form, words, (links) => {
    if (links.length > 0) list.append(links.map(({ href, text }) => allOption(href, text)))
  })
  const retry = retrying(() => answerTo(trimmed(input.value)))
  const answerTo = latestOnly((text: string) => findFirst(text).catch((error: unknown) => fail(text, error)))
  const answerFromTexts = latestOnly((text: string) => findInTexts(text).catch((error: unknown) => fail(text, error)))
  /** The text for which titles were displayed last. */
  let titled: string | undefined
  /** True if what is displayed is the answer from texts. */
  let isFromTexts = false
  let later: ReturnType<typeof setTimeout> | undefined
  let searching: ReturnType<typeof setTimeout> | undefined

  const isAsked = (text: string): boolean => text === trimmed(input.value)

  const optionsOf = async (hits: readonly Hit[]): Promise<HTMLElement[]> =>
    (await nearFirst(hits, onDevice)).flatMap((hit) => hitOptions(hit, place.root, words))

  const optionForAll = (text: string): HTMLElement => allOption(addressOf(text), words.say('found.all', { text: shownText(text) }))

  const addressOf = (text: string): string => form.action + writeQuery({ text, filters: {}, sort: 'relevance' })

  input.addEventListener('input', () => answerTo(trimmed(input.value)))
  input.addEventListener('focus', () => !list.isOpen() && answerTo(trimmed(input.value)))
  form.addEventListener('submit', () => recent.add(input.value))
  forget.addEventListener('click', () => {
    recent.clear()
    input.focus()
    answerTo('')
  })
  popup.addEventListener('click', follow)
  form.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && form.contains(relatedTarget)
    if (!isInside && !form.closest('dialog')) list.close()
  })
  answerTo(trimmed(input.value))

  /** A recent search runs in place; following any other option saves the query as a recent search. */
  function follow(event: Event): void {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
    if (!option) return
    const { recent: text } = option.dataset
    if (text === undefined) return recent.add(input.value)
    event.preventDefault()
    input.value = text
    answerTo(text)
  }

  /** On a large site, titles answer if texts are not expected soon or take longer, and texts where they are slow once typing pauses. */
  async function findFirst(text: string): Promise<void> {
    elsewhere.cancel()
    clearTimeout(later)
    clearTimeout(searching)
    isFromTexts = false
    if (!text) return showRecent()
    searching = setTimeout(showSearching, SEARCHING_MS)
    if (texts.isQuickFor(text)) {
      answerFromTexts(text)
      // The answer from texts reports a failure.
      later = setTimeout(() => void findInTitles(text).catch(reportError), SOON_MS)
      return
    }
    if (!(await titles.isAvailable())) return findInTexts(text)
    const count = await findInTitles(text)
    if (!isAsked(text)) return
    if (count < SHOWN || !isShort(text)) later = texts.afterPause(text, () => answerFromTexts(text))
  }

  /** Returns the number of titles. */
  async function findInTitles(text: string): Promise<number> {
    const hits = await titles.find(text, SHOWN)
    retry.worked()
    const options = await optionsOf(hits)
    if (!isAsked(text) || isFromTexts || hits.length === 0) return hits.length
    show([...options, optionForAll(text)], words.say('found.titles', { text: shownText(text) }))
    titled = text
    return hits.length
  }

  async function findInTexts(text: string): Promise<void> {
    const query = { text, filters: {}, sort: 'relevance' } as const
    const { engine, answer } = await texts.search(query, SHOWN)
    retry.worked()
    if (!isAsked(text)) return
    const { total } = answer
    const options = await optionsOf(await answer.next(SHOWN))
    if (total > 0) options.push(optionForAll(text))
    if (!isAsked(text)) return
    const shown = { text: shownText(text) }
    const status = total > 0 ? words.count('found.resultsFor', total, shown) : words.say('found.noneFor', shown)
    const meant = await engine.suggest(query, answer, SHOWN)
    if (meant) {
      const heading = words.say('found.meant', { text: shownText(meant.text) })
      options.unshift(optionGroup(heading, await optionsOf(await meant.answer.next(SHOWN))))
    }
    // Does not replace titles while one is being selected.
    if (!isAsked(text) || (titled === text && list.isChoosing())) return
    clearTimeout(later)
    isFromTexts = true
    show(options, status)
    elsewhere.suggest(query, answer)
  }

  function showRecent(): void {
    const options = recent.list().map((text) => recentOption(addressOf(text), text))
    show(options.length > 0 ? [optionGroup(words.say('found.recent'), options)] : [], '')
    forget.hidden = options.length === 0
    if (options.length === 0) list.close()
  }

  function showSearching(): void {
    if (!list.isOpen()) show([], '')
    statusLine.textContent = words.say('found.searching')
  }

  function show(content: readonly HTMLElement[], status: string): void {
    clearTimeout(searching)
    forget.hidden = true
    list.show(content)
    statusLine.textContent = status
  }

  function fail(text: string, error: unknown): void {
    reportError(error)
    texts.spoil()
    if (!isAsked(text)) return
    clearTimeout(later)
    show([], words.say('found.failed'))
    retry.failed()
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
