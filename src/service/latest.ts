import { finishedMark } from '../cache/manifest.ts'
import { openCache } from '../cache/reader.ts'
import { serviceListener, type ServiceOptions } from './listener.ts'

type Listener = ReturnType<typeof serviceListener>

/** A {@link serviceListener} of what the last crawl into a folder has finished: a crawl that finishes meanwhile is shown from then on. */
export async function latestListener(folder: string, options: ServiceOptions): Promise<Listener> {
  const open = async () => ({ mark: await finishedMark(folder), listener: serviceListener(await openCache(folder), options) })
  let current = await open()
  let opening: Promise<void> | undefined
  return async (request, response) => {
    if ((await finishedMark(folder)) !== current.mark) {
      opening ??= open()
        .then((opened) => void (current = opened))
        .catch(() => undefined) // a finish that was cut short: what is open stays until the next crawl has mended it
        .finally(() => (opening = undefined))
      await opening
    }
    return current.listener(request, response)
  }
}
