import { nameIn } from '../../model/names.ts'
import { categoryName, guideName, titleOf } from '../catalog/names.ts'
import { topOf } from '../category/category-tree.ts'
import type { Site } from '../site/site.ts'
import { guidesBefore } from './guides-before.ts'
import { itemTitle } from './item-of.ts'
import { question } from '../trace/question.ts'
import { stepsOf, writeNumbers } from './number-text.ts'
import { sharedWords, writeTitles } from './title-text.ts'

/** A tool that somebody may have. */
export interface Tool {
  key: string
  name: string
  /** How many guides need it. */
  count: number
  /** The canonical title of its page; undefined where it has none. */
  page: string | undefined
}

/** Guides that are loaded together: those below one category of the first level. */
export interface ToolPart {
  /** The name of its file. */
  id: string
  /** '' for the rest of the categories. */
  heading: string
  count: number
}

/** A browser loads so many files for all guides; the categories with the fewest guides share one. */
const MOST_PARTS = 24
const REST = 'others'

/** What is found for a site once, however many pages ask for it. */
function once<Found extends object>(find: (site: Site) => Found): (site: Site) => Found {
  const known = new WeakMap<Site, Found>()
  return (site) => {
    const found = known.get(site) ?? find(site)
    known.set(site, found)
    return found
  }
}

/** True where guides need tools. */
export const hasTools = question('has tools', (site: Site): boolean => guidesWithTools(site).length > 0)

/** The tools that guides, or those before them, cannot do without: those of the most guides first. */
export const allTools = question(
  'tools',
  once((site): Tool[] => {
    const counts = new Map<string, number>()
    for (const { keys } of guidesWithTools(site)) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return Array.from(counts, ([key, count]) => ({
      key,
      count,
      name: nameOfTool(site, key),
      page: site.catalog.items.get(key)?.page,
    })).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
  }),
)

/** How many guides name no tools, neither themselves nor by those before them. */
export const withoutTools = question(
  'guides without tools',
  (site: Site): number => [...site.catalog.guides.values()].filter(({ archived }) => !archived).length - guidesWithTools(site).length,
)

/** Of the guides that name tools, the parts that they are loaded in, the largest first. */
export const toolParts = question(
  'parts of guides with tools',
  once((site): ToolPart[] => {
    const counts = new Map<string, ToolPart>()
    for (const { category } of guidesWithTools(site)) {
      const entry = site.catalog.categories.get(category)
      const heading = entry ? categoryName(site, entry) : ''
      const part = counts.get(category) ?? { id: entry ? nameIn('category', category) : REST, heading, count: 0 }
      counts.set(category, part)
      part.count++
    }
    const parts = [...counts.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
    const own = parts.filter(({ id }) => id !== REST).slice(0, MOST_PARTS - 1)
    const rest = parts.filter((part) => !own.includes(part)).reduce((sum, { count }) => sum + count, 0)
    return rest > 0 ? [...own, { id: REST, heading: '', count: rest }] : own
  }),
)

/** Of {@link toolParts} the one with the guides of a category; undefined where none of them names a tool. */
export const partOfCategory = question('part of category', (site: Site, title: string): string | undefined => {
  const category = site.catalog.categories.get(title)
  const ids = toolParts(site).map(({ id }) => id)
  const own = category ? nameIn('category', topOf(category).title) : REST
  return [own, REST].find((id) => ids.includes(id))
})

/** All tools as a browser reads them, in the order of {@link allTools}: their names, and by place the keys that are not the name in small letters. */
export interface ToolNames {
  names: string[]
  keys: Record<number, string>
}

/** A part as a browser reads it, a column for each thing to be packed well: see {@link writeNumbers}. */
export interface ToolPartData {
  /** How much further on each guide's id is. */
  steps: string
  /** By guide, with a space between, the places of its tools: each how much further on. */
  tools: string
}

export function toolNames(site: Site): ToolNames {
  const tools = allTools(site)
  const other = tools.map(({ name, key }, place) => [place, name.toLowerCase() === key ? '' : key] as const).filter(([, key]) => key)
  return { names: tools.map(({ name }) => name), keys: Object.fromEntries(other) }
}

/** The guides of a part, by its id. */
export const guidesOfPart = question('guides with tools in part', (site: Site, id: string): ToolPartData => {
  const places = new Map(allTools(site).map(({ key }, place) => [key, place]))
  const guides = guidesIn(site, id)
  return {
    steps: writeNumbers(stepsOf(guides.map(({ guideid }) => guideid))),
    tools: guides
      .map(({ keys }) => keys.map((key) => places.get(key) ?? 0).sort((a, b) => a - b))
      .map((tools) => writeNumbers(stepsOf(tools)))
      .join(' '),
  }
})

/** The titles of {@link guidesOfPart}, apart: most who ask for guides show few of them, or none. They are read with {@link titleWords}. */
export const titlesOfPart = question('titles of guides with tools in part', (site: Site, id: string): string =>
  writeTitles(
    guidesIn(site, id).map(({ title }) => title),
    titleWords(site),
  ),
)

/** The words that titles of all parts share. */
export const titleWords = question(
  'words of titles of guides with tools',
  once((site) => sharedWords(guidesWithTools(site).map(({ title }) => title))),
)

function guidesIn(site: Site, id: string): GuideWithTools[] {
  const named = new Set(toolParts(site).map((part) => part.id))
  const partOf = (category: string): string => {
    const own = site.catalog.categories.has(category) ? nameIn('category', category) : REST
    return named.has(own) ? own : REST
  }
  // To name a category takes longer than all else that is done with a guide here.
  const categories = new Set(guidesWithTools(site).map(({ category }) => category))
  const here = new Set([...categories].filter((category) => partOf(category) === id))
  return guidesWithTools(site)
    .filter(({ category }) => here.has(category))
    .sort((a, b) => a.guideid - b.guideid)
}

interface GuideWithTools {
  guideid: number
  title: string
  /** Of the first level; '' for none. */
  category: string
  /** What it and the guides before it cannot do without; none where all that they name is optional. */
  keys: string[]
}

/** Guides that name tools, themselves or by the guides before them: of others nobody knows what they need. Archived ones are left out. */
const guidesWithTools = once(readGuides)

function readGuides(site: Site): GuideWithTools[] {
  const { guides, categories, needs } = site.catalog
  const found = [...needs.keys()].flatMap((guideid): GuideWithTools[] => {
    const guide = guides.get(guideid)
    if (!guide || guide.archived) return []
    const tools = [guideid, ...guidesBefore(site, guideid)].flatMap((one) => needs.get(one)?.tools ?? [])
    if (tools.length === 0) return []
    const keys = [...new Set(tools.filter(({ isOptional }) => !isOptional).map(({ key }) => key))]
    const own = categories.get(guide.category)
    const title = titleOf(site, { ...guide, title: guideName(site, guide) })
    return [{ guideid, title, category: own ? topOf(own).title : '', keys }]
  })
  // Where no guide needs a tool, there is nothing to choose by.
  return found.some(({ keys }) => keys.length > 0) ? found : []
}

/** What people call a tool: what its page does, or guides. */
function nameOfTool(site: Site, key: string): string {
  const { page, title = key } = site.catalog.items.get(key) ?? {}
  return page === undefined ? title : itemTitle(site, page)
}
