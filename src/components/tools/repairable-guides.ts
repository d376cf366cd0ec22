import { between } from '../../routes/path-named.ts'
import { fold } from '../../search/fold.ts'
import { fetchFile } from '../../trusted/files.ts'
import type { ToolNames, ToolPartData } from '../../views/item/tools.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import { element } from '../element.ts'
import { ownTools } from './own-tools.ts'

/** `SHOWN`: guides shown at once, and added per press. `OFFERED`: tools offered. */
const SHOWN = 60
const OFFERED = 24
/** The maximum number of missing tools to name. */
const NAMED = 4

interface Tool {
  key: string
  name: string
}

/** A guide with its required tools. */
interface GuideWithTools {
  guideid: number
  title: string
  tools: Tool[]
}

let finder: ReturnType<typeof makeFinder> | undefined

/** The part of a tools page that finds guides and tools. `root` contains it, `kept` are the keys of the person's tools. */
export const finderIn = (root: HTMLElement, kept: () => ReadonlySet<string>) => (finder ??= makeFinder(root, kept))

function makeFinder(root: HTMLElement, kept: () => ReadonlySet<string>) {
  const { files = '' } = root.dataset
  const words = wordsInBrowser(root.querySelector('[data-words]')?.textContent ?? '{}')
  const guides = new Map<string, GuideWithTools[]>()
  let shown = SHOWN
  /** The number of loads in progress. */
  let loading = 0
  const find = (what: string): HTMLElement => root.querySelector<HTMLElement>(what) ?? root
  const valueOf = (what: string): string => (find(what) as HTMLInputElement | HTMLSelectElement).value
  const typedIn = (what: string): string[] => fold(valueOf(what)).split(/\s+/).filter(Boolean)
  const has = (text: string, wanted: readonly string[]): boolean => wanted.every((word) => fold(text).includes(word))

  const partsShown = (): string[] => {
    const chosen = valueOf('[data-part]')
    if (chosen) return [chosen]
    return Array.from(root.querySelectorAll<HTMLOptionElement>('[data-part] option'), ({ value }) => value).filter(Boolean)
  }
  /** Shows the guides for the person's tools, those that need no others first: of the selected category, or all as they arrive. */
  const showGuides = async (): Promise<void> => {
    root.dataset.shown = 'true'
    loading++
    for (const tool of kept()) await addTool(tool)
    sayCount()
    let isPart = false
    for (const part of partsShown()) {
      if (guides.has(part)) continue
      try {
        guides.set(part, await loadGuides(files, part))
      } catch (error) {
        reportError(error)
        isPart = true
      }
      draw()
    }
    loading--
    draw(isPart)
  }
  const draw = (isPart = false): void => {
    const have = kept()
    const wanted = typedIn('[data-filter]')
    const found = partsShown()
      .flatMap((part) => guides.get(part) ?? [])
      .map((guide) => ({ guide, missing: guide.tools.filter(({ key }) => !have.has(key)).map(({ name }) => name) }))
      .filter(({ guide, missing }) => missing.length < guide.tools.length && has(guide.title, wanted))
      .sort((a, b) => a.missing.length - b.missing.length || b.guide.tools.length - a.guide.tools.length)
    const list = find('[data-guides]')
    list.ariaBusy = String(loading > 0)
    list.replaceChildren(
      ...found.slice(0, shown).map(({ guide, missing }) => rowOf(guide, missing, pageOf(root.dataset.guide ?? '', guide.guideid), words)),
    )
    find('[data-more]').hidden = found.length <= shown
    find('[data-to-guides]').hidden = found.length === 0
    const ready = found.filter(({ missing }) => missing.length === 0).length
    const said = have.size === 0 ? words.say('mend.none') : words.count('mend.ready', ready)
    find('[data-status]').textContent = isPart ? `${said} ${words.say('mend.failed')}` : said
  }
  /** Offers the tools whose names match the typed text. */
  const findTools = async (): Promise<void> => {
    const tools = typedIn('[data-find]').length > 0 ? await loadTools(files).catch(() => []) : []
    const wanted = typedIn('[data-find]') // The text may have changed meanwhile.
    for (const tool of tools.filter(({ name }) => has(name, wanted)).slice(0, OFFERED)) addBox(tool)
    for (const item of offered()) item.hidden = !has(item.querySelector('label')?.textContent ?? '', wanted)
    sayCount()
  }
  const showTools = async (): Promise<void> => {
    for (const tool of await loadTools(files).catch(() => [])) addBox(tool)
    await findTools()
  }
  const offered = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-tools] li')]
  /** How many tools are in view, and a button for the others. */
  const sayCount = (): void => {
    const all = root.querySelector<HTMLElement>('[data-all]')
    if (!all) return
    const [shown, total] = [offered().filter(({ hidden }) => !hidden).length, Number(all.dataset.all)]
    find('[data-count]').textContent = words.say('listing.shown', { shown, total })
    all.hidden = offered().length >= total
  }
  const isOffered = (key: string): boolean => root.querySelector(`[data-tool="${CSS.escape(key)}"]`) !== null
  /** Adds one of the person's tools that is not on the page. */
  const addTool = async (key: string): Promise<void> => {
    if (isOffered(key)) return
    const tools = await loadTools(files).catch(() => [])
    const tool = tools.find((one) => one.key === key)
    if (tool) addBox(tool)
  }
  const addBox = ({ key, name }: Tool): void => {
    if (isOffered(key)) return
    const [item, label, input] = [document.createElement('li'), document.createElement('label'), document.createElement('input')]
    input.type = 'checkbox'
    input.dataset.tool = key
    input.checked = kept().has(key)
    label.append(input, ' ', element('bdi', '', name))
    item.append(label)
    root.querySelector('[data-tools]')?.append(item)
  }
  const again = (): void => {
    shown = SHOWN
    void showGuides()
  }

  find('[data-part]').addEventListener('change', again)
  find('[data-filter]').addEventListener('input', again)
  find('[data-more]').addEventListener('click', () => {
    shown += SHOWN
    draw()
  })
  find('[data-filters]').hidden = false
  return { showGuides, findTools, showTools }
}

function rowOf(guide: GuideWithTools, missing: readonly string[], href: string, words: BrowserWords): HTMLElement {
  const all = guide.tools.length
  const isReady = missing.length === 0
  const facts = document.createElement('span')
  facts.append(element('b', '', isReady ? words.say('mend.all') : words.say('mend.some', { have: all - missing.length, all })))
  if (!isReady) {
    const names = missing.slice(0, NAMED).join(words.say('list.comma'))
    facts.append(` ${words.say('mend.missing', { tools: missing.length > NAMED ? `${names} …` : names })}`)
  }
  const row = element('li', isReady ? 'is-ready' : '')
  row.append(Object.assign(element('a', '', guide.title), { href }), facts)
  return row
}

/** The address of a guide, from that of guide 0. In a site with relative links its folder may be divided: see routes/divided.ts. */
function pageOf(guide: string, guideid: number): string {
  const whole = import.meta.env.RELATIVE_LINKS ? guide.replace('/0/0/', `/${between(String(guideid))}/0/`) : guide
  return whole.replace('/0/', `/${guideid}/`)
}

/** Loaded files: each is requested once only. */
const known = new Map<string, Promise<unknown>>()

function load(files: string, name: string): Promise<unknown> {
  const address = `${files}${name}.json`
  const loading =
    known.get(address) ??
    fetchFile(new URL(address, document.baseURI)).then((answer) => {
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
      return answer.json() as Promise<unknown>
    })
  known.set(address, loading)
  loading.catch(() => known.delete(address))
  return loading
}

const toolsIn = ({ names, keys }: ToolNames): Tool[] => names.map((name, place) => ({ name, key: keys[place] ?? name.toLowerCase() }))

/** All tools, those of the most guides first. */
const loadTools = async (files: string): Promise<Tool[]> => toolsIn((await load(files, 'all')) as ToolNames)

/** The guides of one part of the site. */
async function loadGuides(files: string, part: string): Promise<GuideWithTools[]> {
  const { steps, titles, tools, ...names } = (await load(files, `in-${part}`)) as ToolPartData
  const own = toolsIn(names)
  let guideid = 0
  return steps.map((step, at) => ({
    guideid: (guideid += step),
    title: titles[at] ?? '',
    tools: (tools[at] ?? []).flatMap((place) => own[place] ?? []),
  }))
}

/** The paths of the guides that need only the person's tools, in the part of a button's data; undefined if the person has chosen none. */
export async function ownGuides({ files = '', guide = '', ownTools: part = '' }: DOMStringMap): Promise<ReadonlySet<string> | undefined> {
  const own = ownTools().all()
  if (own.size === 0) return undefined
  const guides = await loadGuides(files, part)
  const ready = guides.filter(({ tools }) => tools.every(({ key }) => own.has(key)))
  return new Set(ready.map(({ guideid }) => new URL(pageOf(guide, guideid), document.baseURI).pathname))
}
