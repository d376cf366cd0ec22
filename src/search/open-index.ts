import type { Answered, Asked, FoundIds, Question } from './index-worker.ts'
import type { OpenIndex } from './indexes.ts'
import { loadPagefind } from './load-pagefind.ts'
import type { FilterCounts, Fragment, Instance, SearchOptions } from './pagefind-api.ts'

/**
 * Opens an index in a worker of its own, so that a page can be read and typed into while it searches. Where that is not to be had, the page searches
 * by itself. Pagefind has a worker too; but it hands over every place of every result, and gets a message for each result that is no longer
 * needed: on 2,000 guides that took longer than the search for a letter.
 */
export const openIndex: OpenIndex = async (url, options) => {
  try {
    const index = new IndexInWorker(new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' }))
    await index.ask({ ask: 'open', url, lang: document.documentElement.lang.toLowerCase(), options })
    return index
  } catch {
    // An old browser has no workers of modules. What else is wrong shows here again.
    return loadPagefind(url, options)
  }
}

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

class IndexInWorker implements Instance {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #unused = new FinalizationRegistry((of: number) => void this.ask({ ask: 'forget', of }))
  #asked = 0

  constructor(worker: Worker) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('error' in data) waiting?.reject(new Error(data.error))
      else waiting?.resolve(data.answer)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      worker.terminate()
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

  async search(text: string | null, options: SearchOptions): ReturnType<Instance['search']> {
    const answer = this.ask({ ask: 'search', text, options })
    const search = { of: this.#asked }
    const { ids, scores, filters } = (await answer) as FoundIds
    // Each result keeps its search from being forgotten.
    this.#unused.register(search, search.of)
    const results = ids.map((id, at) => {
      let data: Promise<Fragment> | undefined
      return { id, score: scores[at] ?? 0, data: () => (data ??= this.ask({ ask: 'data', of: search.of, at }) as Promise<Fragment>) }
    })
    return { results, filters }
  }

  filters(): Promise<FilterCounts> {
    return this.ask({ ask: 'filters' }) as Promise<FilterCounts>
  }
}
