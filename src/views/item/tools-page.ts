import { pageAt, pathOf, TOOLS } from '../../routes.ts'
import { hrefOf } from '../site/links.ts'
import type { PageHead } from '../site/head.ts'
import type { Site } from '../site/site.ts'
import { allTools, guidesOfPart, hasTools, toolNames, type ToolPart, toolParts } from './tools.ts'

/** The page that finds guides for the tools at hand. */
export interface ToolsView {
  head: PageHead
  title: string
  /** The tools that most guides need; `href` is the tool's page. */
  tools: { key: string; name: string; count: number; href: string | undefined }[]
  /** The number of further tools. */
  more: number
  parts: ToolPart[]
  /** The folder of the data files, and the address of guide 0. */
  files: string
  guide: string
}

/** The number of tools on the page; the rest are found by search. */
const SHOWN = 24

/** The address of the page; undefined if there is none. */
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
    files: pageAt(site, TOOLS).replace(/index\.html$/, ''),
    guide: pageAt(site, pathOf({ kind: 'guide', guideid: 0 })),
  }
}

/** All tools, for the search among them. */
const ALL = 'all'

/** The names of the data files. */
export const toolFiles = (site: Site): string[] => (hasTools(site) ? [ALL, ...toolParts(site).map(({ id }) => `in-${id}`)] : [])

/** One of {@link toolFiles}. */
export function toolFile(site: Site, name: string): string {
  return JSON.stringify(name === ALL ? toolNames(site) : guidesOfPart(site, name.replace('in-', '')))
}
