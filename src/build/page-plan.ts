import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { PathWithRoute, RouteData } from 'astro'
import { inFolders } from '../routes/divided.ts'

/** A page, or another file that is rendered like one, at its only address. */
export interface PlannedPage {
  /** Relative to the site. */
  file: string
  /** Relative to the home page. */
  address: string
  route: RouteData
  isPage: boolean
  /** True for sitemaps, which list all pages: they are made last, each time. */
  isSitemap: boolean
  /** Changes with the props of the page. */
  given: string
}

/** Everything to be made, in an order that is the same in every process that reads the same cache. */
export interface PagePlan {
  pages: readonly PlannedPage[]
  /** They list all pages except those that cannot be made, so they are made last. */
  sitemaps: readonly PlannedPage[]
  /** The page that replaces one that cannot be made; it has no address of its own. */
  standIn: RouteData | undefined
  /** Different for different caches. */
  digest: string
}

const STAND_IN = 'src/pages/unreadable.astro'
const isSitemap = ({ component }: RouteData): boolean => component === 'src/pages/[sitemap].xml.ts'

/**
 * Plans the pages at these paths: of two at one address, the first. Ordered by language, the source's first, as in the search; `languages`
 * are the folders of translations.
 */
export function planPages(paths: readonly PathWithRoute[], languages: readonly string[]): PagePlan {
  const standIn = paths.find(({ route }) => route.component === STAND_IN)?.route
  const planned = new Map<string, PlannedPage>()
  for (const { pathname, route, cacheKey = '' } of paths) {
    const page = {
      ...placeOf(pathname, route),
      route,
      isPage: route.type === 'page',
      isSitemap: isSitemap(route),
      given: `${route.component} ${cacheKey}`,
    }
    if (route !== standIn && !planned.has(page.file)) planned.set(page.file, page)
  }
  const languageOf = ({ file }: PlannedPage): number => languages.indexOf(file.slice(0, Math.max(0, file.indexOf('/'))))
  const inOrder = [...planned.values()].sort((a, b) => languageOf(a) - languageOf(b))
  const files = inOrder.map(({ file }) => file)
  return {
    pages: inOrder.filter((page) => !page.isSitemap),
    sitemaps: inOrder.filter((page) => page.isSitemap),
    standIn,
    digest: hash('sha256', files.join('\n')),
  }
}

/** `/404` is the only page that hosts look up by file name. */
function placeOf(pathname: string, { type }: RouteData): { file: string; address: string } {
  const path = pathname.split('/').filter(Boolean).join('/')
  if (type === 'endpoint') return { file: inFolders(path), address: encodeURI(path) }
  return { file: path === '404' ? '404.html' : inFolders(join(path, 'index.html')), address: path && `${encodeURI(path)}/` }
}
