import type { Answered, Asked, FoundIds, Question } from './index-worker.ts'
import workerUrl from './index-worker.ts?worker&url'
import type { OpenIndex } from './indexes.ts'
import { loadPagefind } from './load-pagefind.ts'
import type { Fragment, SearchIndex } from '../../pagefind-api.ts'
import { ownScript } from '../../../trusted.ts'
import { isOnDisk, siteRoot } from '../../../trusted/place.ts'

/** A large site can have a hundred indexes. */
const MOST_WORKERS = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8)
const workers = new Map<number, SearchWorker>()
let opened = 0

/**
 * Opens an index in a worker, so that the page stays responsive and indexes are searched in parallel. Falls back to the page's own thread.
 * Pagefind's own worker transfers every position of every result and gets a message for each unused result, which took longer on 2,000
 * guides than the search for a letter.
 */
export const openIndex: OpenIndex = async (place) => {
  // Workers cannot be started from files.
  if (isOnDisk()) return loadPagefind(place)
  const index = opened++
  try {
    const worker = workerAt(index % MOST_WORKERS)
    await worker.ask({ ask: 'open', index, place })
    return (text, options) => worker.search({ ask: 'search', index, text, options })
  } catch {
    // Old browsers have no module workers. Any other error occurs here again.
    return loadPagefind(place)
  }
}

function workerAt(place: number): SearchWorker {
  const worker = workers.get(place) ?? new SearchWorker(() => workers.delete(place))
  workers.set(place, worker)
  return worker
}

/** Worker and scripts are in the same folder. */
function workerAddress(): string {
  const root = siteRoot()
  return root === undefined ? workerUrl : root + workerUrl.split('/').slice(-2).join('/')
}

/** The page's side of index-worker.ts. */
class SearchWorker {
  readonly #worker = new Worker(ownScript(workerAddress()), { type: 'module' })
  readonly #waiting = new Map<number, Omit<PromiseWithResolvers<unknown>, 'promise'>>()
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

  /** The worker keeps the results as `search.of` as long as `search` is referenced. */
  async search(question: Question & { ask: 'search' }): ReturnType<SearchIndex> {
    const asked = this.ask(question)
    const search = { of: this.#asked }
    const { ids, scores, fields, unfilteredResultCount } = (await asked) as FoundIds
    this.#unused.register(search, search.of)
    const results = ids.map((id, at) => {
      let data: Promise<Fragment> | undefined
      return {
        id,
        score: scores[at] ?? 0,
        fields: fields[at] ?? 0,
        data: () => (data ??= this.ask({ ask: 'data', of: search.of, at }) as Promise<Fragment>),
        places: () => this.ask({ ask: 'places', of: search.of, at }) as Promise<number[]>,
      }
    })
    return { results, unfilteredResultCount }
  }
}
