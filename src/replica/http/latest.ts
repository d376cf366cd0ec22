import { ContentError } from '../../errors.ts'
import type { OnDamagedLine } from '../../cache/json-lines.ts'
import { finishedMark } from '../../cache/manifest.ts'
import { openCache } from '../../cache/reader.ts'
import { type Listener, listenerOf, type ServiceOptions } from './listener.ts'
import { Replica } from '../replica.ts'

/** How long a newly finished crawl may go unnoticed. */
const LOOK_EVERY_MS = 250

/** Reports each damaged line once, however often its list is read. */
function damagedLineTeller({ onError }: ServiceOptions): OnDamagedLine {
  const told = new Set<string>()
  return (path, line) => {
    const message = `${path} in the cache is damaged at line ${line}: it is left out. Crawl again to replace it.`
    if (!told.has(message)) onError?.(new ContentError(message, { code: 'ERR_RECORD_UNREADABLE', path }))
    told.add(message)
  }
}

/** A `serviceListener` for the latest finished crawl of a folder: a crawl that finishes later is served from then on. */
export async function latestListener(folder: string, options: ServiceOptions): Promise<Listener> {
  const open = async () => {
    const mark = await finishedMark(folder)
    const replica = new Replica(await openCache(folder, damagedLineTeller(options)), options)
    return { mark, replica, listener: listenerOf(replica, options) }
  }
  let current = await open()
  let lookedAt = performance.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const before = current
    // If a finish was interrupted, or the folder is unreadable, the open crawl stays until the next crawl has repaired it.
    const mark = await finishedMark(folder).catch(() => before.mark)
    if (mark === before.mark) return
    current = await open().catch(() => before)
    if (current !== before) void before.replica.close() // waits for the answers in progress
  }

  return async (request, response) => {
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      looking ??= look().finally(() => {
        lookedAt = performance.now()
        looking = undefined
      })
      await looking
    }
    return current.listener(request, response)
  }
}
