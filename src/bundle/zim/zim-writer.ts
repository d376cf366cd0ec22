import { createHash } from 'node:crypto'
import type { OutputFile } from '../output-file.ts'
import type { SourceFile } from '../source-file.ts'
import { type ClusterHooks, lengthOf, writeClusters } from './cluster-writer.ts'
import { type Cluster, clustersOf } from './clusters.ts'
import * as layout from './layout.ts'

/** An entry with its own content. */
export interface ZimItem {
  namespace: layout.ZimNamespace
  path: string
  title: string
  mime: string
  content: Buffer | SourceFile
  /** Already compressed: it is stored uncompressed. */
  isPacked: boolean
  /** Found by title, and shown as a random page. */
  isFront?: boolean
}

/** An entry that redirects to another one. */
export interface ZimRedirect {
  namespace: layout.ZimNamespace
  path: string
  title: string
  /** The target's path, in the content namespace. */
  to: string
  isFront?: boolean
}

export interface ZimFacts {
  uuid: Uint8Array
  /** The path of the content that opens first. */
  mainPage: string
}

const TITLES = 'listing/titleOrdered/v1'
const TITLES_MIME = 'application/octet-stream+zimlisting'

type Entry = (ZimItem | ZimRedirect) & { name: Buffer }

/**
 * Writes a ZIM archive. The same entries and facts give the same bytes. Memory contains names, not contents. Redirects without a target, or
 * at a path with content, are omitted.
 */
export async function writeZim(
  file: OutputFile,
  items: readonly ZimItem[],
  redirects: readonly ZimRedirect[],
  { uuid, mainPage }: ZimFacts,
  hooks: ClusterHooks = {},
): Promise<{ entries: number }> {
  const opening: ZimRedirect = { namespace: 'W', path: 'mainPage', title: 'mainPage', to: mainPage }
  const titles: ZimItem = { namespace: 'X', path: TITLES, title: TITLES, mime: TITLES_MIME, content: Buffer.alloc(0), isPacked: true }
  const entries = sorted([...items, titles], [opening, ...redirects])
  const numbers = new Map(entries.map(({ namespace, path }, number) => [`${namespace}/${path}`, number]))
  titles.content = titleListing(entries)

  const contents = entries.flatMap((entry) => ('to' in entry ? [] : [entry]))
  const clusters = clustersOf(contents.map(({ path, content, isPacked }) => ({ path, bytes: lengthOf(content), isPacked })))
  const places = placesIn(clusters, contents)
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
  const clusterPointers = await writeClusters(file, clusters, contents, hooks)
  const clusterPointersAt = file.position
  file.write(layout.pointers64(clusterPointers))
  const checksumAt = file.position
  const main = numbers.get('W/mainPage')
  file.overwrite(
    0,
    layout.zimHeader({
      uuid,
      entries: entries.length,
      clusters: clusters.length,
      pathPointersAt,
      titlePointersAt,
      clusterPointersAt,
      mainPage: main,
      checksumAt,
    }),
  )
  file.write(checksumOf(file))
  return { entries: entries.length }
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
function allTitles(entries: readonly Entry[]): Buffer {
  const titled = entries.map(({ namespace, title }, number) => ({ number, name: Buffer.from(`${namespace}${title}`) }))
  return layout.pointers32(titled.sort((a, b) => Buffer.compare(a.name, b.name) || a.number - b.number).map(({ number }) => number))
}

/** The numbers of entries found by title, sorted by title. */
function titleListing(entries: readonly Entry[]): Buffer {
  const front = entries.flatMap((entry, number) => (entry.isFront ? [{ number, title: Buffer.from(entry.title) }] : []))
  return layout.pointers32(front.sort((a, b) => Buffer.compare(a.title, b.title) || a.number - b.number).map(({ number }) => number))
}

function placesIn(clusters: readonly Cluster[], contents: readonly ZimItem[]): Map<ZimItem, layout.BlobPlace> {
  const places = new Map<ZimItem, layout.BlobPlace>()
  for (const [cluster, { members }] of clusters.entries())
    for (const [blob, member] of members.entries()) {
      const item = contents[member]
      if (item) places.set(item, { cluster, blob })
    }
  return places
}

function checksumOf(file: OutputFile): Buffer {
  const sum = createHash('md5')
  for (const piece of file.pieces()) sum.update(piece)
  return sum.digest()
}
