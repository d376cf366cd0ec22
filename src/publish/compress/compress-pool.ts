import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { resolveWorkerUrl } from '../../installation.ts'

/** One thread per core, each started when it is needed. */
export class CompressPool {
  readonly #signal: AbortSignal | undefined
  readonly #workers: Worker[] = []
  readonly #idle: Worker[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /** Compresses a file as soon as a thread is free. Throws the error of an earlier file. */
  async add(path: string, onDone: () => void): Promise<void> {
    while (this.#idle.length === 0 && this.#workers.length === availableParallelism()) await Promise.race(this.#running)
    const worker = this.#idle.pop() ?? this.#start()
    const running = this.#compress(worker, path).then(() => {
      this.#running.delete(running)
      this.#idle.push(worker)
      onDone()
    })
    // The next caller receives the error.
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
    // The thread gets neither the token in the environment nor Node's own arguments.
    const worker = new Worker(resolveWorkerUrl(new URL('./compress-worker.ts', import.meta.url)), { env: {}, argv: [], execArgv: [] })
    // Errors are received through `once`; after an abort they are ignored, as the folder may be gone.
    worker.on('error', () => undefined)
    this.#workers.push(worker)
    return worker
  }
}
