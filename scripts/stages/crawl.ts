import { readReportPage } from '../../src/cache/report-reader.ts'
import type { Config } from '../../src/config/options.ts'
import type { CrawlHooks, Progress } from '../../src/crawl/report/counters.ts'
import type { Meter } from '../../src/metrics/meter.ts'
import { UsageError } from '../../src/errors.ts'
import { crawlBlock, crawlLine, type CrawlReport, crawlSummary, doneOf, type RunningCrawl } from '../terminal/crawl.ts'
import { type Complaint, complaintsOf } from '../terminal/complaints.ts'
import { inFlags } from '../terminal/flags.ts'
import { KindTimes } from '../terminal/kind-times.ts'
import { showLive } from '../terminal/live.ts'
import { TimeLeft } from '../terminal/time-left.ts'
import { findColours } from './colours.ts'
import { copy } from './copy.ts'
import { type Outcome, print } from './outcome.ts'
import { addToSummary } from './report.ts'
import type { Leading } from './shared-store.ts'

/** Copies the service, looks at its pictures, and tells what became of everything. */
export async function crawl(
  config: Config,
  signal: AbortSignal,
  meter?: Meter,
): Promise<Outcome<CrawlReport & { complaints: Complaint[] }>> {
  if (!config.source)
    throw new UsageError('No service is named. Add --source with its address, such as --source https://www.ifixit.com.', {
      code: 'ERR_OPTION',
      option: 'source',
    })
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  const times = new KindTimes()
  let progress: Progress = {}
  const left = new TimeLeft()
  let waits: RunningCrawl['waits'] = []
  const now = (): RunningCrawl => ({ progress, waits, ms: ms(), left })
  const view = { block: () => crawlBlock(now()), line: () => crawlLine(now()) }
  const live = showLive(view, config.quiet || config.json)
  const hooks: CrawlHooks = {
    onProgress(counted) {
      progress = counted
      times.note(counted, ms())
      left.note(doneOf(counted), ms())
    },
    onWait: (all) => (waits = all),
    onWarning: (sentence) => live.note(`Note: ${sentence}`),
  }
  const watch = meter?.crawl(hooks, config.queue !== '')
  let found: Awaited<ReturnType<typeof findColours>> | undefined
  const onFinished = async (leads: AbortSignal) => {
    live.stop()
    found = await findColours(config, leads)
  }
  const leading: Leading = { onFinished, onNote: live.note }
  const { result, shared } = await copy(config, watch?.hooks ?? hooks, signal, leading).finally(live.stop)
  watch?.end(result)
  const { counts, failures, failedPercent, requests, bytes, warnings, beyond, verified, shrunk, manifest } = result
  const crawlMs = ms()
  // Whoever has written the cache looks at its pictures.
  found ??= shared?.isOurs === false ? { warnings: [] } : await findColours(config, signal)
  // Through a store, only the worker that has led has a copy.
  const isHere = shared?.isOurs !== false || !config.store
  const report = {
    cache: isHere ? config.cache : config.store,
    ...(manifest.part && { part: manifest.part }),
    ms: crawlMs,
    counts,
    timesMs: times.all(),
    failures,
    failedPercent,
    requests,
    bytes,
    warnings: [...warnings, ...found.warnings],
    verified,
    shrunk,
    beyond,
    ...(found.colours && { colours: found.colours }),
    ...(shared && { worker: { led: shared.isOurs, leader: shared.by, requests: shared.requests } }),
  }
  print(crawlSummary(report), config)
  if (config.summary && isHere) await addToSummary(config, await readReportPage(config.cache))
  const complaints = complaintsOf(report, config)
  for (const { message } of complaints) console.error(`benchbook: ${inFlags(message)}`)
  return { exitCode: complaints.length > 0 ? 1 : 0, report: { ...report, complaints } }
}
