import { table } from '../../src/cli/terminal/words.ts'
import type { Answered } from './ask.ts'

/** The required scores over all queries. */
export const AIM = { hit1: 0.9, hit3: 0.97 }

/** The shares of queries with a right page first, and among the first three; from 0 to 1. */
export function scoresOf(answered: readonly Answered[]) {
  const within = (places: number): number => answered.filter(({ place }) => place > 0 && place <= places).length / answered.length
  return { queries: answered.length, hit1: within(1), hit3: within(3) }
}

export const reachesAim = ({ hit1, hit3 }: ReturnType<typeof scoresOf>): boolean => hit1 >= AIM.hit1 && hit3 >= AIM.hit3

/** The scores by kind of query and in total, as lines. */
export function scoreLines(answered: readonly Answered[]): string[] {
  const kinds = [...Map.groupBy(answered, ({ kind }) => kind), ['all', answered] as const]
  const rows = kinds.map(([kind, some]) => {
    const { queries, hit1, hit3 } = scoresOf(some)
    return [kind, String(queries), hit1.toFixed(2), hit3.toFixed(2)]
  })
  return table([['kind', 'queries', 'hit@1', 'hit@3'], ...rows])
}

/** In place of 0, to compare positions. */
const WORST = Number.MAX_SAFE_INTEGER

/** A line for each query whose first result is wrong, the worst first. */
export const missLines = (answered: readonly Answered[]): string[] =>
  answered
    .filter(({ place }) => place !== 1)
    .sort((a, b) => (b.place || WORST) - (a.place || WORST))
    .map(({ kind, lang, query, pages, place, found }) => {
      const where = place ? `place ${place}` : found.length > 0 ? 'not found' : 'no result'
      return `${where}: ${kind}, ${lang}: ${query} → ${pages.join(' or ')}${found[0] ? `; first is ${found[0]}` : ''}`
    })
