import { ownScript } from '../../../trusted.ts'
import { siteRoot } from '../../../trusted/place.ts'
import type { Answered, Asked, Question } from './index-worker.ts'
import workerUrl from './index-worker.ts?worker&url'

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** Worker and scripts are in the same folder. */
function workerAddress(): string {
  const root = siteRoot()
  return root === undefined ? workerUrl : root + workerUrl.split('/').slice(-2).join('/')
}

/** The page's side of index-worker.ts. */
export class SearchWorker {
  readonly #worker = new Worker(ownScript(workerAddress()), { type: 'module' })
  readonly #waiting = new Map<number, Waiting>()
  readonly #unused = new FinalizationRegistry((of: number) => void this.ask({ ask: 'forget', of }))
  #asked = 0

  /** `onEnd` is called when it cannot continue; pending questions are then rejected. */
  constructor(onEnd: () => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('error' in data) waiting?.reject(new Error(data.error))
      else waiting?.resolve(data.answer)
    })
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#worker.terminate()
      onEnd()
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message || 'The worker did not start.'))
      this.#waiting.clear()
    })
  }

  ask(question: Question): Promise<unknown> {
    const asked: Asked = { id: ++this.#asked, question }
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { resolve, reject })
      this.#worker.postMessage(asked)
    })
  }

  /** Searches. The worker keeps the results as `search.of` as long as `search` is referenced. */
  async find(question: Question & { ask: 'search' }): Promise<{ answer: unknown; search: { of: number } }> {
    const asked = this.ask(question)
    const search = { of: this.#asked }
    const answer = await asked
    this.#unused.register(search, search.of)
    return { answer, search }
  }
}
