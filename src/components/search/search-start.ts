import { recentSearches } from '../../search/page/recent.ts'
import { type RecentView, recentView } from '../../search/page/view/recent-view.ts'
import { retrying } from '../../search/page/retry.ts'
import { inTime } from '../../trusted/fetch-in-time.ts'
import { loadIndexList, placeOf } from '../../search/page/engine/search-place.ts'
import { folderAt } from '../../trusted/place.ts'

const SEARCHING_MS = 500
/** Without a query, a search page loads the search at the first sign of a reader. */
const SIGNS = ['keydown', 'input', 'pointerdown', 'pointermove', 'scroll'] as const
const root = document.querySelector<HTMLElement>('[data-search]')

function prepare(page: HTMLElement): void {
  const part = (name: string): HTMLElement | null => page.querySelector<HTMLElement>(`[data-part=${name}]`)
  const input = page.querySelector<HTMLInputElement>('input[type=search]')
  const [hint, place, failure, status] = [part('hint'), part('recent'), part('failure'), part('status')]
  if (!input || !hint || !place || !failure || !status) return
  const retry = retrying(start)
  const recent = recentView(place, recentSearches(folderAt(page.dataset.root ?? '/')), (text) => {
    input.value = text
    input.focus()
    start()
  })
  let state: 'idle' | 'loading' | 'loaded' = 'idle'

  function start(): void {
    if (state !== 'idle') return
    state = 'loading'
    for (const sign of SIGNS) removeEventListener(sign, start)
    saySearching()
    load(page, recent).then(
      () => {
        state = 'loaded'
        retry.worked()
      },
      (error: unknown) => {
        state = 'idle'
        reportError(error)
        say('')
        failure?.removeAttribute('hidden')
        retry.failed()
        addEventListener('input', start, { once: true })
      },
    )
  }

  function saySearching(): void {
    setTimeout(() => {
      if (state === 'loading' && input?.value) say(status?.dataset.searching)
    }, SEARCHING_MS)
  }

  function say(text = ''): void {
    if (!hint || !status) return
    hint.hidden = true
    status.textContent = text
  }

  input.addEventListener('input', saySearching, { once: true })
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
  await loadIndexList(placeOf(page))
  const [{ startSearch }, { areOnDevice }] = await inTime(
    Promise.all([import('../../search/page/client.ts'), import('../app/on-device.ts')]),
  )
  startSearch(page, recent, areOnDevice)
}

if (root) prepare(root)
