import type { Config } from '../../src/config.ts'
import { crawl as crawlService } from '../../src/crawl/crawl.ts'
import type { Progress } from '../../src/crawl/tally.ts'
import { UsageError } from '../../src/errors.ts'
import { PRODUCT, userAgent } from '../product.ts'
import { crawlBlock, crawlLine, type CrawlReport, crawlSummary } from '../terminal/crawl.ts'
import { KindTimes } from '../terminal/kind-times.ts'
import { showLive } from '../terminal/live.ts'
import { type Outcome, print } from './outcome.ts'

/** Copies the service and tells what became of everything. */
export async function crawl(config: Config, signal: AbortSignal): Promise<Outcome<CrawlReport>> {
  if (!config.source) throw new UsageError('No service is named. Add --source with its address, such as --source https://www.ifixit.com.')
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  const times = new KindTimes()
  let progress: Progress = {}
  const live = showLive({ block: () => crawlBlock(progress, ms()), line: () => crawlLine(progress, ms()) }, config.quiet || config.json)
  const options = { ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal }
  const { counts, failures, failedPercent, requests, bytes, warnings, verified } = await crawlService(options, {
    onProgress: (now) => times.note((progress = now), ms()),
    onWarning: (sentence) => live.note(`Note: ${sentence}`),
  }).finally(live.stop)
  const report = {
    cache: config.cache,
    ms: ms(),
    counts,
    timesMs: times.all(),
    failures,
    failedPercent,
    requests,
    bytes,
    warnings,
    verified,
  }
  print(crawlSummary(report), config)
  const complaint = complaintOf(report, config.maxFailed)
  if (complaint) console.error(`benchbook: ${complaint}`)
  return { exitCode: complaint ? 1 : 0, report }
}

/** A list that could not be read may hide any number of records, so no budget covers it. */
function complaintOf({ counts, failedPercent }: CrawlReport, maxFailed: number): string {
  const rest = 'The cache holds what arrived; run the same command again for the rest.'
  if (counts.list?.failed)
    return `${counts.list.failed} of the service's lists could not be read to the end, so records may be missing. ${rest}`
  if (failedPercent <= maxFailed) return ''
  return `${failedPercent.toFixed(1)} % of the records and files failed, and --max-failed allows ${maxFailed} %. ${rest}`
}
