import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { stripVTControlCharacters } from 'node:util'
import { isOurs, sentence } from '../../errors.ts'
import { currentTrace } from '../trace/trace.ts'

/** A record of which a page could not be made, or not all of it. `kind` and `id` are those of docs/report.md; of a page of no record `page` and its path. */
export interface Unreadable {
  kind: string
  id: string
  /** The language of a translation. */
  lang?: string
  /** What is wrong, in a sentence. */
  reason: string
  /** The page that says so in the place of its content: its path, with the language's prefix and without the base. */
  page?: string
}

/** Astro bundles the pages with a copy of this module of their own: a channel is what all copies have in common. */
const CHANNEL = 'benchbook:unreadable'
const told = channel(CHANNEL)

/** Pages without their content, which all copies of this module in a process share. */
const PLACE = Symbol.for('benchbook:empty-pages')
const shared = globalThis as { [PLACE]?: ReadonlySet<string> }

/** True for a page that says why it cannot be shown. Known once all pages have been made, and {@link setEmptyPages} was called. */
export const isEmptyPage = (path: string): boolean => shared[PLACE]?.has(path) ?? false

/** To be called before the files that name all pages are made: these pages, by path, only say that they cannot be shown. */
export function setEmptyPages(paths: Iterable<string>): void {
  shared[PLACE] = new Set(paths)
}

/** To be told of what cannot be read; whatever is being made meanwhile is not kept. */
export function reportUnreadable(unreadable: Unreadable): void {
  const trace = currentTrace()
  if (trace) trace.hasErrors = true
  told.publish(unreadable)
}

/** Calls `listener` for all that is told in this process until the function that it returns is called. */
export function listenToUnreadable(listener: (unreadable: Unreadable) => void): () => void {
  const heard = (message: unknown): void => listener(message as Unreadable)
  subscribe(CHANNEL, heard)
  return () => void unsubscribe(CHANNEL, heard)
}

/**
 * True for an error that says something about a record. The machine's refusals, an interruption and wrong use say nothing about it:
 * they end the build.
 */
export const isOfRecord = (error: unknown): error is Error =>
  error instanceof Error && error.name !== 'AbortError' && (isOurs(error) ? error.exitCode === 1 : !('syscall' in error))

const MAX_REASON = 300

/** An error as the reason of an {@link Unreadable}: one line, whatever bytes of a service are in it. */
export const reasonOf = (error: Error): string =>
  stripVTControlCharacters(sentence(error)).replace(/\s+/g, ' ').trim().toWellFormed().slice(0, MAX_REASON)

/** What became of a piece of work on a record. */
export type Attempt<T> = { value: T; isUnreadable: false } | { value: undefined; isUnreadable: true }

/** Does what a page can be without: where the record cannot be read for it, that is told and the page goes on. */
export async function attempt<T>(
  { kind, id, lang }: Pick<Unreadable, 'kind' | 'id' | 'lang'>,
  work: () => Promise<T>,
): Promise<Attempt<T>> {
  try {
    return { value: await work(), isUnreadable: false }
  } catch (error) {
    if (!isOfRecord(error)) throw error
    reportUnreadable({ kind, id, ...(lang && { lang }), reason: reasonOf(error) })
    return { value: undefined, isUnreadable: true }
  }
}

const REASON_HEADER = 'benchbook-reason'

/** How a build tells the page that stands in for another one why. */
export const reasonHeaders = (reason: string): Record<string, string> => ({ [REASON_HEADER]: encodeURIComponent(reason) })

export const reasonIn = (headers: Headers): string => decodeURIComponent(headers.get(REASON_HEADER) ?? '')
