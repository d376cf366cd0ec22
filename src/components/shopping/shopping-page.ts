import { type ListedGuide, type SharedNeed, sharedNeeds } from '../../one-file/shared-needs.ts'
import { pageAt } from '../../trusted/place.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { button, element } from '../element.ts'
import { copyText, download } from '../guide/file/share.ts'
import { shoppingList } from './shopping-list.ts'

const page = document.querySelector<HTMLElement>('[data-shopping-list]')
const words = wordsInBrowser(page?.querySelector('[data-words]')?.textContent ?? '{"lang":"en","entries":{}}')
const list = shoppingList()
const part = (name: string): HTMLElement | null => page?.querySelector<HTMLElement>(`[data-part=${name}]`) ?? null
const SECTIONS = ['parts', 'tools', 'guides'] as const
/** The guides before some were removed. */
let removed: ListedGuide[] | undefined

/** Another site on the host may have written the path: it is confined to this origin. */
const addressOf = ({ path }: ListedGuide): string =>
  Object.assign(new URL(location.origin), { pathname: path.endsWith('/') ? pageAt(path) : path }).href

const linkTo = (guide: ListedGuide): HTMLElement => Object.assign(element('a', '', guide.title), { href: addressOf(guide) })

const textOf = ({ name, quantity, isOptional, notes }: SharedNeed): string =>
  [quantity > 1 ? `${words.number(quantity)} × ${name}` : name, ...(isOptional ? [page?.dataset.optional] : []), ...notes].join(', ')

const needs = (): Record<'parts' | 'tools', SharedNeed[]> => {
  const all = sharedNeeds(list.guides(), words.lang)
  return { parts: all.filter(({ isPart }) => isPart), tools: all.filter(({ isPart }) => !isPart) }
}

function rowOf(need: SharedNeed): HTMLElement {
  const box = Object.assign(element('input', ''), { type: 'checkbox', checked: list.got().has(need.key) })
  box.addEventListener('change', () => {
    list.turn(need.key, box.checked)
    sayLeft()
  })
  const label = element('label', '')
  label.append(box, element('bdi', '', textOf(need)))
  const guides = element('small', '')
  guides.append(...need.guides.flatMap((guide, at) => [...(at > 0 ? [words.say('list.comma')] : []), linkTo(guide)]))
  const row = element('li', '')
  row.append(label, guides)
  return row
}

function guideRow(guide: ListedGuide): HTMLElement {
  const row = element('li', '')
  const remove = button(words.say('shopping.remove'), () => keepOnly((other) => other.path !== guide.path))
  remove.ariaLabel = `${words.say('shopping.remove')}: ${guide.title}`
  const bar = element('span', 'keep-bar is-ready')
  bar.append(remove)
  row.append(linkTo(guide), bar)
  return row
}

function keepOnly(isKept: (guide: ListedGuide) => boolean): void {
  removed = list.guides()
  list.set(removed.filter(isKept))
  show()
  part('undo')?.focus()
}

function undo(): void {
  list.set(removed ?? [])
  removed = undefined
  show()
}

function sayLeft(): void {
  const got = list.got()
  const all = Object.values(needs()).flat()
  say(all.length > 0 ? words.count('shopping.left', all.filter(({ key }) => !got.has(key)).length) : '')
}

function say(text: string): void {
  const said = part('said')
  if (said) said.textContent = text
}

function show(): void {
  const guides = list.guides()
  const { parts, tools } = needs()
  const rows = { parts: parts.map(rowOf), tools: tools.map(rowOf), guides: guides.map(guideRow) }
  for (const name of SECTIONS) {
    part(name)?.toggleAttribute('hidden', rows[name].length === 0)
    part(name)
      ?.querySelector('ul')
      ?.replaceChildren(...rows[name])
  }
  part('bar')?.toggleAttribute('hidden', guides.length === 0)
  part('none')?.toggleAttribute('hidden', guides.length > 0)
  part('undo')?.toggleAttribute('hidden', !removed)
  sayLeft()
}

/** `☐ 2 × AA battery (Torch, Radio)`; at the end the addresses of the guides. */
function asText(): string {
  const got = list.got()
  const line = (need: SharedNeed): string =>
    `${got.has(need.key) ? '☑' : '☐'} ${textOf(need)} (${need.guides.map(({ title }) => title).join(words.say('list.comma'))})`
  const { parts, tools } = needs()
  const lines = {
    parts: parts.map(line),
    tools: tools.map(line),
    guides: list.guides().map((guide) => `${guide.title}: ${addressOf(guide)}`),
  }
  const sections = SECTIONS.filter((name) => lines[name].length > 0).map((name) => [
    '',
    part(name)?.querySelector('h2')?.textContent,
    ...lines[name],
  ])
  return `${[words.say('shopping.title'), ...sections.flat()].join('\n')}\n`
}

async function copy(): Promise<void> {
  const isCopied = await copyText(asText())
  const sections = part('sections')
  if (!isCopied && sections) getSelection()?.selectAllChildren(sections)
  say((isCopied ? page?.dataset.copied : page?.dataset.notCopied) ?? '')
}

const save = (): void => download(new Blob([asText()], { type: 'text/plain' }), `${words.say('shopping.title')}.txt`)

const actions = { copy, save, print: () => window.print(), empty: () => keepOnly(() => false), undo }
for (const [name, act] of Object.entries(actions)) part(name)?.addEventListener('click', () => void act())
for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
