import type { FoundIds } from './index-worker.ts'
import type { OpenIndex } from './indexes.ts'
import { loadPagefind } from './load-pagefind.ts'
import type { Fragment, Instance, SearchOptions } from '../../pagefind-api.ts'
import { isOnDisk } from '../../../trusted/place.ts'
import { SearchWorker } from './search-worker.ts'

/** A large site can have a hundred indexes. */
const MOST_WORKERS = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8)
const workers = new Map<number, SearchWorker>()
let opened = 0

/**
 * Opens an index in a worker, so that the page stays responsive and indexes are searched in parallel. Falls back to the page's own thread.
 * Pagefind's own worker transfers every position of every result and gets a message for each unused result, which took longer on 2,000
 * guides than the search for a letter. `lang` is the language of the query.
 */
export const openIndexIn =
  (lang: string): OpenIndex =>
  async (place, options) => {
    // Workers cannot be started from files.
    if (isOnDisk()) return loadPagefind(place, options, lang.toLowerCase())
    const index = opened++
    try {
      const worker = workerAt(index % MOST_WORKERS)
      await worker.ask({ ask: 'open', index, place, lang: lang.toLowerCase(), options })
      return new IndexInWorker(worker, index)
    } catch {
      // Old browsers have no module workers. Any other error occurs here again.
      return loadPagefind(place, options, lang.toLowerCase())
    }
  }

/** Opens an index for queries in the page's language. */
export const openIndex: OpenIndex = (place, options) => openIndexIn(document.documentElement.lang)(place, options)

function workerAt(place: number): SearchWorker {
  const worker = workers.get(place) ?? new SearchWorker(() => workers.delete(place))
  workers.set(place, worker)
  return worker
}

class IndexInWorker implements Instance {
  readonly #worker: SearchWorker
  readonly #index: number

  constructor(worker: SearchWorker, index: number) {
    this.#worker = worker
    this.#index = index
  }

  async search(text: string | null, options: SearchOptions): ReturnType<Instance['search']> {
    const { answer, search } = await this.#worker.find({ ask: 'search', index: this.#index, text, options })
    const { ids, scores, fields, unfilteredResultCount } = answer as FoundIds
    const results = ids.map((id, at) => {
      let data: Promise<Fragment> | undefined
      return {
        id,
        score: scores[at] ?? 0,
        fields: fields[at] ?? 0,
        data: () => (data ??= this.#worker.ask({ ask: 'data', of: search.of, at }) as Promise<Fragment>),
        places: () => this.#worker.ask({ ask: 'places', of: search.of, at }) as Promise<number[]>,
      }
    })
    return { results, unfilteredResultCount }
  }
}
