import { join } from 'node:path'
import { CacheError } from '../errors.ts'
import { readIfExists } from '../disk/read.ts'
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
export async function readReportPage(folder: string): Promise<string> {
  const page = await readIfExists(join(folder, REPORT_PAGE_PATH))
  if (page === undefined) throw noReport(folder)
  return page
}

/** The report for programs, as it was written. Throws a {@link CacheError} if there is none, or if it is damaged. */
export async function readReportJson(folder: string): Promise<unknown> {
  const path = join(folder, REPORT_PATH)
  const text = await readIfExists(path)
  if (text === undefined) throw noReport(folder)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CacheError(`${path} is damaged. Crawl again to get a new one.`, { cause, code: 'ERR_REPORT', path })
  }
}

const noReport = (folder: string): CacheError =>
  new CacheError(`The crawl in ${folder} has left no report: an older Benchbook wrote it. Crawl again to get one.`, {
    code: 'ERR_REPORT',
    path: folder,
  })
