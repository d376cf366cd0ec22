import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { resolveWorkerUrl } from '../../installation.ts'

/** As many threads as there are cores, each started when there is work for it. */
export class CompressPool {
  readonly #signal: AbortSignal | undefined
  readonly #workers: Worker[] = []
  readonly #idle: Worker[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /** Has a file compressed, once a thread is free. Throws what an earlier file threw. */
  async add(path: string, onDone: () => void): Promise<void> {
    while (this.#idle.length === 0 && this.#workers.length === availableParallelism()) await Promise.race(this.#running)
    const worker = this.#idle.pop() ?? this.#start()
    const running = this.#compress(worker, path).then(() => {
      this.#running.delete(running)
      this.#idle.push(worker)
      onDone()
    })
    // Whoever waits next hears of it.
    running.catch(() => undefined)
    this.#running.add(running)
  }

  async end(): Promise<void> {
    await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  async #compress(worker: Worker, path: string): Promise<void> {
    const answer = once(worker, 'message', { signal: this.#signal })
    worker.postMessage(path)
    await answer
  }

  #start(): Worker {
    // Nothing of ours goes along: neither the token in the environment nor what Node was started with.
    const worker = new Worker(resolveWorkerUrl(new URL('./compress-worker.ts', import.meta.url)), { env: {}, argv: [], execArgv: [] })
    // Who waits for it hears of an error from `once`; after an abort nobody waits, and the folder may be gone.
    worker.on('error', () => undefined)
    this.#workers.push(worker)
    return worker
  }
}
