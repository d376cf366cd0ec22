import { answerCalls, Kept } from './calls.ts'
import type { SearchEngine, SearchResults } from './engine.ts'
import { loadPagefind } from './load-pagefind.ts'
import { openHere } from './open-here.ts'
import type { FoundIds, Question, SentAnswer } from './questions.ts'
import type { Found, SearchIndex } from '../../pagefind-api.ts'

const engines = new Kept<SearchEngine>()
const answers = new Kept<SearchResults>()
const indexes = new Kept<SearchIndex>()
const found = new Kept<readonly Found[]>()

answerCalls(async (question: Question): Promise<unknown> => {
  switch (question.ask) {
    case 'open engine':
      return engines.keep(await openHere(question.place, question.list))
    case 'search':
      return sent(await engines.at(question.engine).search(question.query, question.first), question.first)
    case 'suggest': {
      const suggestion = await engines.at(question.engine).suggest(question.query, question.answer)
      return suggestion && { text: suggestion.text, sent: await sent(suggestion.answer, question.first) }
    }
    case 'next':
      return answers.at(question.answer).next(question.count)
    case 'load counts':
      return engines.at(question.engine).loadCounts()
    case 'forget answer':
      return answers.release(question.answer)
    case 'open index':
      return indexes.keep(await loadPagefind(question.place))
    case 'index':
      return idsOf(await indexes.at(question.index)(question.text, question.options))
    case 'data':
    case 'places':
      return found.at(question.found)[question.at]?.[question.ask]()
    case 'forget results':
      return found.release(question.found)
  }
})

async function sent({ next, ...answer }: SearchResults, first: number): Promise<SentAnswer> {
  return { ...answer, first: await next(first), answer: answers.keep({ ...answer, next }) }
}

const idsOf = ({ results, unfilteredResultCount }: Awaited<ReturnType<SearchIndex>>): FoundIds => ({
  found: found.keep(results),
  ids: results.map(({ id }) => id),
  scores: results.map(({ score }) => score),
  fields: results.map(({ fields }) => fields),
  unfilteredResultCount,
})
