import { loadPagefind } from './load-pagefind.ts'
import type { Found, SearchIndex, SearchOptions } from '../../pagefind-api.ts'
import type { IndexPlace } from '../../pagefind/index-files.ts'

/** A page's question to a worker, which has several indexes: `index` is the number assigned by the page when it opened the index. */
export type Question =
  | { ask: 'open'; index: number; place: IndexPlace }
  | { ask: 'search'; index: number; text: string | null; options: SearchOptions }
  /** Result number `at` of the search `of`: its page, or the positions of the words in it. */
  | { ask: 'data' | 'places'; of: number; at: number }
  | { ask: 'forget'; of: number }

/** Search results in a form that is cheap to transfer: positions stay in the worker. */
export interface FoundIds {
  ids: string[]
  scores: number[]
  fields: number[]
  unfilteredResultCount: number
}

export interface Asked {
  id: number
  question: Question
}

export type Answered = { id: number; answer: unknown } | { id: number; error: string }

const indexes = new Map<number, SearchIndex>()
/** By question, until the page releases it. */
const found = new Map<number, Found[]>()

addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
  answerTo(id, question).then(
    (answer) => reply({ id, answer }),
    (error: unknown) => reply({ id, error: String(error) }),
  )
})

const reply = (answered: Answered): void => postMessage(answered)

async function answerTo(id: number, question: Question): Promise<unknown> {
  if (question.ask === 'open') return void indexes.set(question.index, await loadPagefind(question.place))
  if (question.ask === 'forget') return void found.delete(question.of)
  if (question.ask !== 'search') return found.get(question.of)?.[question.at]?.[question.ask]()
  const search = indexes.get(question.index)
  if (!search) throw new TypeError(`The index ${question.index} is not open.`)
  const { results, unfilteredResultCount } = await search(question.text, question.options)
  found.set(id, results)
  return {
    ids: results.map((result) => result.id),
    scores: results.map(({ score }) => score),
    fields: results.map(({ fields }) => fields),
    unfilteredResultCount,
  } satisfies FoundIds
}
