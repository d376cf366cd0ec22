import type { BrowserWords } from '../../../words/browser.ts'
import { excerptNodes } from '../view/dom.ts'
import { filterWords } from '../view/filter-words.ts'
import { sentenceWhy } from '../view/hit-view.ts'
import { pictureAt } from '../view/picture-at.ts'
import type { Hit, HitSection } from '../engine/hit.ts'

function element(name: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

/** An option is a link, so that it can be opened in a new tab; it is not in the Tab order. */
function option(href: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const link = element('a', `quick-option ${className}`, ...content)
  link.setAttribute('role', 'option')
  link.setAttribute('href', href)
  return link
}

/** A result, followed by its best matching section. */
export function hitOptions(hit: Hit, root: string, words: BrowserWords): HTMLElement[] {
  const where = [filterWords(words, 'kind', hit.kind), hit.breadcrumb].filter(Boolean).join(' · ')
  const page = option(hit.href, 'quick-page', pictureOf(hit, root), textOf(hit, hit.lang, where, sentenceWhy(hit, words)))
  const [best] = hit.sections
  return best ? [page, option(best.href, 'quick-step', textOf(best, hit.lang))] : [page]
}

function pictureOf({ image }: Hit, root: string): HTMLElement {
  if (!image) return element('span', 'quick-picture')
  const picture = document.createElement('img')
  Object.assign(picture, { className: 'quick-picture', alt: '', width: 56, height: 42, src: pictureAt(root, image) })
  return picture
}

function textOf({ title, excerpt }: HitSection, lang: string, where = '', why = ''): HTMLElement {
  const foreign = (className: string, ...content: (Node | string)[]): HTMLElement => {
    const text = element('span', className, ...content)
    text.dir = 'auto'
    text.lang = lang
    return text
  }
  const text = element('span', 'quick-text', foreign('quick-title', title))
  if (where) text.append(element('span', 'quick-where', where))
  if (why) text.append(element('span', 'quick-why', why))
  if (excerpt) text.append(foreign('quick-excerpt', ...excerptNodes(excerpt)))
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
  const group = element('div', 'quick-group', element('p', 'quick-heading', heading), ...options)
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', heading)
  group.firstElementChild?.setAttribute('aria-hidden', 'true')
  return group
}
