import { type Calls, callsTo } from './calls.ts'
import type { SearchEngine, SearchResults } from './engine.ts'
import { startingWith } from './order.ts'
import { type SearchPlace, takeIndexList } from './search-place.ts'
import type { SentAnswer } from './questions.ts'
import { inTime } from '../../../trusted/fetch-in-time.ts'
import workerUrl from './search-worker.ts?worker&url'
import { isOnDisk, siteRoot } from '../../../trusted/place.ts'

/** All engines of a page are in one worker. */
let calls: Calls | undefined

/** Opens the engine of a page in a worker, so that the page stays responsive. Throws when the index list or an index cannot be read. */
export async function startEngine(place: SearchPlace): Promise<SearchEngine> {
  const list = await takeIndexList(place)
  // Workers cannot be started from files.
  if (!isOnDisk())
    try {
      calls ??= callsTo(workerAddress(), () => (calls = undefined))
      return engineIn(calls, await calls.ask<number>({ ask: 'open engine', place, list }))
    } catch {
      // Old browsers have no module workers. Any other error occurs here again.
    }
  const { openHere } = await inTime(import('./open-here.ts'))
  return openHere(place, list)
}

/** Worker and scripts are in the same folder. */
function workerAddress(): string {
  const root = siteRoot()
  return root === undefined ? workerUrl : root + workerUrl.split('/').slice(-2).join('/')
}

function engineIn(calls: Calls, engine: number): SearchEngine {
  const answerOf = ({ answer, first, ...results }: SentAnswer): SearchResults => {
    const held = calls.hold(answer)
    return { ...results, next: startingWith(first, (count) => calls.ask({ ask: 'next', answer: held.number, count })) }
  }
  return {
    search: async (query, first) => answerOf(await calls.ask({ ask: 'search', engine, query, first })),
    suggest: async (query, { unknown, total }, first) => {
      // Most queries have nothing to correct.
      if (unknown.length === 0) return undefined
      const question = { ask: 'suggest', engine, query, answer: { unknown, total }, first } as const
      const suggestion = await calls.ask<{ text: string; sent: SentAnswer } | undefined>(question)
      return suggestion && { text: suggestion.text, answer: answerOf(suggestion.sent) }
    },
    loadCounts: () => calls.ask({ ask: 'load counts', engine }),
  }
}
