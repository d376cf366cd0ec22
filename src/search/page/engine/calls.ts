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

export type Calls = ReturnType<typeof callsTo>

/**
 * Starts a worker that calls {@link answerCalls}, to ask it questions. `onEnd` is called when it cannot continue; its questions are then
 * rejected.
 */
export function callsTo(url: string, onEnd: () => void) {
  const worker = new Worker(ownScript(url), { type: 'module' })
  const waiting = new Map<number, Omit<PromiseWithResolvers<unknown>, 'promise'>>()
  const unused = new FinalizationRegistry((number: number) => {
    worker.postMessage({ id: ++last, question: { ask: 'forget', number } } satisfies Asked)
  })
  let last = 0
  let ended: Error | undefined
  const late = setTimeout(() => end('The worker did not start.'), START_MS)
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    clearTimeout(late)
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asker?.reject(new Error(data.error))
    else asker?.resolve(data.answer)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end(event.message || 'The worker did not start.')
  })

  function end(why: string): void {
    clearTimeout(late)
    worker.terminate()
    onEnd()
    ended = new Error(why)
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }

  /** Rejected with the worker's error. */
  function ask<Answer>(question: Question): Promise<Answer> {
    const asked: Asked = { id: ++last, question }
    if (ended) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      waiting.set(asked.id, { resolve: resolve as (answer: unknown) => void, reject })
      worker.postMessage(asked)
    })
  }

  /** The worker keeps what it has named by a number as long as the returned object is referenced. */
  function hold(number: number): { number: number } {
    const held = { number }
    unused.register(held, number)
    return held
  }

  return { ask, hold }
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
