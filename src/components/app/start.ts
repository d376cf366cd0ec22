import { ownScript } from '../../trusted.ts'
import { hasKept } from './kept-mark.ts'
import { siteFolder } from './site-folder.ts'

/** What is rarely needed, loaded when it is. */
const later = () => import('./later.ts')

/** Makes an app of the site once its page is there and nothing is under way: the worker fetches what pages need later. */
async function start(): Promise<void> {
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller
  const scope = siteFolder()
  // A browser that keeps nothing, as in private windows, has the site as it is.
  const registration = await serviceWorker
    .register(ownScript(`${scope}service-worker.js`), { scope, updateViaCache: 'none' })
    .catch(() => undefined)
  if (!hadWorker) void serviceWorker.ready.then(({ active }) => active?.postMessage(['read', location.pathname]))
  if (hasKept()) await (await later()).lookAfterKept(registration)
}

if (import.meta.env.APP && 'serviceWorker' in navigator) {
  const button = document.querySelector<HTMLButtonElement>('[data-keep]')
  button?.parentElement?.classList.add('is-ready')
  button?.addEventListener('click', () => void later().then(({ openPanel }) => openPanel(button)))
  addEventListener('load', () => ('requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout)(() => void start()))
}
