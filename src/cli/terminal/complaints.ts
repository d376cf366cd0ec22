import type { Config } from '../../config/options.ts'
import { FEW } from '../../crawl/report/refusals.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import type { CrawlReport } from './crawl.ts'

/** Why a finished crawl ends with 1. */
export interface Complaint {
  code: ErrorCode
  message: string
}

type Outcome = Pick<CrawlReport, 'shrunk' | 'counts' | 'failed' | 'failedPercent' | 'failedOf' | 'refused' | 'beyond' | 'failures'>

/** The exceeded budgets of a finished crawl; empty if there are none. */
export function complaintsOf(crawled: Outcome, allowed: Pick<Config, 'allowShrink' | 'allowRefused' | 'maxFailed'>): Complaint[] {
  return [
    ...crawled.shrunk.map((list) => hasShrunk(list, allowed.allowShrink)),
    ...tooManyFailed(crawled, allowed.maxFailed),
    ...crawled.refused.map((kind) => areRefused(kind, allowed.allowRefused)),
    ...partlyCopied(crawled.beyond),
  ]
}

function hasShrunk({ of, list, items, before }: CrawlReport['shrunk'][number], allowed: number): Complaint {
  const what = {
    list: `The list ${list} has ${items} items and had ${before} in the last crawl`,
    tree: `The category tree ${list} names ${items} categories and named ${before} in the last crawl`,
    records: `Of ${before} records of the kind ${list} in the last crawl all but ${items} are gone or private now`,
  }[of]
  const advice = `If the service is right, run it again with --allow-shrink ${Math.ceil((100 * (before - items)) / before)}.`
  const message = `${what}, more than ${allowed} % fewer. Nothing was removed: the cache keeps what was there. ${advice}`
  return { code: 'ERR_LIST_SHRUNK', message }
}

const REST = 'The cache holds what arrived; run the same command again for the rest.'

/** Goes first: nothing else helps. */
const WALL =
  'A wall against robots is in the way: ask the operator of the service to let this client through, and tell them who asks with --contact.'

/** An unreadable list may hide any number of records, so no budget covers it. */
function tooManyFailed({ counts, failed, failedPercent, failedOf, failures }: Outcome, maxFailed: number): Complaint[] {
  const unread = counts.list?.failed ?? 0
  const isWalled = failures.some(({ code }) => code === 'ERR_WALL')
  const sentenceOf = (what: string, advice = ''): string =>
    isWalled ? `${WALL} ${what} The cache holds what arrived.` : `${what} ${REST}${advice}`
  if (unread > 0) {
    const message = sentenceOf(`${unread} of the service's lists could not be read to the end, so records may be missing.`)
    return [{ code: 'ERR_LIST_UNREAD', message }]
  }
  if (failed <= FEW || failedPercent <= maxFailed) return []
  const enough = upToTenth(failedPercent)
  const what = `${failed} records and files failed, ${enough} % of the ${failedOf}, and --max-failed allows ${maxFailed} %.`
  const message = sentenceOf(what, ` If they can be done without, --max-failed ${enough} lets it pass.`)
  return [{ code: 'ERR_TOO_MANY_FAILED', message }]
}

function areRefused({ kind, refused, all, before }: CrawlReport['refused'][number], allowed: number): Complaint {
  const enough = upToTenth((100 * (refused - before)) / all)
  const last = before > 0 ? `, and refused ${before} in the last crawl` : ''
  const message = `The service refuses ${refused} of the ${all} ${kind === 'file' ? 'files that its records name' : `records of the kind ${kind} that it lists`}${last}: they are private or gone. --allow-refused allows ${allowed} %${before > 0 ? ' more' : ''}. The copy is without them, and they are asked for again. If the service is right, --allow-refused ${enough} accepts it once and for all.`
  return { code: 'ERR_TOO_MANY_REFUSED', message }
}

/** A percentage that an option accepts and that is not below the given one. */
const upToTenth = (percent: number): number => Math.ceil(10 * percent) / 10

/** The crawl's notes contain all sentences. */
function partlyCopied([first, ...more]: readonly string[]): Complaint[] {
  if (first === undefined) return []
  const others = more.length > 0 ? ` There is more of that kind: see the notes, or report.md in the cache.` : ''
  return [{ code: 'ERR_LIMIT_REACHED', message: `The copy is not complete. ${first}${others}` }]
}
