import { fold } from '../../search/fold.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import { findToolBox } from './find-tools.ts'
import type { KeptTools } from './kept-tools.ts'
import { pageOfGuide } from './page-of-guide.ts'
import { type GuideWithTools, loadGuides, loadTitles } from './tool-files.ts'

/** Guides that are shown at once, and more on each press. */
const SHOWN = 60
/** Of what is missing so many tools are named. */
const NAMED = 4

interface Found {
  guide: GuideWithTools
  missing: string[]
  /** Where its title is found. */
  part: string
  at: number
}

interface Page {
  root: HTMLElement
  words: BrowserWords
  kept: KeptTools
  shown: number
  /** How many times guides were asked for: what an earlier time finds is out of date. */
  times: number
}

let page: Page | undefined

function pageOf(root: HTMLElement, kept: KeptTools): Page {
  if (page) return page
  const own: Page = { root, kept, shown: SHOWN, times: 0, words: wordsInBrowser(root.querySelector('[data-words]')?.textContent ?? '{}') }
  page = own
  const again = (shown: number) => (): void => {
    own.shown = shown
    void showGuides(root, kept)
  }
  find(own, '[data-part]').addEventListener('change', again(SHOWN))
  find(own, '[data-filter]').addEventListener('input', again(SHOWN))
  find(own, '[data-more]').addEventListener('click', () => again(own.shown + SHOWN)())
  find(own, '[data-filters]').hidden = false
  return own
}

const find = ({ root }: Page, what: string): HTMLElement => root.querySelector<HTMLElement>(what) ?? root
const valueOf = (own: Page, what: string): string => (find(own, what) as HTMLInputElement | HTMLSelectElement).value
const wordsIn = (own: Page): string[] => fold(valueOf(own, '[data-filter]')).split(/\s+/).filter(Boolean)

/** Shows the guides that need no tool, or one that somebody has, those that need nothing else first: of the chosen category, or all of them. */
export async function showGuides(root: HTMLElement, kept: KeptTools): Promise<void> {
  const own = pageOf(root, kept)
  root.dataset.shown = 'true'
  const time = ++own.times
  const list = find(own, '[data-guides]')
  list.ariaBusy = 'true'
  for (const tool of kept.all) await findToolBox(root, kept, tool)
  const loaded = new Loaded(root.dataset.files ?? '')
  const found = await findGuides(own, loaded)
  const shown = found.slice(0, own.shown)
  await loaded.titles(shown.map(({ part }) => part))
  if (time !== own.times) return
  list.replaceChildren(...shown.flatMap((one) => row(own, one, loaded.titleOf(one)) ?? []))
  find(own, '[data-more]').hidden = found.length <= own.shown
  find(own, '[data-status]').textContent = [
    said(own, found),
    ...(loaded.isWhole ? [] : [own.words.say('mend.failed')]),
    ...(kept.isKept ? [] : [own.words.say('keep.unable')]),
  ].join(' ')
  list.ariaBusy = 'false'
}

/** Guides and titles as far as they can be had. */
class Loaded {
  readonly #files: string
  readonly #titles = new Map<string, string[]>()
  isWhole = true

  constructor(files: string) {
    this.#files = files
  }

  async guides(parts: readonly string[]): Promise<{ part: string; guides: GuideWithTools[] }[]> {
    return Promise.all(parts.map(async (part) => ({ part, guides: await this.#tried(loadGuides(this.#files, part)) })))
  }

  async titles(parts: readonly string[]): Promise<void> {
    const missing = [...new Set(parts)].filter((part) => !this.#titles.has(part))
    await Promise.all(missing.map(async (part) => this.#titles.set(part, await this.#tried(loadTitles(this.#files, part)))))
  }

  titleOf({ part, at }: Found): string {
    return this.#titles.get(part)?.[at] ?? ''
  }

  async #tried<Item>(loading: Promise<Item[]>): Promise<Item[]> {
    try {
      return await loading
    } catch (error) {
      reportError(error)
      this.isWhole = false
      return []
    }
  }
}

/** Titles are loaded only where words are looked for in them. */
async function findGuides(own: Page, loaded: Loaded): Promise<Found[]> {
  const have = own.kept.all
  if (have.size === 0) return []
  const parts = await loaded.guides(partsOf(own))
  const found = parts
    .flatMap(({ part, guides }) => guides.map((guide, at) => ({ guide, part, at, missing: missingOf(guide, have) })))
    .filter(({ guide: { tools }, missing }) => missing.length === 0 || missing.length < tools.length)
    .sort((a, b) => a.missing.length - b.missing.length || b.guide.tools.length - a.guide.tools.length)
  const wanted = wordsIn(own)
  if (wanted.length === 0) return found
  await loaded.titles(found.map(({ part }) => part))
  return found.filter((one) => {
    const title = fold(loaded.titleOf(one))
    return wanted.every((word) => title.includes(word))
  })
}

const missingOf = ({ tools }: GuideWithTools, have: ReadonlySet<string>): string[] =>
  tools.filter(({ key }) => !have.has(key)).map(({ name }) => name)

function partsOf(own: Page): string[] {
  const chosen = valueOf(own, '[data-part]')
  const all = [...own.root.querySelectorAll<HTMLOptionElement>('[data-part] option')].map(({ value }) => value).filter(Boolean)
  return chosen ? [chosen] : all
}

/** How many guides can be done; where none can, what else to do. */
function said({ words, kept }: Page, found: readonly Found[]): string {
  if (kept.all.size === 0) return words.say('mend.none')
  const [nearest] = found
  if (!nearest) return words.say('mend.nothing')
  const ready = found.filter(({ missing }) => missing.length === 0).length
  return ready > 0 ? words.count('mend.ready', ready) : words.count('mend.nearest', nearest.missing.length)
}

/** Undefined for a guide whose title could not be loaded. */
function row({ root, words }: Page, { guide, missing }: Found, title: string): HTMLElement | undefined {
  if (!title) return undefined
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = pageOfGuide(root.dataset.guide ?? '', guide.guideid)
  link.textContent = title
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
