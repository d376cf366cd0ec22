import { loadPagefind } from './load-pagefind.ts'
import type { Found, Instance, InstanceOptions, SearchOptions } from './pagefind-api.ts'

/** What a page asks the worker of an index; first of all to open it. */
export type Question =
  | { ask: 'open'; url: string; lang: string; options: InstanceOptions }
  | { ask: 'search'; text: string | null; options: SearchOptions }
  /** The number `at` of what the question `of` found. */
  | { ask: 'data'; of: number; at: number }
  | { ask: 'forget'; of: number }
  | { ask: 'filters' }

/** What a search found, in a form that is quickly handed on: places in the pages stay here. */
export interface FoundIds {
  ids: string[]
  scores: number[]
  filters: Awaited<ReturnType<Instance['filters']>>
}

export interface Asked {
  id: number
  question: Question
}

export type Answered = { id: number; answer: unknown } | { id: number; error: string }

let instance: Instance | undefined
/** By question, until the page forgets it. */
const found = new Map<number, Found[]>()

addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
  answerTo(id, question).then(
    (answer) => reply({ id, answer }),
    (error: unknown) => reply({ id, error: String(error) }),
  )
})

const reply = (answered: Answered): void => postMessage(answered)

async function answerTo(id: number, question: Question): Promise<unknown> {
  if (question.ask === 'open') return open(question)
  if (question.ask === 'forget') return void found.delete(question.of)
  if (question.ask === 'data') return found.get(question.of)?.[question.at]?.data()
  if (!instance) throw new TypeError('The index is not open.')
  if (question.ask === 'filters') return instance.filters()
  const { results, filters } = await instance.search(question.text, question.options)
  found.set(id, results)
  return { ids: results.map((result) => result.id), scores: results.map(({ score }) => score), filters } satisfies FoundIds
}

/** Pagefind reads from the document in which language it cuts what was typed into words. A worker has none. */
async function open({ url, lang, options }: Question & { ask: 'open' }): Promise<void> {
  Object.assign(globalThis, { document: { currentScript: null, querySelector: () => ({ getAttribute: () => lang }) } })
  instance = await loadPagefind(url, options)
}
