import { ownDocument } from '../../trusted.ts'
import { siteFolder } from './site-folder.ts'

const SHOWN = 20

/** Recently read pages that are still stored, latest first. */
export async function recentPages(): Promise<{ path: string; title: string }[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(`benchbook ${siteFolder()} recent`)
  const pages = (await cache.keys())
    .filter(({ url }) => !url.includes('/media/'))
    .slice(-SHOWN)
    .reverse()
  return Promise.all(
    pages.map(async (request) => {
      const page = ownDocument((await (await cache.match(request))?.text()) ?? '')
      const path = new URL(request.url).pathname
      return { path, title: page.querySelector('h1')?.textContent.trim() || page.title || path }
    }),
  )
}
