import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { PathWithRoute, RouteData } from 'astro'
import { inFolders } from '../routes/divided.ts'

/** A page, or another file that comes about like one, at the one address that it has. */
export interface PlannedPage {
  /** Relative to the site. */
  file: string
  /** Relative to the home page. */
  address: string
  route: RouteData
  isPage: boolean
  /** True for one that names all pages: it is made last, each time. */
  isSitemap: boolean
  /** Differs for what the page is given beside its path. */
  given: string
}

/** All that is to be made, in an order that is the same in every process that reads the same cache. */
export interface PagePlan {
  pages: readonly PlannedPage[]
  /** They name all pages but those that cannot be made, so they are made last. */
  sitemaps: readonly PlannedPage[]
  /** The page that stands in for one that cannot be made; it has no address of its own. */
  standIn: RouteData | undefined
  /** Differs where another cache is read. */
  digest: string
}

const STAND_IN = 'src/pages/unreadable.astro'
const isSitemap = ({ component }: RouteData): boolean => component === 'src/pages/[sitemap].xml.ts'

/**
 * Plans the pages at these paths: of two at one address the first. A language comes after the other, the source's first, as the search has them;
 * `languages` are the folders of translations.
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

/** `/404` is the one page that hosts look for under the name of a file. */
function placeOf(pathname: string, { type }: RouteData): { file: string; address: string } {
  const path = pathname.split('/').filter(Boolean).join('/')
  if (type === 'endpoint') return { file: inFolders(path), address: encodeURI(path) }
  return { file: path === '404' ? '404.html' : inFolders(join(path, 'index.html')), address: path && `${encodeURI(path)}/` }
}
