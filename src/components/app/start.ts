import { ownScript } from '../../trusted.ts'
import { hasKept, siteFolder } from './site-folder.ts'

/** Rarely needed code, loaded on demand: in one module, to keep the loading code of pages small. */
const later = () => import('./panel.ts')

/** Registers the service worker once the page is loaded and idle: the worker fetches what pages need later. */
async function start(): Promise<void> {
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller
  const scope = siteFolder()
  // A browser without storage, as in private windows, shows the site without it.
  const registration = await serviceWorker
    .register(ownScript(`${scope}service-worker.js`), { scope, updateViaCache: 'none' })
    .catch(() => undefined)
  if (!hadWorker) void serviceWorker.ready.then(({ active }) => active?.postMessage(['read', location.pathname]))
  if (hasKept()) await (await later()).upkeep(registration)
}

if (import.meta.env.APP && 'serviceWorker' in navigator) {
  const button = document.querySelector<HTMLButtonElement>('[data-keep]')
  button?.parentElement?.classList.add('is-ready')
  button?.addEventListener('click', () => void later().then(({ togglePanel }) => togglePanel(button)))
  addEventListener('load', () => ('requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout)(() => void start()))
}
