import { BYPASS, KEPT_PAGE } from '../shell.ts'
import { mediaOf } from '../page-parts.ts'
import { forgetKept, fromKept } from './kept.ts'
import { forgetRecent, fromRecent, keepRecent } from './recent.ts'
import { type AskedEvent, root, shell } from './scope.ts'
import { fromShell, isInShell, isLasting, keepLanguage, keepLater } from './shell-cache.ts'

/** How long a page waits for the network if there is a copy of it. */
const PATIENCE_MS = 3000
/** The same after a previous timeout. */
const HURRY_MS = 400
const HURRY_FOR_MS = 30_000

let hurryUntilMs = 0

/** Replaces an unavailable picture by an empty one. */
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
/** Search index files whose names change with their content. */
const IN_INDEX = /^pagefind\/.*\.pf_\w+$/

/** The answer to a page's request; undefined if the browser should send it to the host itself. */
export function answerTo(event: AskedEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.headers.has(BYPASS)) return undefined
  if (request.method === 'GET' && shell.mediaBase && request.url.startsWith(shell.mediaBase)) {
    const path = request.url.slice(shell.mediaBase.length)
    // Requests by pages that save a file must reach the host: see app/keep/keep.ts.
    return path.startsWith('media/') && request.cache !== 'reload' ? medium(event, path) : undefined
  }
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(root)) return undefined
  const path = decoded(pathname.slice(root.length))
  if (/^(?:api|app)\//.test(path)) return undefined
  if (request.mode === 'navigate' || path === '' || path.endsWith('/')) return page(event, path)
  if (isLasting(path)) return lasting(event, path)
  if (path.startsWith('media/')) return medium(event, path)
  return file(event, path)
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Network first. Saved content survives answers that are not pages of the site: a broken deployment removes nothing. */
async function page(event: AskedEvent, path: string): Promise<Response> {
  const { request } = event
  const asked = askNetwork(request)
  // A page that saved something may have been left before it could notify the worker.
  if (request.mode === 'navigate') forgetKept()
  // Hosts redirect from the name of a folder to its page.
  const own = path === '' || /\/$|\.\w+$/.test(path) ? path : `${path}/`
  const kept = (await fromKept(own)) ?? (await fromShell(own))
  const copy = kept ?? (await fromRecent(own))
  const answer = await inTime(asked, copy !== undefined)
  if (answer && kept && !(await isOfSite(answer))) return kept
  if (answer?.type === 'opaqueredirect') return answer
  if (answer && answer.status < 500) {
    if (answer.ok && isHtml(answer)) event.waitUntil(remember(path, answer.clone()))
    else if (answer.status === 404 || answer.status === 410) event.waitUntil(forgetRecent(path))
    return answer
  }
  return copy ?? answer ?? missing(request, path)
}

async function remember(path: string, answer: Response): Promise<void> {
  // Pages of the shell are stored anyway.
  if (!(await isOfSite(answer)) || isInShell(path)) return
  await keepRecent(path, answer)
  await keepLanguage(path).catch(() => undefined)
}

/** A page of this site references its scripts; those of a failing host, or of a captive portal, do not. */
const isOfSite = async (answer: Response) => answer.ok && isHtml(answer) && (await answer.clone().text()).includes(`"${root}_astro/`)

/** The fallback page, which lists what is stored on this device. */
async function missing(request: Request, path: string): Promise<Response> {
  if (request.mode !== 'navigate') return Response.error()
  const lang = shell.languages.find((one) => path.startsWith(`${one}/`))
  const own = (lang && (await fromShell(`${lang}/${KEPT_PAGE}`))) || (await fromShell(KEPT_PAGE))
  return own ? new Response(own.body, { status: 503, headers: own.headers }) : Response.error()
}

/** Scripts, styles and fonts: cache first. */
async function lasting(event: AskedEvent, path: string): Promise<Response> {
  const kept = await fromShell(path)
  if (kept) return kept
  const answer = await fetch(event.request)
  // If it cannot be stored now, that is retried at the next request.
  if (answer.ok && !isHtml(answer)) event.waitUntil(keepLater(path).catch(() => undefined))
  return answer
}

/** Pictures and videos get a new name when they change: a stored one needs no network. */
async function medium(event: AskedEvent, path: string): Promise<Response> {
  const { request } = event
  const kept = await fromKept(path, request)
  if (kept) return kept
  const recent = request.headers.has('range') ? undefined : await fromRecent(path)
  if (recent) return recent
  const answer = await (shell.mediaBase ? askElsewhere(request) : askNetwork(request))
  if (answer?.status === 200 && !isHtml(answer) && request.destination === 'image') event.waitUntil(keepRecent(path, answer.clone()))
  if (answer) return answer
  return request.destination === 'image' ? new Response(NO_PICTURE, { headers: { 'content-type': 'image/svg+xml' } }) : Response.error()
}

/** Hosts may not allow us to read their answers: pictures are then shown, but not stored. */
let isReadable = true

/** Requests a readable answer (CORS) if possible. Range requests by players are not stored. */
async function askElsewhere(request: Request): Promise<Response | undefined> {
  const readable = isReadable && request.destination === 'image' ? await askNetwork(new Request(request.url, { mode: 'cors' })) : undefined
  if (readable) return readable
  const answer = await askNetwork(request)
  if (answer?.type === 'opaque' && request.destination === 'image') isReadable = false
  return answer
}

/** Lists, words and the search: network first, then stored copies. */
async function file({ request }: AskedEvent, path: string): Promise<Response> {
  const kept = await fromKept(path)
  // A file with this name is the same as on the host.
  if (kept && IN_INDEX.test(path)) return kept
  const asked = askNetwork(request)
  const copy = kept ?? (await fromShell(path))
  const answer = await inTime(asked, copy !== undefined)
  const isWrong = !answer?.ok || (isHtml(answer) && !path.endsWith('.html'))
  return (isWrong ? copy : undefined) ?? answer ?? Response.error()
}

/** Temporarily stores what was read before the worker was active: the first page, and its pictures in the browser's cache. */
export async function rememberRead(pathname: string): Promise<void> {
  const path = decoded(pathname.slice(root.length))
  const answer = await fetch(pathname, { cache: 'force-cache' })
  if (!(await isOfSite(answer))) return
  await remember(path, answer.clone())
  // A browser does not say which pictures of other hosts it has cached.
  if (shell.mediaBase) return
  for (const { file, standsFor } of mediaOf(await answer.text()))
    for (const one of [file, ...standsFor]) {
      const picture = await fetch(root + one, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined)
      if (picture?.ok && !isHtml(picture)) await keepRecent(one, picture)
    }
}

const askNetwork = (request: Request): Promise<Response | undefined> => fetch(request).catch(() => undefined)

/** The network's answer; undefined if there is none, or not soon enough. Without a copy there is no time limit. */
async function inTime(asked: Promise<Response | undefined>, hasCopy: boolean): Promise<Response | undefined> {
  if (!hasCopy) return asked
  const isHurried = Date.now() < hurryUntilMs
  const answer = await Promise.race([
    asked,
    new Promise<'late'>((late) => setTimeout(() => late('late'), isHurried ? HURRY_MS : PATIENCE_MS)),
  ])
  if (answer === 'late') hurryUntilMs = Date.now() + HURRY_FOR_MS
  else if (answer) hurryUntilMs = 0
  return answer === 'late' ? undefined : answer
}

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get('content-type') ?? '')
