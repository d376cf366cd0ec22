import type { Job } from 'bullmq'
import { DirectTransport } from '../fetch/transport.ts'
import { PREFIX } from './keys.ts'
import { loadEngine, tellRefusal } from './redis.ts'
import { answer, isFinal, type RequestJob } from './request-job.ts'
import type { Place } from './place.ts'
import { SILENT_MS } from './workers.ts'

/** How often each worker looks for what others have dropped; Redis wants a whole number. */
const LOOK_MS = 3000

/** Sends the requests of a shared crawl that nobody else has taken, until the returned function is called: it waits for those in flight. */
export async function workOn({ redis, name, options, answers, self, warn }: Place): Promise<() => Promise<void>> {
  const { bullmq } = await loadEngine()
  const stop = new AbortController()
  const direct = new DirectTransport(options.source, options, stop.signal)
  const worker = new bullmq.Worker(
    name,
    async ({ id = '', data }: Job<RequestJob>) => {
      // A job of a crawl that has ended has no place for its answer.
      if (!(await answers.exists()) || (data.mayBeThere && (await isThere(id)))) return
      await answer(direct, data, answers, id)
      self.requests++
    },
    {
      connection: redis,
      prefix: PREFIX,
      concurrency: options.concurrency,
      // What a worker that hangs or has died had taken goes to another.
      lockDuration: SILENT_MS,
      stalledInterval: LOOK_MS,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    },
  )
  const isThere = async (id: string): Promise<boolean> => {
    const kept = await answers.read(id)
    kept?.body.destroy()
    return kept !== undefined && isFinal(kept.head)
  }
  worker.on('error', (error) => tellRefusal(error, warn))
  const end = async () => {
    stop.abort()
    await worker.close().finally(() => direct.close())
  }
  try {
    await worker.waitUntilReady()
    return end
  } catch (error) {
    await end()
    throw error
  }
}
