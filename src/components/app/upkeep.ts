import { verify } from '../../app/keep/keep.ts'
import { fetchList, isNewer, keepAll, keptStore } from './keeping.ts'
import { siteFolder } from './site-folder.ts'
import { buildOfWorker } from './worker-of.ts'

const CHECK_EVERY_MS = 3_600_000
const SEARCH_EVERY_MS = 7 * 86_400_000

/** Maintains saved content now, and whenever a new build arrives while the page is open. */
export async function upkeep(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const watch = (): void => {
    const worker = registration?.installing
    worker?.addEventListener('statechange', () => worker.state === 'installed' && void bringUpToDate())
  }
  watch()
  registration?.addEventListener('updatefound', watch)
  await bringUpToDate()
}

/** Resumes interrupted saving, refetches evicted files, and fetches what has changed, after a new build or occasionally. */
async function bringUpToDate(): Promise<void> {
  const isWhole = await verify(keptStore())
  const build = await buildOfWorker()
  if (!navigator.onLine || (isWhole && !isDue(build))) return
  const lists = new Map<string, ReturnType<typeof fetchList>>()
  const items = await keptStore().items()
  for (const item of items.filter(({ kind }) => kind === 'page')) {
    try {
      const list = lists.get(item.lang) ?? fetchList(item.lang)
      lists.set(item.lang, list)
      if (item.isWhole && !isNewer(await list, item)) continue
    } catch {
      return // The next page tries again.
    }
    const hasSearch = items.some(
      ({ kind, lang, isWhole, atMs }) => kind === 'search' && lang === item.lang && isWhole && atMs > Date.now() - SEARCH_EVERY_MS,
    )
    if ((await keepAll(item, new AbortController().signal, () => undefined, hasSearch)) !== 'kept') return
  }
  localStorage.setItem(CHECKED + siteFolder(), `${Date.now()} ${build ?? ''}`)
}

/** When the host was last checked, in milliseconds, and the worker's build at that time. */
const CHECKED = 'benchbook-checked '

function isDue(build: string | undefined): boolean {
  const [atMs, before] = (localStorage.getItem(CHECKED + siteFolder()) ?? '').split(' ')
  // If the page is left before everything is fetched, the next one continues.
  if (build !== undefined && build !== before) return true
  // On a metered connection, updates are only fetched on request.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return false
  return !(Number(atMs) > Date.now() - CHECK_EVERY_MS)
}
