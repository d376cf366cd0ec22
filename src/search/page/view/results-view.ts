import type { BrowserWords } from '../../../words/browser.ts'
import type { LanguageLink } from '../elsewhere.ts'
import { element, find } from './dom.ts'
import type { Hit } from '../engine/hit.ts'
import { hitView } from './hit-view.ts'
import { isEmpty, type Query, writeQuery } from '../query.ts'
import { SEARCHING_MS, shownText } from './shown.ts'
import type { Suggestion } from '../engine/engine.ts'

/**
 * The parts of the search page around and below its form, as SearchPage.astro draws them. `files` is the folder of pictures, with a
 * trailing slash.
 */
export function resultsView(root: HTMLElement, words: BrowserWords, files: string) {
  let searching: ReturnType<typeof setTimeout> | undefined

  const part = (name: string): HTMLElement => find(root, `[data-part=${name}]`, HTMLElement)
  const count = (): number => part('results').childElementCount

  /** Says that a search is running if it takes a while. */
  function showSearching(): void {
    clearTimeout(searching)
    searching = setTimeout(() => {
      for (const name of ['hint', 'nothing', 'failure']) part(name).hidden = true
      part('status').textContent = words.say('found.searching')
    }, SEARCHING_MS)
  }

  function draw(hits: readonly Hit[]): HTMLElement[] {
    const template = find(root, 'template[data-part=hit]', HTMLTemplateElement)
    return hits.map((hit) => hitView(hit, template, files, words))
  }

  /** Shows pages found by title, until the text search has answered. */
  function showTitles(query: Query, hits: readonly Hit[]): void {
    showHits(query, draw(hits))
    showState(query, hits.length)
    // Their total number is unknown.
    part('reveal').hidden = true
    part('status').textContent = words.say('found.titles', { text: shownText(query.text) })
    part('status').dataset.titles = ''
  }

  /** Shows the first results, and above them those of the suggested correction: they have more of the words. */
  function showHits(query: Query, hits: readonly HTMLElement[], suggestion?: Suggestion, suggested: readonly HTMLElement[] = []): void {
    part('results').replaceChildren(...hits)
    part('meant').hidden = !suggestion
    part('suggested').replaceChildren(...suggested)
    if (!suggestion) return
    const { text } = suggestion
    const link = find(part('meant'), 'a', HTMLAnchorElement)
    link.textContent = words.say('found.meant', { text: shownText(text) })
    link.href = writeQuery({ ...query, text })
  }

  /** Shows links to other languages with results. */
  function showElsewhere(links: readonly LanguageLink[]): void {
    part('elsewhere').hidden = links.length === 0
    part('elsewhere').replaceChildren(...links.map(({ href, lang, text }) => element('a', { href, hreflang: lang }, text)))
  }

  /** Mentions the filters on the empty page if there are any. */
  function offerFilters(): void {
    part('hint').toggleAttribute('data-filters', part('filters').childElementCount > 0)
  }

  /** Shows the sentence and the parts for `total` results, or undefined if the search failed. */
  function showState(query: Query, total: number | undefined): void {
    clearTimeout(searching)
    const failed = total === undefined
    const empty = isEmpty(query)
    const filtered = Object.keys(query.filters).length > 0
    if (failed) showHits(query, [])
    delete part('status').dataset.titles
    part('status').textContent = failed || empty ? '' : sentenceOf(words, total, shownText(query.text))
    part('failure').hidden = !failed
    part('hint').hidden = failed || !empty
    part('nothing').hidden = total !== 0 || empty
    for (const link of part('nothing').querySelectorAll<HTMLAnchorElement>('a[data-elsewhere]'))
      link.href = `${link.dataset.elsewhere ?? ''}${writeQuery({ ...query, filters: {} })}`
    part('fewer').hidden = !filtered
    part('clear').hidden = !filtered
    part('tools').hidden = !total
    part('skip').hidden = !total
    part('reveal').hidden = failed || empty
    part('reveal').textContent = words.count('found.show', total ?? 0)
    part('chosen').textContent = filtered ? words.count('found.chosen', Object.values(query.filters).flat().length) : ''
    part('more').hidden = count() >= (total ?? 0)
  }

  return { part, count, showSearching, draw, showTitles, showHits, showElsewhere, offerFilters, showState }
}

function sentenceOf(words: BrowserWords, total: number, text: string): string {
  if (total === 0) return text ? words.say('found.noneFor', { text }) : words.say('found.none')
  return text ? words.count('found.resultsFor', total, { text }) : words.count('found.results', total)
}
