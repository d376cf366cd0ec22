import { lengthInName } from '../page-parts.ts'
import { cacheName, root } from './scope.ts'

const MAX_PAGES = 60
const MAX_MEDIA = 300
const MAX_MEDIA_BYTES = 40e6
const MAX_AGE_MS = 30 * 86_400_000
/** The assumed size of a file whose name does not contain its length. */
const UNKNOWN_BYTES = 200_000
/** Each inspection of the cache takes some milliseconds. */
const TIDY_EVERY_MS = 2000
let tidiedMs = 0
/** When a copy was made, in milliseconds. */
const AT = 'x-benchbook-at'

const open = (): Promise<Cache> => caches.open(cacheName('recent'))
const isMedia = (path: string): boolean => path.startsWith('media/')

/** A recently read file, by its path. */
export const fromRecent = async (path: string): Promise<Response | undefined> => (await open()).match(root + path)

/** Stores a temporary copy, limited in number of pages, pictures, bytes and days. The latest one is at the end. */
export async function keepRecent(path: string, answer: Response): Promise<void> {
  try {
    const cache = await open()
    const headers = new Headers(answer.headers)
    headers.set(AT, String(Date.now()))
    await cache.delete(root + path)
    await cache.put(root + path, new Response(await answer.blob(), { headers }))
    if (Date.now() < tidiedMs + TIDY_EVERY_MS) return
    tidiedMs = Date.now()
    await tidy(cache)
  } catch {
    // No room: recently read content is not guaranteed.
    await caches.delete(cacheName('recent'))
  }
}

export const forgetRecent = async (path: string): Promise<boolean> => (await open()).delete(root + path)

async function tidy(cache: Cache): Promise<void> {
  let [pages, media, bytes] = [0, 0, 0]
  for (const request of [...(await cache.keys())].reverse()) {
    const path = new URL(request.url).pathname.slice(root.length)
    if (isMedia(path)) {
      media++
      bytes += lengthInName(path) || UNKNOWN_BYTES
    } else pages++
    if (isMedia(path) ? media > MAX_MEDIA || bytes > MAX_MEDIA_BYTES : pages > MAX_PAGES) await cache.delete(request)
  }
}

/** Removes expired content. */
export async function tidyRecent(): Promise<void> {
  const cache = await open()
  for (const request of await cache.keys()) {
    const at = Number((await cache.match(request))?.headers.get(AT))
    if (!(at > Date.now() - MAX_AGE_MS)) await cache.delete(request)
  }
}
