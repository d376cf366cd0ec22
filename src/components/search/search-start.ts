import { RecentSearches } from '../../search/page/recent.ts'
import { RecentView } from '../../search/page/view/recent-view.ts'
import { Retry } from '../../search/page/retry.ts'
import { inTime } from '../../trusted/fetch-in-time.ts'
import { fetchFile } from '../../trusted/files.ts'
import { folderAt } from '../../trusted/place.ts'

/** Without a query, a search page loads the search at the first sign of a reader. */
const SIGNS = ['keydown', 'input', 'pointerdown', 'pointermove', 'scroll'] as const
const root = document.querySelector<HTMLElement>('[data-search]')

function prepare(page: HTMLElement): void {
  const part = (name: string): HTMLElement | null => page.querySelector<HTMLElement>(`[data-part=${name}]`)
  const input = page.querySelector<HTMLInputElement>('input[type=search]')
  const [hint, place, failure] = [part('hint'), part('recent'), part('failure')]
  if (!input || !hint || !place || !failure) return
  const retry = new Retry(start)
  const recent = new RecentView(place, new RecentSearches(folderAt(page.dataset.root ?? '/')), (text) => {
    input.value = text
    input.focus()
    start()
  })
  let isStarted = false

  function start(): void {
    if (isStarted) return
    isStarted = true
    for (const sign of SIGNS) removeEventListener(sign, start)
    load(page, recent).then(
      () => retry.worked(),
      (error: unknown) => {
        isStarted = false
        reportError(error)
        ;[hint, failure].forEach((notice) => notice?.toggleAttribute('hidden', notice !== failure))
        retry.failed()
        addEventListener('input', start, { once: true })
      },
    )
  }

  hint.hidden = location.search !== ''
  recent.show(!location.search)
  // Next to the results there is room for the filters; above them they are collapsed.
  page.querySelector('details')?.toggleAttribute('open', matchMedia('(min-width: 60rem)').matches)
  input.focus({ preventScroll: true })
  if (location.search) start()
  else for (const sign of SIGNS) addEventListener(sign, start, { passive: true })
}

/** Browsers remember permanently that a script failed to load: loading the list of indexes first shows whether it is available. */
async function load(page: HTMLElement, recent: RecentView): Promise<void> {
  const list = await fetchFile(`${page.dataset.root ?? '/'}pagefind/indexes.json`)
  if (!list.ok) throw new Error(`${list.url} answered ${list.status}`)
  const { startSearch } = await inTime(import('../../search/page/client.ts'))
  startSearch(page, recent)
}

if (root) prepare(root)
