import { pageAt } from '../../trusted/place.ts'
import type { BrowserWords } from '../../words/browser.ts'
import type { ListedGuide } from './kept-list.ts'
import type { SharedNeed } from './merge-needs.ts'

/** The address of a guide's page. Others who share the host may have written the path: it leads nowhere else. */
export function addressOf({ path }: ListedGuide): string {
  const address = new URL(location.href)
  Object.assign(address, { search: '', hash: '', pathname: path.endsWith('/') ? pageAt(path) : path })
  return address.href
}

interface NeedRow {
  words: BrowserWords
  /** The word for what a guide can do without. */
  optional: string
  isGot: boolean
  turn: (on: boolean) => void
}

/** A tool or part with a box to tick, and the guides that need it. */
export function needRow(need: SharedNeed, { words, optional, isGot, turn }: NeedRow): HTMLElement {
  const [item, box, text] = [document.createElement('li'), document.createElement('input'), document.createElement('div')]
  const id = `${need.isPart ? 'part' : 'tool'}-${need.key}`.replace(/\s+/g, '-')
  Object.assign(box, { type: 'checkbox', id, checked: isGot })
  box.addEventListener('change', () => turn(box.checked))
  const name = nameOf(need, id)
  if (name instanceof HTMLAnchorElement) box.ariaLabel = need.name
  const thing = document.createElement('span')
  thing.className = 'list-thing'
  if (need.count > 1) thing.append(element('b', `${words.number(need.count)} × `))
  thing.append(name)
  for (const note of [...(need.isOptional ? [optional] : []), ...need.notes]) thing.append(' ', element('small', note))
  text.append(thing, guidesOf(need, words))
  item.append(box, text)
  return item
}

function nameOf({ name, href }: SharedNeed, id: string): HTMLElement {
  const address = URL.parse(href)
  if (address && [location.protocol, 'https:', 'http:'].includes(address.protocol)) {
    const link = linkTo(address.href, name)
    if (address.origin !== location.origin) Object.assign(link, { className: 'leaving', rel: 'noopener external' })
    return link
  }
  const label = document.createElement('label')
  label.htmlFor = id
  label.append(element('bdi', name))
  return label
}

function guidesOf({ guides }: SharedNeed, words: BrowserWords): HTMLElement {
  const line = document.createElement('small')
  line.className = 'list-guides'
  for (const [at, guide] of guides.entries())
    line.append(...(at > 0 ? [words.say('list.comma')] : []), linkTo(addressOf(guide), guide.title))
  return line
}

/** A guide on the list, with a button that takes it off. */
export function guideRow(guide: ListedGuide, words: BrowserWords, takeOff: () => void): HTMLElement {
  const [item, button] = [document.createElement('li'), document.createElement('button')]
  button.type = 'button'
  button.textContent = words.say('shopping.remove')
  button.ariaLabel = `${words.say('shopping.remove')}: ${guide.title}`
  button.addEventListener('click', takeOff)
  item.append(linkTo(addressOf(guide), guide.title), button)
  return item
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.append(element('bdi', text))
  return link
}

function element(name: 'b' | 'bdi' | 'small', text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
