import { readReportPage } from '../../src/cache/report-reader.ts'
import type { Config } from '../../src/config/options.ts'
import { crawl as crawlService } from '../../src/crawl/crawl.ts'
import type { Progress } from '../../src/crawl/report/counters.ts'
import { UsageError } from '../../src/errors.ts'
import { PRODUCT, userAgent } from '../product.ts'
import { crawlBlock, crawlLine, type CrawlReport, crawlSummary, doneOf } from '../terminal/crawl.ts'
import { KindTimes } from '../terminal/kind-times.ts'
import { showLive } from '../terminal/live.ts'
import { TimeLeft } from '../terminal/time-left.ts'
import { findColours } from './colours.ts'
import { type Outcome, print } from './outcome.ts'
import { addToSummary } from './report.ts'

/** Copies the service, looks at its pictures, and tells what became of everything. */
export async function crawl(config: Config, signal: AbortSignal): Promise<Outcome<CrawlReport>> {
  if (!config.source) throw new UsageError('No service is named. Add --source with its address, such as --source https://www.ifixit.com.')
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  const times = new KindTimes()
  let progress: Progress = {}
  const left = new TimeLeft()
  const view = { block: () => crawlBlock(progress, ms(), left), line: () => crawlLine(progress, ms(), left) }
  const live = showLive(view, config.quiet || config.json)
  const options = { ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal }
  const { counts, failures, failedPercent, requests, bytes, warnings, beyond, verified, shrunk, manifest } = await crawlService(options, {
    onProgress(now) {
      progress = now
      times.note(now, ms())
      left.note(doneOf(now), ms())
    },
    onWarning: (sentence) => live.note(`Note: ${sentence}`),
  }).finally(live.stop)
  const crawlMs = ms()
  const found = await findColours(config, signal)
  const report = {
    cache: config.cache,
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
  }
  print(crawlSummary(report), config)
  if (config.summary) await addToSummary(config, await readReportPage(config.cache))
  const complaints = [
    ...shrunk.map((list) => hasShrunk(list, config.allowShrink)),
    complaintOf(report, config.maxFailed),
    partlyCopied(beyond),
  ].filter(Boolean)
  for (const complaint of complaints) console.error(`benchbook: ${complaint}`)
  return { exitCode: complaints.length > 0 ? 1 : 0, report }
}

function hasShrunk({ of, list, items, before }: CrawlReport['shrunk'][number], allowed: number): string {
  const what = {
    list: `The list ${list} has ${items} items and had ${before} in the last crawl`,
    tree: `The category tree ${list} names ${items} categories and named ${before} in the last crawl`,
    records: `Of ${before} records of the kind ${list} in the last crawl all but ${items} are gone or private now`,
  }[of]
  return `${what}, more than ${allowed} % fewer. Nothing was removed: the cache keeps what was there. If the service is right, run it again with --allow-shrink ${Math.ceil((100 * (before - items)) / before)}.`
}

/** The notes of the crawl have all of the sentences. */
function partlyCopied([first, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  const others = more.length > 0 ? ` There is more of that kind: see the notes, or report.md in the cache.` : ''
  return `The copy is not complete. ${first}${others}`
}

/** A list that could not be read may hide any number of records, so no budget covers it. */
function complaintOf({ counts, failedPercent }: CrawlReport, maxFailed: number): string {
  const rest = 'The cache holds what arrived; run the same command again for the rest.'
  const unread = counts.list?.failed ?? 0
  if (unread > 0) return `${unread} of the service's lists could not be read to the end, so records may be missing. ${rest}`
  if (failedPercent <= maxFailed) return ''
  return `${failedPercent.toFixed(1)} % of the records and files failed, and --max-failed allows ${maxFailed} %. ${rest}`
}
