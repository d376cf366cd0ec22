import { manifestFileOf, readFinished } from '../cache/manifest.ts'
import type { Config } from '../config/options.ts'
import { sentence } from '../errors.ts'
import { guardedServer, onlyOwnNames } from '../http/guarded-server.ts'
import { listen, originOf } from '../http/listen.ts'
import { type PreviewFacts, startPreview } from './preview.ts'
import { previewAnswers } from './preview-answers.ts'
import { fileWatcher } from './watch-files.ts'

export interface PreviewHooks {
  signal: AbortSignal
  /** Called when a configuration is shown at this address: the first one, and each later one. */
  onShown: (facts: PreviewFacts & { url: string; tookMs: number }) => void
  onWarning: (warning: string) => void
  /** Called for what cannot be shown; the previous preview stays. */
  onFault: (error: unknown) => void
}

/** A configuration, and its file, if there is one. */
export interface Loaded {
  config: Config
  file: string | undefined
}

/**
 * Serves a cache's site while its configuration, design, words and pages are edited: pages are rendered on request, and reload when one of
 * their files changes. The search is that of the site in `out`. Ends when the signal is aborted. Throws if the first configuration is
 * invalid.
 */
export async function servePreview(load: () => Promise<Loaded>, { signal, onShown, onWarning, onFault }: PreviewHooks): Promise<void> {
  const { host, hostName, port } = (await load()).config
  const answers = previewAnswers(onFault)
  const server = guardedServer(onlyOwnNames([...hostName, host], answers.answer))
  const watcher = fileWatcher((error) => onWarning(`Not every change will be seen: ${sentence(error)}.`))
  // Starting a process takes as long as showing something: the next one is started in advance, when the machine is idle.
  let spare = startPreview(onWarning)
  let compiler = await startPreview(onWarning)

  async function show(origin: string): Promise<void> {
    const preview = await spare
    // Stopping the preview does not wait for a page to be compiled.
    const stop = () => void Promise.all([preview.end(), compiler.end()])
    signal.addEventListener('abort', stop)
    try {
      const startMs = performance.now()
      const { config, file } = await load()
      const { cache, logo, colours, pages, components, words } = config
      // What pages depend on in addition to the program: the operator's files, and the mark of a finished crawl.
      watcher.watch([file ?? '', logo, colours, pages, components, words, manifestFileOf(cache)].filter(Boolean))
      const shown: Config = { ...config, links: 'root', app: false, mediaBase: '' }
      await readFinished(config.cache)
      if (!compiler.isRunning()) compiler = await startPreview(onWarning)
      await compiler.compile(shown, preview)
      const facts = await preview.show(shown)
      const root = await answers.show({ preview, site: facts.site, config })
      onShown({ ...facts, url: `${origin}${root}`, tookMs: Math.round(performance.now() - startMs) })
    } catch (error) {
      await preview.end()
      if (!signal.aborted) throw error
    } finally {
      signal.removeEventListener('abort', stop)
      spare = startPreview(onWarning)
    }
  }

  try {
    const origin = originOf(host, await listen(server, { host, port }))
    await show(origin)
    while (await watcher.change(signal))
      await show(origin).catch((error: unknown) => {
        // A file may have been deleted while it was read, for example: the next run shows whether the error persists.
        if (watcher.hasChange()) return
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
