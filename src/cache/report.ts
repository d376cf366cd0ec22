import { join } from 'node:path'
import { z } from 'zod'
import { readIfExists } from '../disk/read.ts'
import { CacheError } from '../errors.ts'
import { ENTRIES_PATH, manifestSchema, REPORT_PAGE_PATH, REPORT_PATH } from './layout.ts'
import { LineLog } from './json-lines.ts'
import { parseWhole } from './parse-stored.ts'

/** The version of the report's schema. It increases when a field changes its meaning or is removed, but not for new fields. */
export const REPORT_FORMAT = 1

/** The states of a record. `failed`: there is no copy of it; `stale`: the copy of the last good crawl stays. */
export const STATES = ['fetched', 'unchanged', 'gone', 'private', 'failed', 'stale'] as const
export type State = (typeof STATES)[number]

const count = z.number().int().nonnegative()

/** A line of {@link ENTRIES_PATH}. If a record has two, the later one counts. Files that were copied without incident have none. */
export const entrySchema = z.object({
  /** A kind of record, `list`, or of a file: `picture`, `video file`, `document`. */
  kind: z.string(),
  /** The record's id, the list's name; for a file its address as records write it. */
  id: z.string(),
  /** The language of a translation; absent for the source language. */
  lang: z.string().optional(),
  state: z.enum(STATES),
  url: z.string(),
  /** When it was settled, ISO 8601. */
  at: z.string(),
  /** The number of requests; 0 if none was needed. */
  tries: count,
  reason: z.string().optional(),
  /** Compared with the last finished crawl. */
  change: z.enum(['new', 'changed', 'removed', 'unpublished']).optional(),
  /** `stale` only: the last crawl with a good copy, ISO 8601. */
  since: z.string().optional(),
  /** The record whose text links to it (`guide 12`), if no list, tree or field references it. */
  linkedFrom: z.string().optional(),
  /** The replacement: the address of another file, such as a smaller picture, or of the record in its source language. */
  instead: z.string().optional(),
})
export type Entry = z.infer<typeof entrySchema>

const listSchema = z.object({
  name: z.string(),
  state: z.enum(STATES),
  /** The number of items from the service, and in the last finished crawl. */
  items: count,
  before: count.optional(),
  /** True if it has fewer items than `--allow-shrink` allows: the old list stays, and nothing is removed from the cache. */
  isShrunk: z.boolean(),
})
export type ListReport = z.infer<typeof listSchema>

const byState = Object.fromEntries(STATES.map((state) => [state, count])) as Record<State, typeof count>
const kindSchema = z.object({
  expected: count,
  /** Where it was first referenced: `list guides`, `tree`, `record` (a field of another record), `link` (a text). */
  from: z.record(z.string(), count),
  /** fetched, unchanged and stale: the records in the cache. */
  got: count,
  ...byState,
  bytes: count,
})
export type KindReport = z.infer<typeof kindSchema>

const driftSchema = z.object({
  /** A path in the answers of a kind: `guide.steps[].media.type`. */
  path: z.string(),
  /** An unknown value; without it and without `odd`, the key itself is unknown. */
  value: z.string().optional(),
  /** What was there instead of a readable value: `number`, `object`, `no date`, `absent`. Pages omit the field. */
  odd: z.string().optional(),
  count,
  /** The first record with it. */
  first: z.string(),
  /** True if the previous report did not have it. */
  isNew: z.boolean(),
})
export type Drift = z.infer<typeof driftSchema>

const unreachableSchema = z.object({
  /** Host and port as addresses write them. */
  host: z.string(),
  /** The system's code: `ENOTFOUND`, `ECONNREFUSED` … */
  reason: z.string(),
  /** Files that could not be fetched because of it. */
  files: count,
})

/** The parts of a report that stay small, whatever the size of the site. */
export const summarySchema = z.object({
  format: count,
  product: z.string(),
  source: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The selection of a partial crawl. */
  part: manifestSchema.shape.part,
  /** True if nothing failed, nothing is stale, no list shrank and no limit cut anything off. */
  isComplete: z.boolean(),
  requests: count,
  bytes: count,
  /** Answers that asked the crawl to wait (429, or 503 with Retry-After), and the total wait. */
  throttling: z.object({ answers: count, waitMs: z.number().nonnegative() }),
  kinds: z.record(z.string(), kindSchema),
  /** Guides, wikis and trees, by language: the number in lists and `available_langids`, and the number found. */
  languages: z.record(z.string(), z.record(z.string(), z.object({ expected: count, got: count }))),
  lists: z.array(listSchema),
  /** Absent for the first crawl. */
  changes: z.object({ new: count, changed: count, removed: count, unpublished: count }).optional(),
  drift: z.array(driftSchema),
  /** The number of comments without a page, by context (`story`, `post`; a `step` or `wiki` that is gone); absent in older reports. */
  commentsWithoutPage: z.record(z.string(), count).default({}),
  /** Hosts other than the source that were given up or cost files; absent in reports of older versions. */
  unreachable: z.array(unreachableSchema).default([]),
  warnings: z.array(z.string()),
})
export type ReportSummary = z.infer<typeof summarySchema>

/** The long parts of a report: notable entries, each under every heading to which it belongs. */
export const SECTIONS = {
  failures: ({ state }: Entry): boolean => state === 'failed' || state === 'stale',
  withdrawn: ({ state }: Entry): boolean => state === 'gone' || state === 'private',
  fallbacks: ({ instead }: Entry): boolean => instead !== undefined,
  unknownLinks: ({ state, linkedFrom }: Entry): boolean => state === 'gone' && linkedFrom !== undefined,
  changed: ({ change }: Entry): boolean => change !== undefined,
} as const
export type Section = keyof typeof SECTIONS

const entries = z.array(entrySchema)
const bySection = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, entries])) as Record<Section, typeof entries>
/** {@link REPORT_PATH}. */
export const reportSchema = summarySchema.extend(bySection)
export type Report = z.infer<typeof reportSchema>

/** The file in which a crawl logs the result for each record, for its report. */
export const entryLog = (folder: string): LineLog<Entry> => new LineLog(folder, ENTRIES_PATH)

/** The report of the last finished crawl; undefined if there is none that this version can read. */
export async function readReport(folder: string): Promise<Report | undefined> {
  // It may be truncated or edited by hand; the next crawl writes a new one.
  const parsed = reportSchema.safeParse(parseWhole((await readIfExists(join(folder, REPORT_PATH))) ?? ''))
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
