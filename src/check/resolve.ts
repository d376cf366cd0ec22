import { isLoopback } from '../model/link.ts'

/** The target of a reference. */
export type Destination =
  { to: 'file'; file: string; fragment: string } | { to: 'elsewhere' } | { to: 'this machine' } | { to: 'nowhere'; why: string }

export interface Place {
  base: string
  site: string
  /** Of the site, by path; and of media hosted elsewhere, by address. */
  files: ReadonlySet<string>
  /** The address of media, if they are next to the site. */
  mediaBase?: string | undefined
  /** True for a site with relative links that name files, except on its "not found" pages, which hosts show at any address. */
  isRelative: boolean
}

/** A placeholder for the site's own origin, which a build need not know. */
const HERE = 'http://site.invalid'
/** A placeholder for the folder of a relocatable site: links that leave it are detected. */
const ANYWHERE = '/any/folder/of/any/host/or/disk/'

/** Resolves a reference on a page (a file path, such as `guide/1/index.html`) as a static host would. */
export function resolveReference(reference: string, page: string, { base, site, files, mediaBase, isRelative }: Place): Destination {
  const isInside = isRelative && !NOT_FOUND.test(page) && !URL.canParse(reference)
  const root = `${HERE}${(isInside ? ANYWHERE : base).replace(/(?<!\/)\/*$/, '/')}`
  const url = URL.parse(reference, root + page.replace(/(^|\/)index\.html$/, '$1'))
  if (!url) return { to: 'nowhere', why: 'is no address' }
  if (url.protocol === 'file:') return { to: 'this machine' }
  if (!/^https?:$/.test(url.protocol)) return { to: 'elsewhere' }
  if (mediaBase && url.href.startsWith(mediaBase))
    return files.has(url.href)
      ? { to: 'file', file: url.href, fragment: '' }
      : { to: 'nowhere', why: 'is not among the media next to the site' }
  if (isLoopback(url.hostname)) return { to: 'this machine' }
  const relative = url.origin === HERE
  if (!relative && url.origin !== URL.parse(site)?.origin) return { to: 'elsewhere' }
  const whyNot = isInside ? notRelative(reference, url) : undefined
  if (whyNot) return { to: 'nowhere', why: whyNot }
  const rootPath = new URL(root).pathname
  if (!url.pathname.startsWith(rootPath)) return relative ? { to: 'nowhere', why: `lies outside ${rootPath}` } : { to: 'elsewhere' }
  const path = decoded(url.pathname.slice(rootPath.length))
  const file = path === '' || path?.endsWith('/') ? `${path}index.html` : path
  if (file !== undefined && files.has(file)) return { to: 'file', file, fragment: decoded(url.hash.slice(1)) ?? '' }
  return { to: 'nowhere', why: files.has(`${file}/index.html`) ? 'lacks the slash at its end' : 'does not exist' }
}

const NOT_FOUND = /(^|\/)404\.html$/

/** Why a reference would break if the site is in another folder, or on a disk. */
function notRelative(reference: string, { pathname }: URL): string | undefined {
  if (reference.startsWith('/')) return 'starts at the root of the host'
  return pathname.endsWith('/') && !/^[?#]/.test(reference) && reference !== '' ? 'names a folder and no file' : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // a stray per cent sign
  }
}
