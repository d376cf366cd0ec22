import type { CrawlStatus } from '../../src/queue/status.ts'
import { BEAT_MS } from '../../src/queue/workers.ts'
import { table } from './table.ts'
import { countOf, numberInWords, timeInWords } from './words.ts'

/** A worker that is there may be late, and not by so much. */
const LATE_MS = 2.5 * BEAT_MS

/** A shared crawl: how far it is, and who works on it. `nowMs` is the time of the day. */
export function statusInWords(crawl: CrawlStatus, nowMs: number): string[] {
  const { source, product, startedAt, state, workers, progress } = crawl
  const ageMs = Math.max(0, nowMs - Date.parse(startedAt))
  const begun = `begun ${timeInWords(ageMs)} ago (${product})`
  const kinds = Object.entries(progress?.counts ?? {}).map(([kind, { done, known, failed }]) => [
    `  ${kind}`,
    numberInWords(done),
    numberInWords(known - done),
    numberInWords(failed),
  ])
  const counts = kinds.length > 0 ? table([['  kind', 'done', 'left', 'failed'], ...kinds]) : []
  if (state === 'interrupted')
    return [`${source}: interrupted, ${begun}. No worker is left: start one with the same options to go on.`, ...counts]
  return [
    `${source}: ${countOf(workers.length, 'worker')}, ${begun}`,
    ...(progress ? [`  ${progress.rate.toFixed(1)} requests a second, ${numberInWords(progress.requests)} since its leader began`] : []),
    ...leaderInWords(crawl),
    ...table([['  worker', 'requests', 'at once', ''], ...workers.map((worker) => rowOf(worker, crawl.leader))]),
    ...counts,
  ]
}

/** What is wrong with who leads. */
function leaderInWords({ leader, workers }: CrawlStatus): string[] {
  if (leader === undefined) return ['  No worker leads at the moment; one of them will within seconds.']
  const others = workers.filter(({ id, silentMs }) => id !== leader && !isLate(silentMs))
  const isSilent = workers.some(({ id, silentMs }) => id === leader && isLate(silentMs))
  if (!isSilent) return []
  return [
    others.length > 0
      ? '  Its leader is silent: another worker will lead within seconds.'
      : '  Its workers are silent: they may have ended.',
  ]
}

const isLate = (silentMs: number): boolean => silentMs > LATE_MS

function rowOf({ id, requests, concurrency, silentMs }: CrawlStatus['workers'][number], leader: string | undefined): string[] {
  const isLeader = id === leader
  const silent = isLate(silentMs) && `silent for ${timeInWords(silentMs)}`
  const words = [isLeader && (silent ? 'led' : 'leads'), silent]
  return [`  ${id}`, numberInWords(requests), String(concurrency), words.filter(Boolean).join(', ')]
}
