import { callsTo } from './calls.ts'
import type { OpenIndex } from './indexes.ts'
import { loadPagefind } from './load-pagefind.ts'
import type { FoundPageNumbers } from './questions.ts'
import { packedId } from '../../pagefind/index-head.ts'
import type { Fragment, SearchIndex } from '../../pagefind-api.ts'

/** A large site can have a hundred indexes. */
const MOST_THREADS = Math.min(Math.max(navigator.hardwareConcurrency, 2), 8)
const threads = new Map<number, ReturnType<typeof startThread>>()
let opened = 0

/**
 * Opens an index in the search worker: the first in its own thread, others in threads of their own, so that they are searched in parallel.
 * Pagefind's own worker transfers every position of every result and gets a message for each unused result, which took longer on 2,000
 * guides than the search for a letter.
 */
export const openIndex: OpenIndex = async (place) => {
  const thread = opened++ % MOST_THREADS
  const isInWorker = typeof document === 'undefined'
  if (thread === 0 || !isInWorker) return loadPagefind(place)
  try {
    return await threadAt(thread)(place)
  } catch {
    // Old browsers have no workers in workers. Any other error occurs here again.
    return loadPagefind(place)
  }
}

function threadAt(number: number): ReturnType<typeof startThread> {
  const thread = threads.get(number) ?? startThread(() => threads.delete(number))
  threads.set(number, thread)
  return thread
}

/** Starts another search worker, for indexes only. */
function startThread(onEnd: () => void) {
  const calls = callsTo(location.href, onEnd)
  return async (place: Parameters<OpenIndex>[0]): Promise<SearchIndex> => {
    const index = await calls.ask<number>({ ask: 'open index', place })
    return async (text, options) => {
      const { found, pages, scores, fields, unfilteredResultCount } = await calls.ask<FoundPageNumbers>({
        ask: 'index',
        index,
        text,
        options,
      })
      const held = calls.hold(found)
      const results = Array.from(pages, (page, at) => {
        let data: Promise<Fragment> | undefined
        return {
          id: packedId(page),
          score: scores[at] ?? 0,
          fields: fields[at] ?? 0,
          data: () => (data ??= calls.ask<Fragment>({ ask: 'data', found: held.number, at })),
          places: () => calls.ask<number[]>({ ask: 'places', found: held.number, at }),
        }
      })
      return { results, unfilteredResultCount }
    }
  }
}
