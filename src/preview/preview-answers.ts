import { existsSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '../config/options.ts'
import { sentence } from '../errors.ts'
import { decodedPath, siteListener, rootOf } from '../publish/serve.ts'
import { escapeHtml } from '../render/escape.ts'
import type { Preview } from './preview.ts'
import { EVENTS, RELOAD_FILE } from './reload-script.ts'

/** An idle connection is closed after a minute. */
const HEARTBEAT_MS = 20_000
const SEARCH = 'pagefind/'
/** The form of asset names: not every requested path may be looked up. */
const ASSET = /^[\w./-]{1,200}\.\w+$/

interface Shown {
  preview: Preview
  root: string
  site: RequestListener
  folder: string
  /** Serves the last build, in its folder. */
  built: RequestListener
  out: string
}

/** Answers browsers with the current preview, and notifies their pages of changes. */
export function previewAnswers(onFault: (error: unknown) => void) {
  const readers = new Set<ServerResponse>()
  const tell = (words: string) => readers.forEach((reader) => reader.write(words))
  const heartbeat = setInterval(() => tell(': here\n\n'), HEARTBEAT_MS)
  let shown: Shown | undefined
  let [state, fault] = ['', '']

  /** Shows a new preview from now on, and ends the previous process. Returns the path of the home page. */
  async function show({ preview, site, config: { base, out } }: { preview: Preview; site: string; config: Config }): Promise<string> {
    const root = rootOf(base)
    const before = shown?.preview
    shown = { preview, root, site: siteListener(site, root), folder: site, built: siteListener(out, root), out }
    state = event('shown', Date.now())
    fault = ''
    tell(state)
    await before?.end()
    return root
  }

  /** The previous preview stays, with a message why nothing newer is shown. */
  function refuse(error: unknown): void {
    fault = event('fault', sentence(error))
    tell(fault)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!shown) return void response.writeHead(503).end()
    const { preview, root, site, folder, built, out } = shown
    const { pathname = '/' } = URL.parse(`http://localhost${request.url ?? ''}`) ?? {}
    if (!pathname.startsWith(root)) return site(request, response)
    const path = pathname.slice(root.length)
    if (path === EVENTS) return listen(response)
    if (path.startsWith(SEARCH)) {
      if (!existsSync(join(out, SEARCH)))
        refuse(`The preview searches the last build, and there is none in ${out} yet: run benchbook build.`)
      return built(request, response)
    }
    try {
      const [files, notFound] = filesAt(decodedPath(path))
      for (const file of files) await preview.make(file)
      // Scripts exist even if a component breaks every page.
      if (!ASSET.test(path) || !existsSync(join(folder, path))) for (const file of notFound) await preview.make(file)
      site(request, response)
    } catch (error) {
      // A newer preview is shown by now.
      if (shown.preview !== preview) return answer(request, response)
      onFault(error)
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(faultPage(error, root))
    }
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(state + fault)
    readers.add(response)
    response.on('close', () => readers.delete(response))
  }

  async function end(): Promise<void> {
    clearInterval(heartbeat)
    await shown?.preview.end()
  }

  return { show, refuse, answer, end }
}

const event = (name: 'shown' | 'fault', data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The files of the site that a path may refer to, and the "not found" pages as a fallback. */
function filesAt(path: string): [string[], string[]] {
  const [, lang] = /^([a-z][\w-]*)\//.exec(path) ?? []
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : `${path}/index.html`
  return [
    [page, path],
    ['404.html', ...(lang ? [`${lang}/404.html`] : [])],
  ]
}

/** Replaces a page that cannot be rendered, until something changes. */
const faultPage = (error: unknown, root: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title><p>${escapeHtml(sentence(error))}</p><script src="${root}${RELOAD_FILE}"></script></html>`
