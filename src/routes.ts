import { nameIn } from './model/names.ts'
import { isNamespace } from './model/ref.ts'
import { inFolders, mediaInFolders } from './routes/divided.ts'
import { type PageRef, pathNamed } from './routes/path-named.ts'

export type { PageRef } from './routes/path-named.ts'

/**
 * Every URL of the site: paths from its root with a slash at both ends, without `--base`. A guide's path contains only its id, so that it
 * stays the same when its title is edited. A title's path ends in a hash; if two are still the same, one gets a longer hash. A folder that
 * would be too large for a USB stick gets subfolders: see routes/divided.ts.
 */
export const pathOf = (ref: PageRef): string => inFolders(pathNamed(ref, nameIn))

/** The subject of a stored record; undefined for a kind without pages of its own. */
export function refOfRecord({ kind, id }: { kind: string; id: string }): PageRef | undefined {
  if (kind === 'guide') return { kind, guideid: Number(id) }
  if (kind === 'user') return { kind, userid: Number(id) }
  const namespace = id.slice(0, Math.max(0, id.indexOf('/')))
  return kind === 'wiki' && isNamespace(namespace) ? { kind, namespace, title: id.slice(namespace.length + 1) } : undefined
}

/** The file of a page in a site, by its path without the language's prefix. */
export const pageFile = (path: string, lang = ''): string => `${lang && `${lang}/`}${decodeURI(path).slice(1)}index.html`

/** Pages that exist once. */
export const HOME = '/'
export const SEARCH = '/search/'
/** Guides kept on the device. */
export const KEPT = '/kept/'
export const ABOUT = '/about/'
export const CATEGORIES = '/category/'
/** Guides that can be done with the tools at hand. */
export const TOOLS = '/tools/'
/** The tools and parts of the guides that the person has put on a list. */
export const SHOPPING = '/shopping/'
export const TAGS = '/tag/'
export const TEAMS = '/team/'

/** One of the operator's own pages, or a picture next to it; names of pages have no dots. */
export const ownPagePath = (name: string): string => `/page/${name}/`
export const ownPictureUrl = (file: string): string => `/page/${encodeURIComponent(file)}`

/** The path of one page of a listing; the first has no number. */
export function listingPage(path: string, page: number): string {
  return page > 1 ? `${path}page/${page}/` : path
}

/** The feed of a page: `/feed.xml`, `/category/kettle-e9d28791/feed.json`. */
export const feedPath = (path: string, format: string): string => `${path}feed.${format}`

/** The anchor of a step by its position from 1, and by the service's id. */
export const stepAnchor = (position: number): string => `step-${position}`
export const serviceStepAnchor = (stepid: number): string => `s${stepid}`

/** The path in the site of a cached media file (its path in the cache is `media/3f/…`). */
export const mediaUrl = (file: string): string => `/${mediaInFolders(file)}`

/** Puts a site path below the base (`/` or `/guides/`). */
export function withBase(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}${path}`
}

/** The base of a page's links. */
export interface LinkPlace {
  /** The root path of the pages in its language. */
  base: string
  /** The root path of the whole site. */
  root: string
  /** The relative path from the page's folder to the root, `./` or `../../`; undefined if links start at the host's root. */
  toRoot: string | undefined
}

/** {@link LinkPlace.toRoot} of a page by its path with the base, such as `/guides/guide/12/`. */
export const wayToRoot = (root: string, path: string): string =>
  '../'.repeat(inFolders(path.slice(withBase(root, '/').length)).split('/').length - 1) || './'

/**
 * How a page references another page or a file by its path with the base. A relative address includes `index.html`, since a folder opened
 * from a disk does not show it. Anything that is not such a path is returned unchanged.
 */
export function addressFrom({ root, toRoot }: Pick<LinkPlace, 'root' | 'toRoot'>, address: string): string {
  if (toRoot === undefined || !address.startsWith('/')) return address
  const [path = '', rest = ''] = address.slice(withBase(root, '/').length).split(/(?=[?#])(.*)/s)
  return `${toRoot}${path}${path === '' || path.endsWith('/') ? INDEX : ''}${rest}`
}

/** The inverse of {@link addressFrom}. */
export function pathBehind({ root, toRoot }: Pick<LinkPlace, 'root' | 'toRoot'>, address: string): string {
  if (toRoot === undefined || !address.startsWith(toRoot)) return address
  return withBase(root, `/${address.slice(toRoot.length).replace(/(?<=^|\/)index\.html(?=$|[?#])/, '')}`)
}

/** The link to a page in the same language, by its path without the base. */
export const pageAt = (place: LinkPlace, path: string): string => addressFrom(place, withBase(place.base, path))

/** The address of a file that all languages share, by its path without the base. */
export const fileAt = (place: LinkPlace, path: string): string => addressFrom(place, withBase(place.root, path))

const INDEX = 'index.html'
