import { answerCalls } from './calls.ts'
import type { SearchEngine, SearchResults } from './engine.ts'
import { loadPagefind } from './load-pagefind.ts'
import { openHere } from './open-here.ts'
import type { FoundPageNumbers, SentAnswer } from './questions.ts'
import { pageOf } from '../../pagefind/index-head.ts'
import type { Found, SearchIndex } from '../../pagefind-api.ts'

/** Engines, answers, indexes and results by number, until they are forgotten. */
const kept = new Map<number, unknown>()
let last = 0

function keep(one: unknown): number {
  kept.set(++last, one)
  return last
}

answerCalls(async (question): Promise<unknown> => {
  switch (question.ask) {
    case 'open engine':
      return keep(await openHere(question.place, question.list))
    case 'search':
      return sent(await (kept.get(question.engine) as SearchEngine).search(question.query, question.first), question.first)
    case 'suggest': {
      const suggestion = await (kept.get(question.engine) as SearchEngine).suggest(question.query, question.answer)
      return suggestion && { text: suggestion.text, sent: await sent(suggestion.answer, question.first) }
    }
    case 'next':
      return (kept.get(question.answer) as SearchResults).next(question.count)
    case 'load counts':
      return (kept.get(question.engine) as SearchEngine).loadCounts()
    case 'open index':
      return keep(await loadPagefind(question.place))
    case 'index': {
      const { results, unfilteredResultCount } = await (kept.get(question.index) as SearchIndex)(question.text, question.options)
      return {
        found: keep(results),
        pages: Uint32Array.from(results, ({ id }) => pageOf(id)),
        scores: Float64Array.from(results, ({ score }) => score),
        fields: Uint8Array.from(results, ({ fields }) => fields),
        unfilteredResultCount,
      } satisfies FoundPageNumbers
    }
    case 'data':
    case 'places':
      return (kept.get(question.found) as Found[])[question.at]?.[question.ask]()
    case 'forget':
      return kept.delete(question.number)
  }
})

async function sent({ next, ...answer }: SearchResults, first = 0): Promise<SentAnswer> {
  return { ...answer, first: await next(first), answer: keep({ ...answer, next }) }
}
