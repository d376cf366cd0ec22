import { between } from '../../routes/path-named.ts'
import { fold } from '../../search/fold.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import type { KeptTools } from './kept-tools.ts'
import { type GuideWithTools, loadGuides, loadTools } from './tool-files.ts'

/** `SHOWN`: guides shown at once, and added per press. `OFFERED`: tools offered. */
const SHOWN = 60
const OFFERED = 24
/** The maximum number of missing tools to name. */
const NAMED = 4

interface Found {
  guide: GuideWithTools
  missing: string[]
}

interface Page {
  root: HTMLElement
  words: BrowserWords
  kept: KeptTools
  guides: Map<string, GuideWithTools[]>
  shown: number
  /** The number of loads in progress. */
  loading: number
}

let page: Page | undefined

function pageOf(root: HTMLElement, kept: KeptTools): Page {
  if (page) return page
  const own: Page = {
    root,
    kept,
    guides: new Map(),
    shown: SHOWN,
    loading: 0,
    words: wordsInBrowser(root.querySelector('[data-words]')?.textContent ?? '{}'),
  }
  page = own
  const again = (): void => {
    own.shown = SHOWN
    void showGuides(root, kept)
  }
  find(own, '[data-part]').addEventListener('change', again)
  find(own, '[data-filter]').addEventListener('input', again)
  find(own, '[data-more]').addEventListener('click', () => {
    own.shown += SHOWN
    draw(own)
  })
  find(own, '[data-filters]').hidden = false
  return own
}

const find = ({ root }: Page, what: string): HTMLElement => root.querySelector<HTMLElement>(what) ?? root
const valueOf = (own: Page, what: string): string => (find(own, what) as HTMLInputElement | HTMLSelectElement).value

/** Shows the guides for the person's tools, those that need no others first: of the selected category, or all as they arrive. */
export async function showGuides(root: HTMLElement, kept: KeptTools): Promise<void> {
  const own = pageOf(root, kept)
  root.dataset.shown = 'true'
  own.loading++
  for (const tool of kept.all) await addBox(own, tool)
  let isPart = false
  for (const part of partsOf(own)) {
    if (own.guides.has(part)) continue
    try {
      own.guides.set(part, await loadGuides(root.dataset.files ?? '', part))
    } catch (error) {
      reportError(error)
      isPart = true
    }
    draw(own)
  }
  own.loading--
  draw(own, isPart)
}

function partsOf(own: Page): string[] {
  const chosen = valueOf(own, '[data-part]')
  const all = [...own.root.querySelectorAll<HTMLOptionElement>('[data-part] option')].map(({ value }) => value).filter(Boolean)
  return chosen ? [chosen] : all
}

function draw(own: Page, isPart = false): void {
  const have = own.kept.all
  const wanted = fold(valueOf(own, '[data-filter]')).split(/\s+/).filter(Boolean)
  const found = partsOf(own)
    .flatMap((part) => own.guides.get(part) ?? [])
    .map((guide) => ({ guide, missing: guide.tools.filter(({ key }) => !have.has(key)).map(({ name }) => name) }))
    .filter(({ guide, missing }) => missing.length < guide.tools.length && wanted.every((word) => fold(guide.title).includes(word)))
    .sort((a, b) => a.missing.length - b.missing.length || b.guide.tools.length - a.guide.tools.length)
  const list = find(own, '[data-guides]')
  list.ariaBusy = String(own.loading > 0)
  list.replaceChildren(...found.slice(0, own.shown).map((one) => row(own, one)))
  find(own, '[data-more]').hidden = found.length <= own.shown
  const ready = found.filter(({ missing }) => missing.length === 0).length
  const said = have.size === 0 ? own.words.say('mend.none') : own.words.count('mend.ready', ready)
  find(own, '[data-status]').textContent = isPart ? `${said} ${own.words.say('mend.failed')}` : said
}

function row({ root, words }: Page, { guide, missing }: Found): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = pageOfGuide(root, guide)
  link.textContent = guide.title
  const all = guide.tools.length
  const facts = document.createElement('span')
  const mark = document.createElement('b')
  mark.textContent = missing.length > 0 ? words.say('mend.some', { have: all - missing.length, all }) : words.say('mend.all')
  facts.append(mark)
  if (missing.length > 0) {
    const names = missing.slice(0, NAMED).join(words.say('list.comma'))
    facts.append(` ${words.say('mend.missing', { tools: missing.length > NAMED ? `${names} …` : names })}`)
  }
  item.classList.toggle('is-ready', missing.length === 0)
  item.append(link, facts)
  return item
}

/** The page contains that of guide 0. In a site with relative links its folder may be divided: see routes/divided.ts. */
function pageOfGuide({ dataset: { guide = '' } }: HTMLElement, { guideid }: GuideWithTools): string {
  const whole = import.meta.env.RELATIVE_LINKS ? guide.replace('/0/0/', `/${between(String(guideid))}/0/`) : guide
  return whole.replace('/0/', `/${guideid}/`)
}

/** Offers the tools whose names match the typed text. */
export async function findTools(root: HTMLElement, kept: KeptTools): Promise<void> {
  const own = pageOf(root, kept)
  const typed = (): string[] => fold(valueOf(own, '[data-find]')).split(/\s+/).filter(Boolean)
  const tools = typed().length > 0 ? await loadTools(root.dataset.files ?? '').catch(() => []) : []
  const wanted = typed() // The text may have changed meanwhile.
  const has = (name: string): boolean => wanted.every((word) => fold(name).includes(word))
  for (const { key, name } of tools.filter(({ name }) => has(name)).slice(0, OFFERED)) box(own, key, name)
  for (const item of root.querySelectorAll<HTMLElement>('[data-tools] li'))
    item.hidden = !has(item.querySelector('label')?.textContent ?? '')
}

/** Adds a tool that is not on the page to the person's tools. */
async function addBox(own: Page, key: string): Promise<void> {
  if (own.root.querySelector(`[data-tool="${CSS.escape(key)}"]`)) return
  const tools = await loadTools(own.root.dataset.files ?? '').catch(() => [])
  const tool = tools.find((one) => one.key === key)
  if (tool) box(own, key, tool.name)
}

function box({ root, kept }: Page, key: string, name: string): void {
  if (root.querySelector(`[data-tool="${CSS.escape(key)}"]`)) return
  const item = document.createElement('li')
  const label = document.createElement('label')
  const input = document.createElement('input')
  input.type = 'checkbox'
  input.dataset.tool = key
  input.checked = kept.all.has(key)
  const shown = document.createElement('bdi')
  shown.textContent = name
  label.append(input, ' ', shown)
  item.append(label)
  root.querySelector('[data-tools]')?.append(item)
}
