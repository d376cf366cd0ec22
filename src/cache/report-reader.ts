import { join } from 'node:path'
import { CacheError } from '../errors.ts'
import { readIfExists } from '../disk/atomic.ts'
import { LineLog } from './line-log.ts'
import { ENTRIES_PATH, type Entry, type Report, REPORT_FORMAT, REPORT_PAGE_PATH, REPORT_PATH, reportSchema } from './report.ts'

/** The file in which a crawl logs the result for each record, for its report. */
export const entryLog = (folder: string): LineLog<Entry> => new LineLog(folder, ENTRIES_PATH)

/** The report of the last finished crawl; undefined if there is none that this version can read. */
export async function readReport(folder: string): Promise<Report | undefined> {
  const text = await readIfExists(join(folder, REPORT_PATH))
  if (text === undefined) return undefined
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return undefined // truncated or edited by hand; the next crawl writes a new one
  }
  const parsed = reportSchema.safeParse(report)
  return parsed.success && parsed.data.format <= REPORT_FORMAT ? parsed.data : undefined
}

/** The report for people, as Markdown. Throws a {@link CacheError} if there is none. */
export const readReportPage = (folder: string): Promise<string> => readOrExplain(folder, REPORT_PAGE_PATH)

/** The report for programs, as written. Throws a {@link CacheError} if there is none. */
export const reportText = (folder: string): Promise<string> => readOrExplain(folder, REPORT_PATH)

async function readOrExplain(folder: string, path: string): Promise<string> {
  const text = await readIfExists(join(folder, path))
  if (text !== undefined) return text
  throw new CacheError(`The crawl in ${folder} has left no report: an older Benchbook wrote it. Crawl again to get one.`)
}
