import type { BrowserWords } from '../../../words/browser.ts'
import type { Hit, HitSection } from '../engine/hit.ts'
import { element, excerptNodes, pictureAt } from '../view/dom.ts'
import { sentenceWhy } from '../view/hit-view.ts'
import { filterWords } from '../view/shown.ts'

/** An option is a link, so that it can be opened in a new tab; it is not in the Tab order. */
const option = (href: string, className: string, ...content: (Node | string)[]): HTMLElement =>
  element('a', { className: `quick-option ${className}`, role: 'option', href }, ...content)

/** A result, followed by its best matching section. */
export function hitOptions(hit: Hit, root: string, words: BrowserWords): HTMLElement[] {
  const where = [filterWords(words, 'kind', hit.kind), hit.breadcrumb].filter(Boolean).join(' · ')
  const page = option(hit.href, 'quick-page', pictureOf(hit, root), textOf(hit, hit.lang, where, sentenceWhy(hit, words)))
  const [best] = hit.sections
  return best ? [page, option(best.href, 'quick-step', textOf(best, hit.lang))] : [page]
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
export const allOption = (href: string, text: string): HTMLElement => option(href, 'quick-all', text)

/** An earlier search. */
export function recentOption(href: string, text: string): HTMLElement {
  const made = option(href, 'quick-recent', text)
  made.dir = 'auto'
  made.dataset.recent = text
  return made
}

/** Options under a heading. */
export function optionGroup(heading: string, options: readonly HTMLElement[]): HTMLElement {
  const title = element('p', { className: 'quick-heading', ariaHidden: 'true' }, heading)
  return element('div', { className: 'quick-group', role: 'group', ariaLabel: heading }, title, ...options)
}
