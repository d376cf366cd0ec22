import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { resolveWorkerUrl } from '../installation.ts'

/** How often a picture's time is looked at, and from when on it counts: most are decoded by then. */
const LOOK_MS = 100

interface Limits extends ResourceLimits {
  /** How much CPU of the thread one picture may take: on a busy machine it is not less. */
  maxCpuMs: number
}

/**
 * A thread that decodes strangers' pictures, one at a time: its program says that it is ready, then answers each message with one. A picture that
 * breaks the decoder, or takes too long, costs that thread.
 */
export class PictureThread<Question, Answer> {
  readonly #program: URL
  readonly #limits: Limits
  #worker: Worker | undefined
  /** CPU that went into pictures without an answer. */
  lostMs = 0

  constructor(program: URL, limits: Limits) {
    this.#program = program
    this.#limits = limits
  }

  /** Undefined is what a bad picture gets. Throws the signal's reason, and what keeps the thread from starting; never what a picture does. */
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
    // Nothing of ours goes along: neither the token in the environment nor what Node was started with.
    const worker = new Worker(resolveWorkerUrl(this.#program), { env: {}, argv: [], execArgv: [], resourceLimits: this.#limits })
    // What it throws while nobody waits for it costs the thread as well.
    worker.on('error', () => void (this.#worker = undefined))
    await once(worker, 'message')
    return worker
  }
}
