import { type AppList, pathsKeptWith } from '../list.ts'
import { mediaOf, sumInName } from '../page-parts.ts'
import { BYPASS, fileAt, sumOf } from '../shell.ts'
import { fetchInTime } from '../../trusted/fetch-in-time.ts'
import { type KeptItem, type KeptStore, type Pack, type Placed, placesIn } from '../store.ts'

/** What is to be saved: a page with all its dependencies, or the search of a language. */
export type Wish = Pick<KeptItem, 'path' | 'kind' | 'lang' | 'title'>

export interface KeepPlace {
  store: KeptStore
  /** The path of the home page. */
  root: string
  list: AppList
}

interface KeepHooks {
  signal: AbortSignal
  /** Called with the number of bytes available so far. */
  onBytes: (bytes: number) => void
}

const AT_ONCE = 4
/** A pack is written when it reaches this many bytes: what is not written is lost when the page is left. */
const PACK_BYTES = 6e6

/**
 * Fetches what is missing, and saves everything or nothing: the previous version remains valid until the new one is complete. If the
 * network fails, what was fetched stays for the next attempt. Throws what {@link fetchWanted} throws, and a QuotaExceededError if the
 * device has no room.
 */
export async function keep(wish: Wish, place: KeepPlace, { signal, onBytes }: KeepHooks): Promise<void> {
  const { store, list } = place
  const item = { ...wish, list: list.id }
  const isKnown = (await store.items()).some(({ path }) => path === wish.path)
  if (!isKnown) await store.putItem({ ...item, files: {}, standsIn: {}, bytes: 0, atMs: Date.now(), isWhole: false })
  const there = placesIn(await store.packs())
  const packer = packerFor(store)
  const files: Record<string, string> = {}
  const standsIn: Record<string, string> = {}
  let bytes = 0
  const take = async (wanted: Wanted): Promise<Blob | undefined> => {
    signal.throwIfAborted()
    const key = storageKey(wanted)
    const known = there.get(key)
    const fetched = known ? undefined : await fetchWanted(place, wanted, signal)
    if (fetched) await packer.add(key, fetched)
    if (!(wanted.file in files)) {
      files[wanted.file] = key
      onBytes((bytes += known?.length ?? fetched?.size ?? 0))
    }
    if (!known) return fetched
    return (await store.blob(known.pack))?.slice(known.offset, known.offset + known.length)
  }
  try {
    if (wish.kind === 'search') await eachOf(searchWanted(list), take)
    else
      await eachOf(pagesWanted(list, wish.path), async (page) => {
        const html = await (await take(page))?.text()
        for (const { standsFor, ...medium } of mediaWanted(html ?? '')) {
          await take(medium)
          for (const other of standsFor) standsIn[other] = medium.file
        }
      })
  } finally {
    // What is stored need not be fetched again.
    await packer.flush()
  }
  await store.putItem({ ...item, files, standsIn, bytes, atMs: Date.now(), isWhole: true })
  await tidy(store)
}

/** Collects files into packs, and stores each when it is full. */
function packerFor(store: KeptStore) {
  let [files, blobs, bytes]: [Placed[], Blob[], number] = [[], [], 0]
  const flush = async (): Promise<void> => {
    if (files.length === 0) return
    const pack = { id: crypto.randomUUID(), files, bytes, blob: new Blob(blobs) }
    ;[files, blobs, bytes] = [[], [], 0]
    await store.change({ add: [pack] })
  }
  const add = async (key: string, blob: Blob): Promise<void> => {
    const { size, type } = blob
    files.push({ key, offset: bytes, length: size, type })
    blobs.push(blob)
    bytes += size
    if (bytes >= PACK_BYTES) await flush()
  }
  return { add, flush }
}

/** Limited concurrency. After a failure nothing is started, and it is thrown once everything in progress has ended. */
async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  // A generator, unlike a list's own iterator, ends for all loops when one of them fails.
  const rest = (function* () {
    yield* all
  })()
  const run = async (): Promise<void> => {
    for (const one of rest) await act(one)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, run))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Removes an item, and the files that no other item needs. */
export async function remove(store: KeptStore, path: string): Promise<void> {
  await store.removeItem(path)
  await tidy(store)
}

/** Removes files that are no longer needed, unless something is still to be fetched. */
export async function tidy(store: KeptStore): Promise<void> {
  const items = await store.items()
  if (items.some(({ isWhole, files }) => !isWhole && Object.keys(files).length === 0)) return
  const needed = new Set(items.flatMap(({ files }) => Object.values(files)))
  for (const pack of await store.packs()) {
    const rest = pack.files.filter(({ key }) => needed.has(key))
    if (rest.length === pack.files.length) continue
    const blob = rest.length > 0 ? await store.blob(pack.id) : undefined
    await store.change({ remove: [pack.id], add: blob ? [packOf(rest, blob)] : [] })
  }
}

function packOf(files: Pack['files'], from: Blob): Pack & { blob: Blob } {
  let at = 0
  const placed = files.map((file) => ({ ...file, offset: (at += file.length) - file.length }))
  const blob = new Blob(files.map(({ offset, length }) => from.slice(offset, offset + length)))
  return { id: crypto.randomUUID(), files: placed, bytes: at, blob }
}

/** Verifies saved content: marks an item as incomplete if the browser has evicted a part. True if everything is there. */
export async function verify(store: KeptStore): Promise<boolean> {
  const [items, packs] = await Promise.all([store.items(), store.packs()])
  const there = new Set<string>()
  for (const { id, files, bytes } of packs) {
    if ((await store.blob(id))?.size === bytes) for (const { key } of files) there.add(key)
    else await store.change({ remove: [id] })
  }
  let isAllThere = true
  for (const item of items) {
    const isThere = item.isWhole && Object.values(item.files).every((key) => there.has(key))
    isAllThere &&= isThere
    if (item.isWhole && !isThere) await store.putItem({ ...item, isWhole: false })
  }
  return isAllThere
}

/** A file to be saved; `sum` is the start of its SHA-256 in hex, if known. */
interface Wanted {
  file: string
  sum: string | undefined
}

/** The storage key of a file: a new version of the same name gets another key. */
export const storageKey = ({ file, sum }: Wanted): string => (sum === undefined ? file : `${file}?${sum}`)

/** The host's files differ from its list: a new site is being deployed, or something else answers. */
export class WrongFileError extends Error {
  override name = 'WrongFileError'
}

/** Fetches a file and verifies its checksum. Throws a TypeError without a network, a {@link WrongFileError} for a different file. */
async function fetchWanted({ root, list: { mediaBase } }: KeepPlace, { file, sum }: Wanted, signal: AbortSignal): Promise<Blob> {
  const isPage = file.endsWith('index.html')
  const isElsewhere = mediaBase !== undefined && file.startsWith('media/')
  const address = (isElsewhere ? mediaBase : root) + encodeURI(isPage ? file.slice(0, -'index.html'.length) : file)
  const cache = sum === undefined ? 'default' : 'no-cache'
  const answer = isElsewhere
    ? await fetchElsewhere(address, signal)
    : await fetchInTime(address, { cache, signal, headers: { [BYPASS]: '1' } })
  const blob = await answer.blob()
  const isOther =
    !answer.ok || (sum === undefined ? blob.type.startsWith('text/html') : !(await sumOf(await blob.arrayBuffer())).startsWith(sum))
  if (isOther) throw new WrongFileError(`${address} answered ${answer.status}, and not with the file of the site.`)
  return blob
}

/**
 * Bypasses the HTTP cache: a response cached for an `<img>` may lack CORS headers. A custom header would require a preflight request.
 * Throws a {@link WrongFileError} if the host does not let this site read its files.
 */
const fetchElsewhere = (address: string, signal: AbortSignal): Promise<Response> =>
  fetchInTime(address, { cache: 'reload', signal }).catch(async (error: unknown) => {
    signal.throwIfAborted()
    await fetch(address, { mode: 'no-cors', signal })
    throw new WrongFileError(`${address} may not be read by this site: its host sends no Access-Control-Allow-Origin.`, { cause: error })
  })

/** The pages saved with a page, according to the list of their language. */
export const pagesWanted = (list: AppList, path: string): Wanted[] =>
  pathsKeptWith(list, path).map((page) => ({ file: fileAt(page), sum: list.pages[page]?.[0] }))

/** The media of a page, with the sizes that each replaces. */
const mediaWanted = (html: string) => mediaOf(html).map(({ file, standsFor }) => ({ file, standsFor, sum: sumInName(file) }))

export const searchWanted = ({ search }: AppList): Wanted[] => search.map(([file, , sum]) => ({ file, sum }))
