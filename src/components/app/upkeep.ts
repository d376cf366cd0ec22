import { verify } from '../../app/keep/keep.ts'
import { fetchList, isNewer, keepAll, keptStore } from './keeping.ts'
import { siteFolder } from './site-folder.ts'

const CHECK_EVERY_MS = 3_600_000
const SEARCH_EVERY_MS = 7 * 86_400_000

/** Looks after what is kept: goes on with what stopped, fetches again what the browser has dropped, and now and then what has changed on the host. */
export async function upkeep(force = false): Promise<void> {
  const isWhole = await verify(keptStore())
  if (!navigator.onLine || (isWhole && !force && !isDue())) return
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
  checked()
}

const NAME = 'benchbook-checked '

function isDue(): boolean {
  // On a metered connection somebody says so.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return false
  return !(Number(localStorage.getItem(NAME + siteFolder())) > Date.now() - CHECK_EVERY_MS)
}

const checked = (): void => localStorage.setItem(NAME + siteFolder(), String(Date.now()))
