import { manifestFileOf, readFinished } from '../cache/manifest.ts'
import type { Config } from '../config/options.ts'
import { sentence } from '../errors.ts'
import { guardedServer } from '../http/guarded-server.ts'
import { onlyOwnNames } from '../http/host-names.ts'
import { listen, originOf } from '../http/listen.ts'
import { Preview } from './preview.ts'
import { PreviewAnswers } from './preview-answers.ts'
import { FileWatcher } from './watch-files.ts'
import type { PreviewFacts } from './messages.ts'

export interface PreviewHooks {
  signal: AbortSignal
  /** A configuration is shown at this address: the first one, and each later one. */
  onShown: (facts: PreviewFacts & { url: string; tookMs: number }) => void
  onWarning: (warning: string) => void
  /** What cannot be shown; what was shown before stays. */
  onFault: (error: unknown) => void
}

/** A configuration, and its file, if it has one. */
export interface Loaded {
  config: Config
  file: string | undefined
}

/**
 * Serves the site of a cache while somebody works on its configuration, looks, words and pages: pages are made when a browser asks for them, and load
 * themselves anew when a file of those changes. The search is that of the site in `out`. Ends at the signal. Throws what the first configuration
 * is refused for.
 */
export async function servePreview(load: () => Promise<Loaded>, { signal, onShown, onWarning, onFault }: PreviewHooks): Promise<void> {
  const { host, hostName, port } = (await load()).config
  const answers = new PreviewAnswers(onFault)
  const server = guardedServer(onlyOwnNames([...hostName, host], (request, response) => answers.answer(request, response)))
  const watcher = new FileWatcher((error) => onWarning(`Not every change will be seen: ${sentence(error)}.`))
  // To start a process takes as long as to show something: the next one waits, and starts when it is in nobody's way.
  let spare = Preview.start(onWarning)
  let compiler = await Preview.start(onWarning)

  async function show(origin: string): Promise<void> {
    const preview = await spare
    // Who stops the preview does not wait for a page to be compiled.
    const stop = () => void Promise.all([preview.end(), compiler.end()])
    signal.addEventListener('abort', stop)
    try {
      const startMs = performance.now()
      const { config, file } = await load()
      watcher.watch(filesOf(config, file))
      const shown: Config = { ...config, links: 'root', app: false, mediaBase: '' }
      await readFinished(config.cache)
      if (!compiler.isRunning) compiler = await Preview.start(onWarning)
      await compiler.compile(shown, preview)
      const facts = await preview.show(shown)
      const root = await answers.show({ preview, site: facts.site, config })
      onShown({ ...facts, url: `${origin}${root}`, tookMs: Math.round(performance.now() - startMs) })
    } catch (error) {
      await preview.end()
      if (!signal.aborted) throw error
    } finally {
      signal.removeEventListener('abort', stop)
      spare = Preview.start(onWarning)
    }
  }

  try {
    const origin = originOf(host, await listen(server, { host, port }))
    await show(origin)
    while (await watcher.change(signal))
      await show(origin).catch((error: unknown) => {
        // A file that went while it was read, say: the next one shows whether the fault is still there.
        if (watcher.hasChange) return
        onFault(error)
        answers.refuse(error)
      })
  } finally {
    await watcher.close()
    server.close()
    server.closeAllConnections()
    await Promise.all([answers.end(), compiler.end(), spare.then((preview) => preview.end())])
  }
}

/** What pages are made of beside the program: the files of an operator, and the mark of a finished crawl. */
function filesOf({ cache, logo, colours, pages, components, words }: Config, file = ''): string[] {
  return [file, logo, colours, pages, components, words, manifestFileOf(cache)].filter(Boolean)
}
