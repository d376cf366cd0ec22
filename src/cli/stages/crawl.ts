import { readReportPage } from '../../cache/report.ts'
import type { Config } from '../../config/options.ts'
import { crawl as crawlService } from '../../crawl/crawl.ts'
import type { Progress } from '../../crawl/report/counters.ts'
import { publish } from '../../metrics/channels.ts'
import { PRODUCT, userAgent } from '../../product.ts'
import { crawlBlock, crawlLine, crawlSummary, doneOf, type RunningCrawl } from '../terminal/crawl.ts'
import { complaintsOf } from '../terminal/complaints.ts'
import { inFlags } from '../terminal/flags.ts'
import { type Live, showLive } from '../terminal/live.ts'
import { KindTimes, TimeLeft } from '../terminal/times.ts'
import { noService, outcomeOf, print } from './outcome.ts'
import { addToSummary } from './report.ts'

/** Crawls the service, checks its pictures, and reports all outcomes. */
export async function crawl(config: Config, signal: AbortSignal) {
  if (!config.source) throw noService()
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  const times = new KindTimes()
  let progress: Progress = {}
  const left = new TimeLeft()
  let waits: RunningCrawl['waits'] = []
  const now = (): RunningCrawl => ({ progress, waits, ms: ms(), left })
  const view = { block: () => crawlBlock(now()), line: () => crawlLine(now()) }
  let shown: Live | undefined
  const queued = config.queue ? await joinQueue(config.queue, signal, (sentence) => shown?.note(sentence)) : undefined
  const live = (shown = showLive(view, config.quiet || config.json))
  const options = { ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal, turns: queued?.turns }
  const crawling = crawlService(options, {
    onProgress(counted) {
      progress = counted
      times.note(counted, ms())
      left.note(doneOf(counted), ms())
    },
    onWait(all) {
      waits = all
      publish('benchbook:crawl', { progress, waits })
    },
    onWarning: (sentence) => live.note(`Note: ${sentence}`),
  })
  const { manifest, startedAt: _startedAt, finishedAt: _finishedAt, ...result } = await crawling.finally(live.stop).finally(queued?.leave)
  const report = { cache: config.cache, ...(manifest.part && { part: manifest.part }), ms: ms(), timesMs: times.all(), ...result }
  print(crawlSummary(report), config)
  if (config.summary) await addToSummary(config, await readReportPage(config.cache))
  const complaints = complaintsOf(report, config)
  for (const { message } of complaints) console.error(`benchbook: ${inFlags(message)}`)
  return outcomeOf(complaints.length, { ...report, complaints })
}

/** The turns at hosts that a crawl shares with the others of a queue. */
async function joinQueue(url: string, signal: AbortSignal, onNote: (sentence: string) => void) {
  const [{ openEngine }, { QueuedTurns }] = await Promise.all([import('../../queue/engine.ts'), import('../../queue/host-turns.ts')])
  const engine = await openEngine(url, onNote)
  const turns = new QueuedTurns(engine, signal)
  return { turns, leave: () => turns.close().finally(engine.close) }
}
