import { nameIn } from '../../model/names.ts'
import { categoryName, guideName, itemTitle, titleOf } from '../catalog/names.ts'
import { topOf } from '../category/category-tree.ts'
import type { Listed } from './item-index.ts'
import type { Site } from '../site/site.ts'
import { onceFor, question } from '../trace/tracked-site.ts'
import { pageAt, pathOf, TOOLS } from '../../routes.ts'
import { hrefOf } from '../site/links.ts'
import type { PageHead } from '../site/head.ts'

/** The maximum number of files loaded for all guides; the categories with the fewest guides share one. */
const MOST_PARTS = 24
const REST = 'others'

/** True if guides list tools. */
export const hasTools = question('has tools', (site: Site): boolean => guidesWithTools(site).length > 0)

/** Required tools with the number of guides that need each, those of the most guides first; `page` is the canonical title of its page. */
const allTools = question('tools', (site: Site) => {
  const counts = new Map<string, number>()
  for (const { keys } of guidesWithTools(site)) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return Array.from(counts, ([key, count]) => ({ key, count, name: nameOfTool(site, key), page: site.catalog.items.get(key)?.page })).sort(
    (a, b) => b.count - a.count || (a.key < b.key ? -1 : 1),
  )
})

/** The guides with tools divided into files, largest first: those below each first-level category are loaded together. */
const partsOfGuides = onceFor((site: Site) => {
  const byCategory = Map.groupBy(guidesWithTools(site), ({ category }) => category)
  const parts = Array.from(byCategory, ([category, { length: count }]) => {
    const entry = site.catalog.categories.get(category)
    return { id: entry ? nameIn('category', category) : REST, heading: entry ? categoryName(site, entry) : '', count }
  }).sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  const own = parts.filter(({ id }) => id !== REST).slice(0, MOST_PARTS - 1)
  const rest = parts.filter((part) => !own.includes(part)).reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...own, { id: REST, heading: '', count: rest }] : own
})
const toolParts = question('parts of guides with tools', partsOfGuides)

/** Tools for the browser: names, and by position the keys that differ from the lower-cased name. */
export type ToolNames = ReturnType<typeof namesOf>

/** A part for the browser, column by column so that it compresses well: deltas of guide ids, titles, its tools, and each guide's by position. */
export type ToolPartData = ReturnType<typeof guidesOfPart>

function namesOf(tools: readonly { name: string; key: string }[]) {
  const other = tools.map(({ name, key }, place) => [place, name.toLowerCase() === key ? '' : key] as const).filter(([, key]) => key)
  return { names: tools.map(({ name }) => name), keys: Object.fromEntries(other) }
}

/** The id of the part with the guides of a category; undefined if no guide lists tools. */
const partOfCategory = question('part of category', (site: Site, title: string): string | undefined => {
  const parts = toolParts(site).map(({ id }) => id)
  const entry = site.catalog.categories.get(title)
  const own = entry && nameIn('category', topOf(entry).title)
  return parts.find((id) => id === own) ?? parts.find((id) => id === REST)
})

/** What finds the guides of a category that need only the person's tools: see {@link ToolsView}. */
export function ownToolsIn(site: Site, title: string) {
  const part = partOfCategory(site, title)
  return part === undefined ? undefined : { part, ...dataOf(site), href: pageAt(site, TOOLS) }
}

/** The folder of the data files, and the address of guide 0. */
const dataOf = (site: Site) => ({
  files: pageAt(site, TOOLS).replace(/index\.html$/, ''),
  guide: pageAt(site, pathOf({ kind: 'guide', guideid: 0 })),
})

/** The guides with tools by the id of their part. */
const guidesByPart = onceFor((site: Site) => {
  const named = new Set(partsOfGuides(site).map(({ id }) => id))
  return Map.groupBy(guidesWithTools(site), ({ category }) => {
    const own = site.catalog.categories.has(category) ? nameIn('category', category) : REST
    return named.has(own) ? own : REST
  })
})

/** The guides of a part, by its id. It has its own tools, so that a tool of another part does not change it. */
const guidesOfPart = question('guides with tools in part', (site: Site, id: string) => {
  const guides = (guidesByPart(site).get(id) ?? []).toSorted((a, b) => a.guideid - b.guideid)
  const keys = [...new Set(guides.flatMap((guide) => guide.keys))].sort()
  const places = new Map(keys.map((key, place) => [key, place]))
  return {
    steps: guides.map(({ guideid }, at) => guideid - (guides[at - 1]?.guideid ?? 0)),
    titles: guides.map(({ title }) => title),
    ...namesOf(keys.map((key) => ({ key, name: nameOfTool(site, key) }))),
    tools: guides.map((guide) => guide.keys.map((key) => places.get(key) ?? 0).sort((a, b) => a - b)),
  }
})

/** Guides that need tools, each with its first-level category ('' for none), without archived ones. */
const guidesWithTools = onceFor((site: Site) => {
  const { guides, categories, needs } = site.catalog
  return [...needs].flatMap(([guideid, { tools }]) => {
    const guide = guides.get(guideid)
    const keys = requiredOf(tools)
    if (!guide || guide.archived || keys.length === 0) return []
    const own = categories.get(guide.category)
    const title = titleOf(site, { ...guide, title: guideName(site, guide) })
    return [{ guideid, title, category: own ? topOf(own).title : '', keys }]
  })
})

/** The keys of the tools that are not optional. */
const requiredOf = (tools: readonly Listed[] = []): string[] => [
  ...new Set(tools.filter(({ isOptional }) => !isOptional).map(({ key }) => key)),
]

/** The displayed name of a tool: from its page, otherwise from guides. */
function nameOfTool(site: Site, key: string): string {
  const { page, title = key } = site.catalog.items.get(key) ?? {}
  return page === undefined ? title : itemTitle(site, page)
}

/** The names of the tools that a guide requires. */
export const toolsOfGuide = (site: Site, guideid: number): string[] => [
  ...new Set(requiredOf(site.catalog.needs.get(guideid)?.tools).map((key) => nameOfTool(site, key))),
]

/** The number of tools on the page; the rest are found by search. */
const SHOWN = 24

/** The address of the page; undefined if there is none. */
export const toolsAt = (site: Site): string | undefined => (hasTools(site) ? pageAt(site, TOOLS) : undefined)

/** The page that finds guides for the tools at hand. */
export type ToolsView = ReturnType<typeof toolsView>

export function toolsView(site: Site) {
  const { words } = site
  const tools = allTools(site)
  const title = words.say('tools.title')
  return {
    head: { title, description: words.say('tools.lead'), path: TOOLS } satisfies PageHead,
    title,
    /** The tools that most guides need; `href` is the tool's page. */
    tools: tools.slice(0, SHOWN).map(({ page, ...tool }) => ({
      ...tool,
      href: page === undefined ? undefined : hrefOf(site, { kind: 'wiki', namespace: 'ITEM', title: page }),
    })),
    /** The number of further tools. */
    more: Math.max(0, tools.length - SHOWN),
    parts: toolParts(site).map((part) => ({ ...part, heading: part.heading || words.say('tools.others') })),
    ...dataOf(site),
  }
}

/** All tools, for the search among them. */
const ALL = 'all'

/** The names of the data files. */
export const toolFiles = (site: Site): string[] => (hasTools(site) ? [ALL, ...toolParts(site).map(({ id }) => `in-${id}`)] : [])

/** One of {@link toolFiles}. */
export function toolFile(site: Site, name: string): string {
  return JSON.stringify(name === ALL ? namesOf(allTools(site)) : guidesOfPart(site, name.replace('in-', '')))
}
