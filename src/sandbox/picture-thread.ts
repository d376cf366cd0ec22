import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { resolveWorkerUrl } from '../installation.ts'

/** The interval at which a picture's CPU time is checked; most are decoded before the first check. */
const LOOK_MS = 100

interface Limits extends ResourceLimits {
  /** The maximum CPU time of the thread for one picture, independent of the machine's load. */
  maxCpuMs: number
}

/**
 * A thread that decodes foreign pictures, one at a time: its program reports that it is ready, then answers each message with one. A
 * picture that crashes the decoder, or takes too long, costs only that thread.
 */
export class PictureThread<Question, Answer> {
  readonly #program: URL
  readonly #limits: Limits
  #worker: Worker | undefined
  /** CPU time spent on pictures without an answer. */
  lostMs = 0

  constructor(program: URL, limits: Limits) {
    this.#program = program
    this.#limits = limits
  }

  /**
   * Returns undefined for a bad picture. Throws the signal's reason, and errors that prevent the thread from starting; never errors caused
   * by a picture.
   */
  async ask(question: Question, signal: AbortSignal): Promise<Answer | undefined> {
    const worker = (this.#worker ??= await this.#start())
    const late = new AbortController()
    let [firstMs, tookMs]: [number | undefined, number] = [undefined, 0]
    const look = async () => {
      const { user, system } = await worker.cpuUsage()
      const nowMs = (user + system) / 1000
      tookMs = nowMs - (firstMs ??= nowMs)
      if (tookMs > this.#limits.maxCpuMs) late.abort()
    }
    const timer = setInterval(() => void look().catch(() => late.abort()), LOOK_MS)
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.any([signal, late.signal]) })
      worker.postMessage(question)
      return ((await answer) as [Answer])[0]
    } catch {
      this.lostMs += tookMs
      await this.close()
      signal.throwIfAborted()
      return undefined
    } finally {
      clearInterval(timer)
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #start(): Promise<Worker> {
    // The thread gets neither the token in the environment nor Node's own arguments.
    const worker = new Worker(resolveWorkerUrl(this.#program), { env: {}, argv: [], execArgv: [], resourceLimits: this.#limits })
    // An error while it is idle also costs the thread.
    worker.on('error', () => void (this.#worker = undefined))
    await once(worker, 'message')
    return worker
  }
}
