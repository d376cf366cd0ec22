import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sha256Of } from '../disk/sha256.ts'
import { isLoopback } from '../model/link.ts'
import { isDrawing, isMediaFile, isSpoilt } from '../publish/media.ts'
import { readPageParts } from './page-parts.ts'

/** In the order in which they are reported. */
export const FINDING_KINDS = [
  'dead link',
  'dead fragment',
  'repeated id',
  'machine path',
  'loopback address',
  'damaged file',
  'changed file',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** The facts about one file for a check. They are valid while the file is unchanged and its targets exist. */
export interface FileFacts {
  /** In hex; '' if it was not needed, or if the name contains a digest, which was verified. */
  sha256: string
  /** Findings that do not depend on other files. */
  own: [kind: FindingKind, what: string][]
  dead: string[]
  /** Internal references that were followed. */
  references: number
  /** The files that it references. */
  targets: string[]
  /** The fragments of other pages that it references. */
  asked: [page: string, fragment: string][]
  /** For a page: its fragments that others reference. */
  anchored: string[]
}

/** What a file is checked against. */
export interface Expected {
  place: LinkContext
  /** Texts that no file may contain. */
  forbidden: readonly { kind: FindingKind; text: string }[]
  /** True if files are compared with their digests at the build. */
  hasList: boolean
}

/** True for text files, except media, which are the service's. */
export const isText = (file: string): boolean =>
  /(\.(html|css|m?js|json|xml|txt|svg|webmanifest|pf_fragment)|^_headers)$/.test(file) && !isMediaFile(file)

/** Reads a file of a site: at `path`, `file` relative to the site's root. */
export function readFacts(path: string, file: string, expected: Expected): FileFacts {
  if (isText(file)) return readText(path, file, expected)
  const damaged = isMediaFile(file) ? isSpoilt(path) : undefined
  if (damaged) return { ...NONE(), own: [['damaged file', file]] }
  const isTold = damaged === false && !isDrawing(file)
  return { ...NONE(), sha256: expected.hasList && !isTold ? sha256Of(path) : '' }
}

const NONE = (): FileFacts => ({ sha256: '', own: [], dead: [], references: 0, targets: [], asked: [], anchored: [] })

function readText(path: string, file: string, { place, forbidden, hasList }: Expected): FileFacts {
  const bytes = readFileSync(path)
  const content = textOf(file, bytes)
  if (content === undefined) return { ...NONE(), own: [['damaged file', file]] }
  const facts = { ...NONE(), sha256: hasList ? hash('sha256', bytes) : '' }
  for (const { kind, text } of forbidden)
    if (content.includes(text) || content.includes(text.replaceAll('/', '\\/'))) facts.own.push([kind, text])
  const targets = new Set<string>()
  const follow = (reference: string): { file: string; fragment: string } | undefined => {
    const destination = resolveReference(reference, file, place)
    if (destination === 'elsewhere') return undefined
    if (destination === 'this machine') {
      facts.own.push([reference.startsWith('file:') ? 'machine path' : 'loopback address', reference])
      return undefined
    }
    facts.references++
    if ('why' in destination) return void facts.dead.push(`${reference} ${destination.why}`)
    targets.add(destination.file)
    return destination
  }
  if (file.endsWith('.html')) {
    const { anchors, repeatedIds, references } = readPageParts(content)
    for (const id of repeatedIds) facts.own.push(['repeated id', id])
    for (const reference of references) {
      const target = follow(reference)
      if (!target?.fragment || !target.file.endsWith('.html') || /^(top$|:~:)/.test(target.fragment)) continue
      if (target.file !== file) facts.asked.push([target.file, target.fragment])
      else if (!anchors.has(target.fragment)) facts.own.push(['dead fragment', `#${target.fragment}`])
    }
  }
  for (const address of addressesIn(file, content)) follow(address)
  return { ...facts, targets: Array.from(targets) }
}

/** Files of the search index are compressed and contain the text of a page; undefined for a damaged one. */
function textOf(file: string, bytes: Buffer): string | undefined {
  if (!file.endsWith('.pf_fragment')) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch {
    return undefined
  }
}

/** Files of a site that are not pages and contain addresses: by name, the pattern of an address. */
const WRITTEN: readonly (readonly [name: RegExp, address: RegExp])[] = [
  [/(^|\/)sitemap[^/]*\.xml$/, /<(?:image:)?loc>([^<]*)</g],
  [/(^|\/)feed\.xml$/, / (?:href|url)="([^"]*)"/g],
  [/(^|\/)feed\.json$/, /^ *"(?:\w+_)?(?:url|image)": "([^"]*)",?$/gm],
  [/^llms\.txt$/, /\]\(([^)]*)\)/g],
]

/** The addresses in a sitemap, a feed or llms.txt; empty for any other file. */
function addressesIn(file: string, text: string): string[] {
  const written = WRITTEN.find(([name]) => name.test(file))?.[1]
  return written ? Array.from(text.matchAll(written), ([, address = '']) => address.replaceAll('&amp;', '&')) : []
}

/** The target of a reference: `why` there is none. */
type Destination = { file: string; fragment: string } | 'elsewhere' | 'this machine' | { why: string }

interface LinkContext {
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
function resolveReference(reference: string, page: string, { base, site, files, mediaBase, isRelative }: LinkContext): Destination {
  const isInside = isRelative && !NOT_FOUND.test(page) && !URL.canParse(reference)
  const root = `${HERE}${(isInside ? ANYWHERE : base).replace(/(?<!\/)\/*$/, '/')}`
  const url = URL.parse(reference, root + page.replace(/(^|\/)index\.html$/, '$1'))
  if (!url) return { why: 'is no address' }
  if (url.protocol === 'file:') return 'this machine'
  if (!/^https?:$/.test(url.protocol)) return 'elsewhere'
  if (mediaBase && url.href.startsWith(mediaBase))
    return files.has(url.href) ? { file: url.href, fragment: '' } : { why: 'is not among the media next to the site' }
  if (isLoopback(url.hostname)) return 'this machine'
  const relative = url.origin === HERE
  if (!relative && url.origin !== URL.parse(site)?.origin) return 'elsewhere'
  const whyNot = isInside ? notRelative(reference, url) : undefined
  if (whyNot) return { why: whyNot }
  const rootPath = new URL(root).pathname
  if (!url.pathname.startsWith(rootPath)) return relative ? { why: `lies outside ${rootPath}` } : 'elsewhere'
  const path = decoded(url.pathname.slice(rootPath.length))
  const file = path === '' || path?.endsWith('/') ? `${path}index.html` : path
  if (file !== undefined && files.has(file)) return { file, fragment: decoded(url.hash.slice(1)) ?? '' }
  return { why: files.has(`${file}/index.html`) ? 'lacks the slash at its end' : 'does not exist' }
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
