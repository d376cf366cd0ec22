import { STATES } from '../cache/report.ts'
import type { CrawlResult } from '../crawl/crawl.ts'
import type { Progress, Traffic, Wait } from '../crawl/report/counters.ts'
import type { Share, SharedHooks } from '../queue/progress.ts'
import type { Instruments, Sample } from './instruments.ts'

const REASONS: readonly Wait['reason'][] = ['pause', 'delay', 'answer', 'retry']

export interface CrawlWatch {
  /** Those of the crawl, which also tell the metrics. */
  hooks: SharedHooks
  /** Notes how the crawl ended: whoever shares one without leading it has heard of the end only. */
  end: (result: Pick<CrawlResult, 'counts'>) => void
}

/** What a crawl has told so far. */
interface Told {
  progress: Progress
  failures: Record<string, number>
  waits: readonly Wait[]
  traffic?: Traffic
  share?: Share
}

/** Has a crawl tell the metrics how it goes, beside those whom it tells anyway. */
export function watchCrawl(instruments: Instruments, hooks: SharedHooks, isShared: boolean): CrawlWatch {
  const told: Told = { progress: {}, failures: {}, waits: [] }
  addRecords(instruments, told)
  addTraffic(instruments, told)
  if (isShared) addShare(instruments, told)
  return {
    hooks: {
      ...hooks,
      onProgress(progress) {
        told.progress = progress
        hooks.onProgress?.(progress)
      },
      onFailure(failure) {
        told.failures[failure.kind] = (told.failures[failure.kind] ?? 0) + 1
        hooks.onFailure?.(failure)
      },
      onWait(waits) {
        told.waits = waits
        hooks.onWait?.(waits)
      },
      onTraffic(traffic) {
        told.traffic = traffic
        hooks.onTraffic?.(traffic)
      },
      onShare(share) {
        told.share = share
        hooks.onShare?.(share)
      },
    },
    end({ counts }) {
      const ended = Object.entries(counts).map(([kind, count]) => [kind, { ...count, done: 0, known: 0 }] as const)
      told.progress = Object.fromEntries(ended)
      told.waits = []
    },
  }
}

function addRecords(instruments: Instruments, told: Told): void {
  const startedAt = Date.now() / 1000
  const kinds = (figure: (of: Progress[string]) => number): Sample[] =>
    Object.entries(told.progress).map(([kind, of]) => [{ kind }, figure(of)])
  instruments.gauge({ name: 'crawl_start_time_seconds', help: 'When the crawl began, in Unix time.' }, () => [[{}, startedAt]])
  instruments.gauge(
    { name: 'crawl_records', help: 'Records, lists and files that have their outcome, by kind and state.', labels: ['kind', 'state'] },
    () => Object.entries(told.progress).flatMap(([kind, counts]) => STATES.map((state): Sample => [{ kind, state }, counts[state]])),
  )
  instruments.gauge(
    { name: 'crawl_pending_records', help: 'Records, lists and files that are known and have no outcome yet, by kind.', labels: ['kind'] },
    () => kinds(({ known, done }) => Math.max(0, known - done)),
  )
  instruments.counter(
    { name: 'crawl_failures_total', help: 'Records, lists and files that could not be fetched, by kind.', labels: ['kind'] },
    () => Object.keys(told.progress).map((kind) => [{ kind }, told.failures[kind] ?? 0]),
  )
  instruments.gauge(
    { name: 'crawl_waiting_requests', help: 'Requests that wait for five seconds or more, by what they wait for.', labels: ['reason'] },
    () => REASONS.map((reason) => [{ reason }, told.waits.reduce((sum, wait) => sum + (wait.reason === reason ? wait.requests : 0), 0)]),
  )
}

function addTraffic(instruments: Instruments, told: Told): void {
  const one = (figure: (traffic: Traffic) => number) => (): Sample[] => [[{}, told.traffic ? figure(told.traffic) : 0]]
  instruments.counter(
    { name: 'crawl_requests_total', help: 'Requests to the service and the hosts of its media, by outcome.', labels: ['outcome'] },
    () => Object.entries(told.traffic?.answers ?? {}).map(([outcome, count]) => [{ outcome }, count]),
  )
  instruments.counter(
    { name: 'crawl_received_bytes_total', help: 'Bytes of all bodies, decoded.' },
    one(({ bytes }) => bytes),
  )
  instruments.gauge(
    { name: 'crawl_requests_in_flight', help: 'Requests that are being answered.' },
    one(({ inFlight }) => inFlight),
  )
  instruments.gauge(
    { name: 'crawl_concurrency_limit', help: 'How many requests to the source may be in flight at the moment.' },
    one(({ concurrency }) => concurrency),
  )
  instruments.gauge(
    { name: 'crawl_rate_limit', help: 'How many requests to the source may start each second; 0 means no limit.' },
    one(({ rate }) => rate),
  )
  instruments.counter(
    { name: 'crawl_pauses_total', help: 'Answers that asked for a pause.' },
    one(({ throttling }) => throttling.answers),
  )
  instruments.counter(
    { name: 'crawl_pause_seconds_total', help: 'How long the pauses are that hosts have asked for.' },
    one(({ throttling }) => throttling.waitMs / 1000),
  )
}

function addShare(instruments: Instruments, told: Told): void {
  const one = (figure: (share: Share) => number) => (): Sample[] => [[{}, told.share ? figure(told.share) : 0]]
  instruments.gauge(
    { name: 'workers', help: 'Workers that share the crawl.' },
    one(({ workers }) => workers),
  )
  instruments.gauge(
    { name: 'worker_leads', help: '1 while this worker leads the crawl.' },
    one(({ leads }) => Number(leads)),
  )
  instruments.counter(
    { name: 'worker_requests_total', help: 'Requests that this worker has answered.' },
    one(({ requests }) => requests),
  )
  instruments.gauge({ name: 'worker_info', help: 'The run of the shared crawl, the same for all of its workers.', labels: ['run'] }, () =>
    told.share ? [[{ run: told.share.run }, 1]] : [],
  )
}
