import type { CrawlResult } from '../../crawl/crawl.ts'
import { type State, STATES } from '../../cache/report.ts'
import { inWords, type PartChoice } from '../../crawl/part.ts'
import { type Failure, isFile, type Progress, type Wait } from '../../crawl/report/counters.ts'
import { inFlags } from './flags.ts'
import type { TimeLeft } from './times.ts'
import { bytesInWords, countOf, numberInWords, table, timeInWords } from './words.ts'

const FAILURES_SHOWN = 10
const WAITS_SHOWN = 3

/** The result of a crawl, with the duration and the cache folder, which the command knows. */
export interface CrawlReport extends Omit<CrawlResult, 'manifest' | 'startedAt' | 'finishedAt'> {
  cache: string
  /** The selection, if only a part of the service was crawled. */
  part?: PartChoice
  ms: number
  timesMs: Record<string, number>
}

/** A snapshot of a running crawl. */
export interface RunningCrawl {
  progress: Progress
  waits: readonly Wait[]
  /** Since its start. */
  ms: number
  left: TimeLeft
}

/** A running crawl for a terminal: a line per kind, one for the total, and what it waits for. */
export function crawlBlock(running: RunningCrawl): string[] {
  const rows = Object.entries(running.progress).map(([kind, { done, known, failed }]) => [
    `  ${kind}`,
    `${numberInWords(done)} of ${numberInWords(known)}`,
    failed > 0 ? `${numberInWords(failed)} failed` : '',
  ])
  const waits = running.waits.slice(0, WAITS_SHOWN).map((wait) => `  ${waitInWords(wait)}`)
  return [...table(rows), crawlLine({ ...running, waits: [] }), ...waits]
}

/** A running crawl in one line: done, known, rate, time left (if it can be estimated, for what is known so far), and the longest wait. */
export function crawlLine({ progress, waits: [wait], ms, left }: RunningCrawl): string {
  const { done, known, bytes } = sums(progress)
  const perSecond = (1000 * done) / Math.max(ms, 1)
  const leftMs = left.of(known, ms)
  return `Crawling: ${numberInWords(done)} of ${numberInWords(known)} known, ${bytesInWords(bytes)}, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second${leftMs === undefined ? '' : `, ${timeInWords(leftMs)} left`}${wait ? `; ${waitInWords(wait)}` : ''}`
}

/** A finished crawl: the table by kind, and the failures. */
export function crawlSummary(report: CrawlReport): string[] {
  const { counts, timesMs, ms, failures, failed } = report
  const kinds = Object.entries(counts)
  const total = (outcome: State | 'bytes') => kinds.reduce((sum, [, count]) => sum + count[outcome], 0)
  const row = (name: string, figure: (outcome: State | 'bytes') => number, rowMs: number) => [
    name,
    ...STATES.map((outcome) => numberInWords(figure(outcome))),
    bytesInWords(figure('bytes')),
    timeInWords(rowMs),
  ]
  const rows = kinds.map(([kind, count]) => row(kind, (outcome) => count[outcome], timesMs[kind] ?? 0))
  const lines = table([['', ...STATES, 'bytes', 'time'], ...rows, row('all', total, ms)])
  return [...lines, ...failuresInWords(failures, failed), ...verifiedInWords(report.verified), crawlInWords(report)]
}

/** A finished crawl in one line. */
export function crawlInWords({ counts, requests, bytes, ms, cache, part }: CrawlReport): string {
  const things = Object.values(counts).reduce((sum, { fetched, unchanged }) => sum + fetched + unchanged, 0)
  return `Crawled ${countOf(things, 'record')} and files${part ? ` of ${inFlags(inWords(part))}` : ''}, ${bytesInWords(bytes)}, with ${countOf(requests, 'request')} in ${timeInWords(ms)}: ${cache}`
}

function verifiedInWords({ asked, changed }: CrawlReport['verified']): string[] {
  if (asked === 0) return []
  const named = changed.length > 0 ? `: ${changed.slice(0, FAILURES_SHOWN).join(', ')}${changed.length > FAILURES_SHOWN ? ' …' : ''}` : ''
  return [`Verified ${countOf(asked, 'unchanged record')}; ${numberInWords(changed.length)} had changed, which no list showed${named}`]
}

function failuresInWords(failures: readonly Failure[], count: number): string[] {
  const rest = count - Math.min(failures.length, FAILURES_SHOWN)
  const listed = count > failures.length ? `lists ${numberInWords(failures.length)} of the ${numberInWords(count)}` : 'has them all'
  // One unreachable picture host can fail more files than there are lines; other failures must be visible.
  const inOrder = [...failures.filter(({ kind }) => !isFile(kind)), ...failures.filter(({ kind }) => isFile(kind))]
  return [
    ...inOrder.slice(0, FAILURES_SHOWN).map(({ url, reason }) => `  failed: ${reason.includes(url) ? reason : `${url} (${reason})`}`),
    ...(rest > 0 ? [`  and ${numberInWords(rest)} more; --json ${listed}`] : []),
  ]
}

/** The number of records and files with an outcome. */
export const doneOf = (progress: Progress): number => sums(progress).done

function sums(progress: Progress) {
  const sumOf = (figure: 'done' | 'known' | 'bytes') => Object.values(progress).reduce((sum, kind) => sum + kind[figure], 0)
  return { done: sumOf('done'), known: sumOf('known'), bytes: sumOf('bytes') }
}

/** What a crawl waits for at a host, in one line. */
export function waitInWords({ host, reason, requests, forMs, leftMs = 0 }: Wait): string {
  const left = timeInWords(leftMs)
  switch (reason) {
    case 'pause':
      return `${host} is given a pause: ${left} left`
    case 'delay':
      return `${host} wants time between requests: the next one in ${left}`
    case 'answer':
      return `${host} has not answered a request for ${timeInWords(forMs)}`
    case 'turn':
      return `another crawl is using ${host}: waiting for a turn for ${timeInWords(forMs)}`
    case 'retry':
      return `${countOf(requests, 'request')} to ${host} failed: the next retry in ${left}`
  }
}
