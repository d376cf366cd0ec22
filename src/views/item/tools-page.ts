import { pageAt, pathOf, TOOLS } from '../../routes.ts'
import { categoryName } from '../catalog/names.ts'
import { shoppingAt } from '../guide/shopping-list.ts'
import { hrefOf } from '../site/links.ts'
import type { PageHead } from '../site/head.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import {
  allTools,
  guidesOfPart,
  hasTools,
  partOfCategory,
  titlesOfPart,
  titleWords,
  toolNames,
  type ToolPart,
  toolParts,
  withoutTools,
} from './tools.ts'

/** What can be mended with the tools that somebody has. */
export interface ToolsView {
  head: PageHead
  title: string
  /** Those that most guides need; `href` is the page of a tool. */
  tools: { key: string; name: string; count: number; href: string | undefined }[]
  /** How many there are besides. */
  more: number
  parts: ToolPart[]
  /** How many guides name no tools, so that nobody knows what they need. */
  unknown: number
  /** The folder of the files that a browser loads, and the address of guide 0. */
  files: string
  guide: string
  /** The page of what several guides need. */
  shopping: string | undefined
}

/** So many tools stand on the page; the others are found by their names. */
const SHOWN = 24

/** The address of the page; undefined where there is none. */
export const toolsAt = (site: Site): string | undefined => (hasTools(site) ? pageAt(site, TOOLS) : undefined)

export function toolsView(site: Site): ToolsView {
  const { words } = site
  const tools = allTools(site)
  const title = words.say('tools.title')
  return {
    head: { title, description: words.say('tools.lead'), path: TOOLS },
    title,
    tools: tools.slice(0, SHOWN).map(({ page, ...tool }) => ({
      ...tool,
      href: page === undefined ? undefined : hrefOf(site, { kind: 'wiki', namespace: 'ITEM', title: page }),
    })),
    more: Math.max(0, tools.length - SHOWN),
    parts: toolParts(site).map((part) => ({ ...part, heading: part.heading || words.say('tools.others') })),
    unknown: withoutTools(site),
    ...placesOfTools(site),
    shopping: shoppingAt(site),
  }
}

/** What narrows the guides of a category to those that need no other tools than somebody has. */
export interface OwnToolsView {
  /** The page where tools are ticked. */
  tools: string
  /** As in {@link ToolsView}. */
  files: string
  guide: string
  /** The part with the guides of the category. */
  part: string
  /** The search for those of its guides, and of those below. */
  search: string
  /** True where its pages have guides to narrow. */
  hasGuides: boolean
}

/** Undefined where no guide of the category, or below it, can need a tool; `featured` are the guides that its page shows besides its own. */
export function ownToolsView(site: Site, category: CategoryEntry, featured: readonly number[]): OwnToolsView | undefined {
  const part = category.guideCount > 0 ? partOfCategory(site, category.title) : undefined
  if (part === undefined) return undefined
  return {
    ...placesOfTools(site),
    tools: pageAt(site, TOOLS),
    part,
    search: `${searchFor(site, 'category', categoryName(site, category))}&tools=own`,
    hasGuides: category.guideids.length + featured.length > 0,
  }
}

const placesOfTools = (site: Site): Pick<ToolsView, 'files' | 'guide'> => ({
  files: pageAt(site, TOOLS).replace(/index\.html$/, ''),
  guide: pageAt(site, pathOf({ kind: 'guide', guideid: 0 })),
})

/** What a search loads to find guides by tools, and the page where these are ticked: undefined where guides need none. */
export const searchedTools = (site: Site): { page: string; files: string; parts: string } | undefined =>
  hasTools(site)
    ? {
        page: pageAt(site, TOOLS),
        files: placesOfTools(site).files,
        // In an order that the page keeps when a guide is added.
        parts: toolParts(site)
          .map(({ id }) => id)
          .sort()
          .join(' '),
      }
    : undefined

/** The file of all tools, and that of the words that titles share. */
const ALL = 'all'
const WORDS = 'words'
/** What the names of other files begin with: the guides of a part, and their titles. */
const GUIDES = 'in-'
const TITLES = 'titles-'

/** The names of the files that a browser loads. */
export const toolFiles = (site: Site): string[] =>
  hasTools(site) ? [ALL, WORDS, ...toolParts(site).flatMap(({ id }) => [GUIDES + id, TITLES + id])] : []

/** One of {@link toolFiles}. */
export function toolFile(site: Site, name: string): string {
  if (name === ALL) return JSON.stringify(toolNames(site))
  if (name === WORDS) return JSON.stringify(titleWords(site).join(' '))
  return JSON.stringify(
    name.startsWith(GUIDES) ? guidesOfPart(site, name.slice(GUIDES.length)) : titlesOfPart(site, name.slice(TITLES.length)),
  )
}
