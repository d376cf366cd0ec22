import type { AppList } from '../list.ts'
import type { KeptItem, KeptStore, Pack, Placed } from '../store.ts'
import { fetchWanted, type Fetched, keyOf, mediaWanted, pagesWanted, searchWanted, type Wanted } from './files.ts'

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
  /** Called with the bytes available so far, and the approximate total. */
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
export async function keep(wish: Wish, { store, root, list }: KeepPlace, { signal, onBytes }: KeepHooks): Promise<void> {
  const before = (await store.items()).find(({ path }) => path === wish.path)
  const begun = {
    ...wish,
    list: list.id,
    atMs: before?.atMs ?? Date.now(),
    bytes: before?.bytes ?? 0,
    files: before?.files ?? {},
    standsIn: before?.standsIn ?? {},
  }
  if (!before) await store.putItem({ ...begun, isWhole: false })
  const packs = await store.packs()
  const there = new Map(packs.flatMap(({ id, files }) => files.map((file) => [file.key, { ...file, pack: id }] as const)))
  const packer = packerFor(store)
  const files: Record<string, string> = {}
  const standsIn: Record<string, string> = {}
  let bytes = 0
  const take = async (wanted: Wanted): Promise<Blob | undefined> => {
    signal.throwIfAborted()
    const key = keyOf(wanted)
    const known = there.get(key)
    const fetched: Fetched | undefined = known ? undefined : await fetchWanted({ root, mediaBase: list.mediaBase }, wanted, signal)
    if (fetched) await packer.add(fetched)
    if (!(wanted.file in files)) {
      files[wanted.file] = key
      onBytes((bytes += known?.length ?? fetched?.blob.size ?? 0))
    }
    if (!known) return fetched?.blob
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
  await store.putItem({ ...begun, files, standsIn, bytes, atMs: Date.now(), isWhole: true })
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
  const add = async (fetched: Fetched): Promise<void> => {
    const { size, type } = fetched.blob
    files.push({ key: keyOf(fetched), offset: bytes, length: size, type })
    blobs.push(fetched.blob)
    bytes += size
    if (bytes >= PACK_BYTES) await flush()
  }
  return { add, flush }
}

/** Limited concurrency. After a failure nothing is started, and it is thrown once everything in progress has ended. */
async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  let at = 0
  let failure: { error: unknown } | undefined
  const run = async (): Promise<void> => {
    for (let one = all[at++]; one !== undefined && !failure; one = all[at++]) {
      try {
        await act(one)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  if (failure) throw failure.error
}

/** Removes an item, and the files that no other item needs. */
export async function remove(store: KeptStore, path: string): Promise<void> {
  await store.change({ removeItem: path })
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
