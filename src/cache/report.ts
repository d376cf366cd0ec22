import { z } from 'zod'
import { manifestSchema } from './layout.ts'

/** The version of what stands in a report. It grows when a field changes its meaning or goes; new fields come without. */
export const REPORT_FORMAT = 1

/** One line for each record, list and troubled file, written while the crawl runs. */
export const ENTRIES_PATH = 'report.ndjson'
export const REPORT_PATH = 'report.json'
/** The same for people. */
export const REPORT_PAGE_PATH = 'report.md'

/** What can become of a record. `failed`: there is no copy of it; `stale`: the copy of the last good crawl stays. */
export const STATES = ['fetched', 'unchanged', 'gone', 'private', 'failed', 'stale'] as const
export type State = (typeof STATES)[number]

const count = z.number().int().nonnegative()

/** A line of {@link ENTRIES_PATH}. Where a record has two, the later one counts. Files that were copied as wanted have none. */
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
  /** How often it was asked for; 0 when that was not needed. */
  tries: count,
  reason: z.string().optional(),
  /** Against the last finished crawl. */
  change: z.enum(['new', 'changed', 'removed', 'unpublished']).optional(),
  /** `stale` only: the last crawl in which it was good, ISO 8601. */
  since: z.string().optional(),
  /** Only this record's text names it (`guide 12`): no list, tree or field does. */
  linkedFrom: z.string().optional(),
  /** What stands in for what was wanted: the address of another file, such as a smaller picture, or of the record in its source language. */
  instead: z.string().optional(),
})
export type Entry = z.infer<typeof entrySchema>

const listSchema = z.object({
  name: z.string(),
  state: z.enum(STATES),
  /** How many items the service gave, and how many the last finished crawl had. */
  items: count,
  before: count.optional(),
  /** True when it has fewer items than `--allow-shrink` allows: the old list stays, and nothing leaves the cache. */
  isShrunk: z.boolean(),
})
export type ListReport = z.infer<typeof listSchema>

const byState = Object.fromEntries(STATES.map((state) => [state, count])) as Record<State, typeof count>
const kindSchema = z.object({
  expected: count,
  /** Where it was first heard of: `list guides`, `tree`, `record` (a field of another record), `link` (a text). */
  from: z.record(z.string(), count),
  /** fetched, unchanged and stale: what the cache has. */
  got: count,
  ...byState,
  bytes: count,
})
export type KindReport = z.infer<typeof kindSchema>

const driftSchema = z.object({
  /** A path in the answers of a kind: `guide.steps[].media.type`. */
  path: z.string(),
  /** A value that nobody foresaw there; without it and without `odd` the key itself is unknown. */
  value: z.string().optional(),
  /** What came instead of what can be read there: `number`, `object`, `no date`, `absent`. The pages do without. */
  odd: z.string().optional(),
  count,
  /** The first record that has it. */
  first: z.string(),
  /** True when the last crawl's report did not have it. */
  isNew: z.boolean(),
})
export type Drift = z.infer<typeof driftSchema>

const unreachableSchema = z.object({
  /** Host and port as addresses write them. */
  host: z.string(),
  /** The system's code: `ENOTFOUND`, `ECONNREFUSED` … */
  reason: z.string(),
  /** Files that could not be had because of it. */
  files: count,
})

/** What is small whatever the size of the site. */
export const summarySchema = z.object({
  format: count,
  product: z.string(),
  source: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** What was chosen, when only a part of the service was copied. */
  part: manifestSchema.shape.part,
  /** True when nothing failed, nothing is stale and no list shrank. */
  isComplete: z.boolean(),
  requests: count,
  bytes: count,
  /** Answers that asked to wait (429, or 503 with Retry-After), and for how long in all. */
  throttling: z.object({ answers: count, waitMs: z.number().nonnegative() }),
  kinds: z.record(z.string(), kindSchema),
  /** Of guides, wikis and trees, by language: how many lists and `available_langids` name, how many there are. */
  languages: z.record(z.string(), z.record(z.string(), z.object({ expected: count, got: count }))),
  lists: z.array(listSchema),
  /** Absent when there was no crawl before. */
  changes: z.object({ new: count, changed: count, removed: count, unpublished: count }).optional(),
  drift: z.array(driftSchema),
  /** By context (`story`, `post`; a `step` or `wiki` that is gone): how many comments have no page; absent in reports of older versions. */
  commentsWithoutPage: z.record(z.string(), count).default({}),
  /** Hosts besides the source that nothing more was asked of, or that cost files; absent in reports of older versions. */
  unreachable: z.array(unreachableSchema).default([]),
  warnings: z.array(z.string()),
})
export type ReportSummary = z.infer<typeof summarySchema>

/** The long parts of a report: entries that have something to tell, each under every heading where it belongs. */
export const SECTIONS = {
  failures: ({ state }: Entry): boolean => state === 'failed' || state === 'stale',
  withdrawn: ({ state }: Entry): boolean => state === 'gone' || state === 'private',
  fallbacks: ({ instead }: Entry): boolean => instead !== undefined,
  unknownLinks: ({ state, linkedFrom }: Entry): boolean => state === 'gone' && linkedFrom !== undefined,
  changed: ({ change }: Entry): boolean => change !== undefined,
} as const
export type Section = keyof typeof SECTIONS

const entries = z.array(entrySchema)
/** {@link REPORT_PATH}. */
export const reportSchema = summarySchema.extend({
  failures: entries,
  withdrawn: entries,
  fallbacks: entries,
  unknownLinks: entries,
  changed: entries,
})
export type Report = z.infer<typeof reportSchema>
