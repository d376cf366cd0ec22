import { createHash } from 'node:crypto'
import type { OutputFile } from '../output-file.ts'
import type { Content } from '../source-file.ts'
import { type ClusterHooks, writeClusters, clustersOf } from './cluster-writer.ts'
import * as layout from './layout.ts'

/** An entry with its own content. */
export interface ZimItem extends layout.Named {
  mime: string
  content: Content
  /** Already compressed: it is stored uncompressed. */
  isPacked: boolean
  /** Found by title, and shown as a random page. */
  isFront?: boolean
}

/** An entry that redirects to another one. */
export interface ZimRedirect extends layout.Named {
  /** The target's path, in the content namespace. */
  to: string
  isFront?: boolean
}

const TITLES = 'listing/titleOrdered/v1'
const TITLES_MIME = 'application/octet-stream+zimlisting'

type Entry = (ZimItem | ZimRedirect) & { name: Buffer }

/** Writes a ZIM archive, the same bytes for the same entries. Redirects without a target, or at a path with content, are omitted. */
export async function writeZim(file: OutputFile, items: ZimItem[], redirects: ZimRedirect[], uuid: Uint8Array, hooks: ClusterHooks) {
  const opening: ZimRedirect = { namespace: 'W', path: 'mainPage', title: 'mainPage', to: 'index.html' }
  const titles: ZimItem = { namespace: 'X', path: TITLES, title: TITLES, mime: TITLES_MIME, content: Buffer.alloc(0), isPacked: true }
  const entries = sorted([...items, titles], [opening, ...redirects])
  const numbers = new Map(entries.map(({ namespace, path }, number) => [`${namespace}/${path}`, number]))
  titles.content = titleListing(entries)

  const contents = entries.flatMap((entry) => ('to' in entry ? [] : [entry]))
  const clusters = clustersOf(contents)
  const places = new Map(clusters.flatMap(({ members }, cluster) => members.map((item, blob) => [item, { cluster, blob }] as const)))
  const mimes = [...new Set(contents.map(({ mime }) => mime))].sort()

  file.write(Buffer.alloc(layout.HEADER_BYTES))
  file.write(layout.mimeList(mimes))
  const pathPointers: number[] = []
  for (const entry of entries) {
    pathPointers.push(file.position)
    if ('to' in entry) file.write(layout.redirectEntry(entry, numbers.get(`C/${entry.to}`) ?? 0))
    else file.write(layout.contentEntry(entry, mimes.indexOf(entry.mime), places.get(entry) ?? { cluster: 0, blob: 0 }))
  }
  const pathPointersAt = file.position
  file.write(layout.pointers64(pathPointers))
  // Newer readers use only the listing among the entries; older ones reject a file without this one.
  const titlePointersAt = file.position
  file.write(allTitles(entries))
  const clusterPointers = await writeClusters(file, clusters, hooks)
  const clusterPointersAt = file.position
  file.write(layout.pointers64(clusterPointers))
  const counts = { entries: entries.length, clusters: clusters.length }
  const offsets = { pathPointersAt, titlePointersAt, clusterPointersAt, checksumAt: file.position }
  file.overwrite(0, layout.zimHeader({ uuid, ...counts, ...offsets, mainPage: numbers.get('W/mainPage') }))
  const sum = createHash('md5')
  for (const piece of file.pieces()) sum.update(piece)
  file.write(sum.digest())
}

/** Sorted by namespace and path, byte by byte, as readers search them. */
function sorted(items: readonly ZimItem[], redirects: readonly ZimRedirect[]): Entry[] {
  const taken = new Set(items.map(({ namespace, path }) => `${namespace}/${path}`))
  const content = new Set(taken)
  const leading = redirects.filter(({ namespace, path, to }) => {
    const name = `${namespace}/${path}`
    if (taken.has(name) || !content.has(`C/${to}`)) return false
    taken.add(name)
    return true
  })
  return [...items, ...leading]
    .map((entry) => Object.assign(entry, { name: Buffer.from(`${entry.namespace}${entry.path}`) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
}

/** The numbers of all entries, sorted by namespace and title. */
const allTitles = (entries: readonly Entry[]): Buffer =>
  numbersByName(entries.map(({ namespace, title }, number) => ({ number, name: Buffer.from(`${namespace}${title}`) })))

/** The numbers of entries found by title, sorted by title. */
const titleListing = (entries: readonly Entry[]): Buffer =>
  numbersByName(entries.flatMap(({ isFront, title }, number) => (isFront ? [{ number, name: Buffer.from(title) }] : [])))

const numbersByName = (named: { number: number; name: Buffer }[]): Buffer =>
  layout.pointers32(named.sort((a, b) => Buffer.compare(a.name, b.name) || a.number - b.number).map(({ number }) => number))
