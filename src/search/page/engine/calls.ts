import type { Question } from './questions.ts'
import { ownScript } from '../../../trusted.ts'

/** A question to a worker, with its number. */
interface Asked {
  id: number
  question: Question
}

/** A worker's first message answers no question. */
const STARTED: Answered = { id: 0, answer: undefined }

type Answered = { id: number; answer: unknown } | { id: number; error: string }

/** How long the script of a worker may take to load. */
const START_MS = 10_000

/** Asks a worker that calls {@link answerCalls}. */
export class Calls {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Omit<PromiseWithResolvers<unknown>, 'promise'>>()
  readonly #unused = new FinalizationRegistry((number: number) => {
    this.#worker.postMessage({ id: ++this.#asked, question: { ask: 'forget', number } } satisfies Asked)
  })
  #asked = 0
  #ended: Error | undefined

  /** Starts the worker. `onEnd` is called when it cannot continue; its questions are then rejected. */
  constructor(url: string, onEnd: () => void) {
    const worker = new Worker(ownScript(url), { type: 'module' })
    this.#worker = worker
    const late = setTimeout(() => end('The worker did not start.'), START_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      clearTimeout(late)
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('error' in data) waiting?.reject(new Error(data.error))
      else waiting?.resolve(data.answer)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end(event.message || 'The worker did not start.')
    })
    const end = (why: string): void => {
      clearTimeout(late)
      worker.terminate()
      onEnd()
      this.#ended = new Error(why)
      for (const { reject } of this.#waiting.values()) reject(this.#ended)
      this.#waiting.clear()
    }
  }

  /** Rejected with the worker's error. */
  ask<Answer>(question: Question): Promise<Answer> {
    const asked: Asked = { id: ++this.#asked, question }
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { resolve: resolve as (answer: unknown) => void, reject })
      this.#worker.postMessage(asked)
    })
  }

  /** The worker keeps what it has named by a number as long as the returned object is referenced. */
  hold(number: number): { number: number } {
    const held = { number }
    this.#unused.register(held, number)
    return held
  }
}

/** In a worker: answers all questions to it. */
export function answerCalls(answerTo: (question: Question) => Promise<unknown>): void {
  addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
    answerTo(question).then(
      (answer) => postMessage({ id, answer } satisfies Answered),
      (error: unknown) => postMessage({ id, error: String(error) } satisfies Answered),
    )
  })
  postMessage(STARTED)
}
