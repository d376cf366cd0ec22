import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { stripVTControlCharacters } from 'node:util'
import { isBenchbookError, sentence } from '../../errors.ts'
import { currentTrace } from '../trace/trace.ts'

/** A record that could not be rendered in full. `kind` and `id` as in docs/report.md; `page` and its path for a page without a record. */
export interface Unreadable {
  kind: string
  id: string
  /** The language of a translation. */
  lang?: string
  /** The problem, in a sentence. */
  reason: string
  /** The placeholder page that reports the problem: its path with the language prefix and without the base. */
  page?: string
}

/** Astro bundles the pages with their own copy of this module: all copies share a diagnostics channel. */
const CHANNEL = 'benchbook:unreadable'
const reports = channel(CHANNEL)

/** Placeholder pages, shared by all copies of this module in a process. */
const PLACE = Symbol.for('benchbook:empty-pages')
const shared = globalThis as { [PLACE]?: ReadonlySet<string> }

/** True for a page that only says why its content is missing. Valid once all pages are rendered and {@link setEmptyPages} was called. */
export const isEmptyPage = (path: string): boolean => shared[PLACE]?.has(path) ?? false

/** Call this before generating files that list all pages: sets the paths of placeholder pages. */
export function setEmptyPages(paths: Iterable<string>): void {
  shared[PLACE] = new Set(paths)
}

/** Reports unreadable content; what is currently being rendered is not cached. */
export function reportUnreadable(unreadable: Unreadable): void {
  const trace = currentTrace()
  if (trace) trace.hasErrors = true
  reports.publish(unreadable)
}

/** Calls `listener` for every report in this process until the returned function is called. */
export function listenToUnreadable(listener: (unreadable: Unreadable) => void): () => void {
  const heard = (message: unknown): void => listener(message as Unreadable)
  subscribe(CHANNEL, heard)
  return () => void unsubscribe(CHANNEL, heard)
}

/** True for an error caused by a record's content. I/O errors, interruption and wrong usage end the build. */
export const isOfRecord = (error: unknown): error is Error =>
  error instanceof Error && error.name !== 'AbortError' && (isBenchbookError(error) ? error.exitCode === 1 : !('syscall' in error))

const MAX_REASON = 300

/** An error as the reason of an {@link Unreadable}: one line, whatever bytes the service sent. */
export const reasonOf = (error: Error): string =>
  stripVTControlCharacters(sentence(error)).replace(/\s+/g, ' ').trim().toWellFormed().slice(0, MAX_REASON)

/** The name of a record in a report. */
export type RecordName = Pick<Unreadable, 'kind' | 'id' | 'lang'>

/** Runs work that a page does not depend on: if its record is unreadable, that is reported and the page is rendered without it. */
export async function attempt<T>(record: RecordName, work: () => Promise<T>) {
  try {
    return { value: await work(), isUnreadable: false }
  } catch (error) {
    if (!isOfRecord(error)) throw error
    reportUnreadable({ ...record, reason: reasonOf(error) })
    return { value: undefined, isUnreadable: true }
  }
}

const REASON_HEADER = 'benchbook-reason'

/** Headers that tell the build why a placeholder was rendered. */
export const reasonHeaders = (reason: string): Record<string, string> => ({ [REASON_HEADER]: encodeURIComponent(reason) })

export const reasonIn = (headers: Headers): string => decodeURIComponent(headers.get(REASON_HEADER) ?? '')
