import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { runnable } from '../installation.ts'
import type { DrawJob } from './draw-worker.ts'

/** A picture within the bounds takes a fifth of a second. */
const TIMEOUT_MS = 10_000

/** Draws in a thread of its own, one picture at a time. One that breaks the decoder, or takes too long, costs that thread. */
export class Drawer {
  #worker: Worker | undefined

  /** A JPEG; undefined where the picture cannot be decoded. Throws the signal's reason, and what keeps the thread from starting. */
  async draw(job: DrawJob, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const worker = (this.#worker ??= await this.#start())
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
      worker.postMessage(job)
      const [jpeg] = (await answer) as [Uint8Array]
      return jpeg
    } catch {
      await this.close()
      signal.throwIfAborted()
      return undefined
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #start(): Promise<Worker> {
    // Nothing of ours goes along: neither the token in the environment nor what Node was started with.
    const worker = new Worker(runnable(new URL('./draw-worker.ts', import.meta.url)), {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
    })
    // What it throws while nobody waits for it costs the thread as well.
    worker.on('error', () => void (this.#worker = undefined))
    await once(worker, 'message')
    return worker
  }
}
