import { nameIn } from './model/names.ts'
import { isNamespace } from './model/ref.ts'
import { inFolders, mediaInFolders } from './routes/divided.ts'
import { type PageRef, pathNamed } from './routes/path-named.ts'

export type { PageRef } from './routes/path-named.ts'

/**
 * Every URL of the site: paths from its root with a slash at both ends, before `--base`. A guide's path holds its id only, so that it
 * stays the same when its title is edited; a title's path ends in a hash, and where two titles meet all the same one has a longer hash. A folder
 * that would be too large for a USB stick has more folders in between: see routes/divided.ts.
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
/** What somebody keeps on a device. */
export const KEPT = '/kept/'
export const ABOUT = '/about/'
export const CATEGORIES = '/category/'
/** What can be mended with the tools that somebody has. */
export const TOOLS = '/tools/'
export const TAGS = '/tag/'
export const TEAMS = '/team/'

/** A page of the operator's own, and a picture that lies beside it; names of pages have no dots. */
export const ownPagePath = (name: string): string => `/page/${name}/`
export const ownPictureUrl = (file: string): string => `/page/${encodeURIComponent(file)}`

/** The path of one page of a listing; the first has no number. */
export function listingPage(path: string, page: number): string {
  return page > 1 ? `${path}page/${page}/` : path
}

/** Where the feed of what a path shows lies: `/feed.xml`, `/category/kettle-e9d28791/feed.json`. */
export const feedPath = (path: string, format: string): string => `${path}feed.${format}`

/** The anchor of a step by its position from 1, and by the service's id. */
export const stepAnchor = (position: number): string => `step-${position}`
export const serviceStepAnchor = (stepid: number): string => `s${stepid}`

/** Where a cached media file (its path in the cache, `media/3f/…`) stands in the site. */
export const mediaUrl = (file: string): string => `/${mediaInFolders(file)}`

/** Puts a site path below the base (`/` or `/guides/`). */
export function withBase(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}${path}`
}

/** Where the links of a page start from. */
export interface LinkPlace {
  /** The path below which the pages of its language stand. */
  base: string
  /** The path below which all of the site stands. */
  root: string
  /** The way from the page's folder to the root, `./` or `../../`; undefined where links start at the root of the host. */
  toRoot: string | undefined
}

/** {@link LinkPlace.toRoot} of the page that is asked for by a path with the base, such as `/guides/guide/12/`. */
export const wayToRoot = (root: string, path: string): string =>
  '../'.repeat(inFolders(path.slice(withBase(root, '/').length)).split('/').length - 1) || './'

/**
 * How a page writes down the address of another page or a file, of which `address` is the path with the base. A relative one names the file, since a
 * folder opened from a disk shows no `index.html`. What is no such path stays as it is.
 */
export function addressFrom({ root, toRoot }: Pick<LinkPlace, 'root' | 'toRoot'>, address: string): string {
  if (toRoot === undefined || !address.startsWith('/')) return address
  const [path = '', rest = ''] = address.slice(withBase(root, '/').length).split(/(?=[?#])(.*)/s)
  return `${toRoot}${path}${path === '' || path.endsWith('/') ? INDEX : ''}${rest}`
}

/** The path with the base behind what {@link addressFrom} wrote. */
export function pathBehind({ root, toRoot }: Pick<LinkPlace, 'root' | 'toRoot'>, address: string): string {
  if (toRoot === undefined || !address.startsWith(toRoot)) return address
  return withBase(root, `/${address.slice(toRoot.length).replace(/(?<=^|\/)index\.html(?=$|[?#])/, '')}`)
}

/** How a page links to a page of its language, by its path before the base. */
export const pageAt = (place: LinkPlace, path: string): string => addressFrom(place, withBase(place.base, path))

/** How a page names a file that all languages share, by its path before the base. */
export const fileAt = (place: LinkPlace, path: string): string => addressFrom(place, withBase(place.root, path))

const INDEX = 'index.html'
