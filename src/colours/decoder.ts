import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { runnable } from '../installation.ts'

/** What decoding a picture came to: its average colour (0xRRGGBB), or why it has none. */
export type Decoded = number | 'transparent' | 'unreadable'

/** Decodes pictures in a thread of its own, one at a time. A picture that breaks the decoder, or takes too long, costs that thread. */
export class Decoder {
  readonly #timeoutMs: number
  #worker: Worker | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** The bytes are given away. Throws the signal's reason, and what keeps the thread from starting; never what a picture does. */
  async decode(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Decoded> {
    const worker = (this.#worker ??= await this.#start())
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]) })
      worker.postMessage(bytes, [bytes.buffer])
      const [colour] = (await answer) as [number | undefined]
      return colour ?? 'transparent'
    } catch {
      await this.close()
      signal.throwIfAborted()
      return 'unreadable'
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #start(): Promise<Worker> {
    // Nothing of ours goes along: neither the token in the environment nor what Node was started with.
    const worker = new Worker(runnable(new URL('./decode-worker.ts', import.meta.url)), {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    })
    // What it throws while nobody waits for it costs the thread as well.
    worker.on('error', () => void (this.#worker = undefined))
    await once(worker, 'message')
    return worker
  }
}
