import type { Queue, QueueEvents } from 'bullmq'
import { HashSet } from '../disk/hash-set.ts'
import { RequestError, SystemError } from '../errors.ts'
import type { Received, Sending, Transport } from '../fetch/transport.ts'
import { type Answers, idOf, isFinal, received, type RequestJob, type StoredAnswer } from './request-job.ts'

/** A request whose answer has not been heard of for this long is looked for. */
const LATE_MS = 5000

interface Waiting {
  job: RequestJob
  sinceMs: number
  resolve: () => void
  reject: (error: unknown) => void
}

/** Has requests sent by whichever worker is free. What is sent, and when, is decided by whoever uses it: one client, as in a crawl by one process. */
export class QueueTransport implements Transport {
  /** Answers so far. */
  answers = 0
  readonly #queue: Queue
  readonly #stored: Answers
  readonly #signal: AbortSignal
  readonly #waiting = new Map<string, Waiting>()
  readonly #asked = new HashSet()
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #timer: ReturnType<typeof setInterval>
  /** Whether an earlier leader may have left answers. */
  #begun: Promise<boolean> | undefined
  #most: number
  #listener: ((most: number) => void) | undefined

  /** `most` is how many requests may be in flight. An aborted `signal` ends the waiting for answers, not what other workers have begun. */
  constructor({ queue, events }: { queue: Queue; events: QueueEvents }, stored: Answers, most: number, signal: AbortSignal) {
    this.#queue = queue
    this.#stored = stored
    this.#most = most
    this.#signal = signal
    events.on('completed', ({ jobId }) => this.#waiting.get(jobId)?.resolve())
    events.on('failed', ({ jobId, failedReason }) =>
      this.#waiting.get(jobId)?.reject(new SystemError(`A worker could not store an answer. ${failedReason}`)),
    )
    signal.addEventListener('abort', () => this.#endAll(signal.reason), { once: true })
    this.#timer = setInterval(() => void this.#lookForLate().catch(() => undefined), LATE_MS)
  }

  onCapacity(listener: (most: number) => void): void {
    this.#listener = listener
    listener(this.#most)
  }

  /** Tells the client how many requests all workers together may have in flight. */
  allow(most: number): void {
    if (most === this.#most) return
    this.#most = most
    this.#listener?.(most)
  }

  async send(sending: Sending): Promise<Received> {
    const id = idOf(sending)
    // Here the cache is ours: a leader before us may have finished its crawl and cleared its place up while we waited.
    const hasLeft = await (this.#begun ??= Promise.resolve(this.#stored.begin()))
    // Two requests for the same are sent one after the other.
    for (let other = this.#underWay.get(id); other; other = this.#underWay.get(id)) await other.catch(() => undefined)
    const sent = this.#send(id, sending, hasLeft).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, sent)
    return sent
  }

  close(): Promise<void> {
    clearInterval(this.#timer)
    return Promise.resolve()
  }

  /** Asks again for all that is waited for: Redis has forgotten it. Returns how many requests that are. */
  async sendAgain(): Promise<number> {
    for (const [id, { job }] of this.#waiting) await this.#addAgain(id, job)
    return this.#waiting.size
  }

  async #send(id: string, sending: Sending, hasLeft: boolean): Promise<Received> {
    const isFirst = !this.#asked.has(id)
    this.#asked.add(id)
    const mayBeThere = isFirst && hasLeft
    const kept = mayBeThere ? await this.#stored.read(id) : undefined
    if (kept && isFinal(kept.head)) return this.#taken(id, sending, kept)
    kept?.body.destroy()
    if (!isFirst || kept) await this.#stored.remove(id)
    await this.#wait(id, { ...sending, mayBeThere })
    this.answers++
    const answer = await this.#stored.read(id)
    if (!answer) throw new RequestError('failed', `${sending.url}: its answer was lost on the way.`, { url: sending.url })
    return this.#taken(id, sending, answer)
  }

  /** Answers of the API may be read again by another leader, wherever it looks. */
  #taken(id: string, { headers }: Sending, answer: StoredAnswer): Received {
    if (headers.accept !== 'application/json') answer.body.once('close', () => this.#stored.settle(id))
    return received(answer)
  }

  async #wait(id: string, job: RequestJob): Promise<void> {
    this.#signal.throwIfAborted()
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.set(id, { job, sinceMs: performance.now(), resolve, reject })
        this.#add(id, job).catch(reject)
      })
    } finally {
      this.#waiting.delete(id)
    }
  }

  async #add(id: string, job: RequestJob): Promise<void> {
    await this.#queue.add('request', job, { jobId: id, removeOnComplete: true, removeOnFail: true })
  }

  /** An event may be lost with a connection, and a job with Redis's memory. */
  async #lookForLate(): Promise<void> {
    for (const [id, waiting] of this.#waiting) {
      if (performance.now() - waiting.sinceMs < LATE_MS) continue
      if ((await this.#queue.getJobState(id)) !== 'unknown') continue
      if (await this.#stored.has(id)) waiting.resolve()
      else if (this.#waiting.has(id)) await this.#addAgain(id, waiting.job)
    }
  }

  /** Whatever is there by now has come since we asked. */
  async #addAgain(id: string, job: RequestJob): Promise<void> {
    await this.#add(id, { ...job, mayBeThere: true })
  }

  #endAll(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason)
  }
}
