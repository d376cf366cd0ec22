import {
  keep,
  type KeepPlace,
  storageKey,
  pagesWanted,
  remove,
  searchWanted,
  tidy,
  type Wish,
  WrongFileError,
} from '../../app/keep/keep.ts'
import { type AppList, bytesOf, listFile, readList, searchBytes } from '../../app/list.ts'
import { BYPASS } from '../../app/shell.ts'
import { type KeptItem, type KeptStore, keptStoreAt } from '../../app/store.ts'
import { markKept, siteFolder } from './site-folder.ts'
import { fetchInTime } from '../../trusted/fetch-in-time.ts'
import { untilWorkerOf } from './worker-of.ts'

/** The result of saving: the key of its message, such as `keep.kept`; undefined if it was cancelled. */
export type Outcome = 'kept' | 'stopped' | 'full' | 'broken' | 'unable' | undefined

let opened: KeptStore | undefined
export const keptStore = (): KeptStore => (opened ??= keptStoreAt(siteFolder()))

/** The host's list of pages in a language. Throws what `fetch` throws, and a {@link WrongFileError} if something else answers. */
export async function fetchList(lang: string): Promise<AppList> {
  const answer = await fetchInTime(siteFolder() + listFile(lang), { cache: 'no-cache', headers: { [BYPASS]: '1' } })
  if (!answer.ok) throw new WrongFileError(`${answer.url} answered ${answer.status}.`)
  try {
    return readList(await answer.text())
  } catch (error) {
    throw new WrongFileError(`${answer.url} is no list.`, { cause: error })
  }
}

const searchWish = (lang: string): Wish => ({ path: `search/${lang}`, kind: 'search', lang, title: '' })

/** The approximate number of bytes needed to save something, with the search of its language. */
export const bytesToKeep = (list: AppList, { path }: Pick<Wish, 'path'>): number => bytesOf(list, path) + searchBytes(list)

/** True if the host has newer versions of the saved pages. */
export const isNewer = (list: AppList, { files, path, kind }: KeptItem): boolean =>
  (kind === 'search' ? searchWanted(list) : pagesWanted(list, path)).some((wanted) => files[wanted.file] !== storageKey(wanted))

/**
 * Saves something with all its dependencies, and the search unless that is recent enough; one at a time across all windows. The previous
 * version remains valid until the new one is complete. If there is no room, or it is cancelled, nothing of the new one stays.
 */
export async function keepAll(wish: Wish, signal: AbortSignal, onBytes: (done: number, all: number) => void, hasSearch = false) {
  let wasKept = false
  try {
    return await alone(async () => {
      wasKept = (await keptStore().items()).some((item) => item.path === wish.path && !isEmpty(item))
      const list = await fetchList(wish.lang)
      await untilWorkerOf(list, wish.lang)
      const all = bytesToKeep(list, wish)
      if (!(await hasRoom(all, wish))) return 'full' as const
      const place: KeepPlace = { store: keptStore(), root: siteFolder(), list }
      let before = 0
      await keep(wish, place, { signal, onBytes: (bytes) => onBytes((before = bytes), all) })
      // When one page changes, so does most of the search index: it may be some days old.
      if (!hasSearch) await keep(searchWish(wish.lang), place, { signal, onBytes: (bytes) => onBytes(before + bytes, all) })
      return 'kept' as const
    })
  } catch (error) {
    const outcome = outcomeOf(error, signal)
    if (outcome === 'full' || outcome === undefined) await undo(wish, wasKept)
    return outcome
  } finally {
    await notifyKept()
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted) return undefined
  if (error instanceof WrongFileError) return 'broken'
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
  // The browser itself refuses to store it; a lost connection is a TypeError.
  if (error instanceof DOMException && error.name !== 'AbortError') return 'unable'
  if (!(error instanceof TypeError) && !(error instanceof DOMException)) reportError(error)
  return 'stopped'
}

/** Reserved for the browser's own needs. */
const SPARE_BYTES = 5e6

async function hasRoom(bytes: number, { path }: Wish): Promise<boolean> {
  const before = (await keptStore().items()).find((item) => item.path === path)?.bytes ?? 0
  const room = await roomBytes()
  return room === undefined || bytes - before + SPARE_BYTES < room
}

/** The number of bytes available to us; undefined if unknown. */
export async function roomBytes(): Promise<number | undefined> {
  const { quota, usage } = (await (navigator.storage as Partial<StorageManager> | undefined)?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : quota - usage
}

/** Removes what was not saved before. */
async function undo({ path, lang }: Wish, wasKept: boolean): Promise<void> {
  if (!wasKept) await remove(keptStore(), path)
  const items = await keptStore().items()
  const search = items.find((item) => item.path === searchWish(lang).path)
  const isNeeded = items.some((item) => item.kind === 'page' && item.lang === lang)
  if (search && (!isNeeded || isEmpty(search))) await remove(keptStore(), search.path)
  await tidy(keptStore())
}

const isEmpty = ({ files }: KeptItem): boolean => Object.keys(files).length === 0

/** Removes something, and the search with the last item of its language. */
export async function removeKept(path: string, lang: string): Promise<void> {
  await remove(keptStore(), path)
  const items = await keptStore().items()
  if (!items.some((item) => item.kind === 'page' && item.lang === lang)) await remove(keptStore(), searchWish(lang).path)
  await notifyKept()
}

/** Notifies the worker and later pages. */
async function notifyKept(): Promise<void> {
  const items = await keptStore()
    .items()
    .catch(() => [])
  markKept(items.length > 0)
  const registration = await navigator.serviceWorker.getRegistration(siteFolder())
  registration?.active?.postMessage('kept')
}

/** Two windows would otherwise fetch the same data twice. */
const alone = async <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`benchbook ${siteFolder()}`, act) : act()
