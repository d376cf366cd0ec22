import type { Manifest } from '../../cache/layout.ts'
import type { State } from '../../cache/report.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import type { Wait } from '../../fetch/waits.ts'

export type { Wait } from '../../fetch/waits.ts'

type Counts = Manifest['counts'][string]

/** The figures of one kind; `known` is the number so far, `done` how many of them have an outcome. Bytes are of decoded bodies. */
export interface KindProgress extends Counts {
  known: number
  done: number
}
export type Progress = Readonly<Record<string, Readonly<KindProgress>>>

/** A record, list or file that could not be fetched. */
export interface Failure {
  kind: string
  /** The record's id, the list's name, or the file's address. */
  id: string
  url: string
  reason: string
  /** The error code; absent for a list that was read in part only. */
  code?: ErrorCode
}

/** How a crawl reports while it runs; it prints nothing itself. */
export interface CrawlHooks {
  /** Called at every change, for each record and file, with the same object, which is up to date: the figures of each kind by its name, such as `guide`. */
  onProgress?: (progress: Progress) => void
  /** A problem that does not stop the crawl, as a sentence. */
  onWarning?: (sentence: string) => void
  /** Called with each record, list or file that could not be fetched. */
  onFailure?: (failure: Failure) => void
  /** Called every second, from the start of the crawl, with the waits of five seconds or more; empty if there are none. */
  onWait?: (waits: readonly Wait[]) => void
}

/** Failures per kind kept in memory; the hook gets all of them. */
const MAX_FAILURES = 1000

/** True for a kind of media; `video` is a record. */
export const isFile = (kind: string): boolean => ['picture', 'video file', 'document'].includes(kind)

const groupOf = (kind: string): 'records' | 'files' => (isFile(kind) ? 'files' : 'records')

/** Counts outcomes by kind and notifies the hooks. */
export class Counters {
  readonly progress: Record<string, KindProgress> = {}
  readonly failures: Failure[] = []
  readonly warnings: string[] = []
  readonly #hooks: CrawlHooks
  readonly #kept = new Map<string, number>()
  /** The number of records, lists and files that could not be fetched. */
  failed = 0
  readonly #failedOf = { records: 0, files: 0 }

  constructor(hooks: CrawlHooks) {
    this.#hooks = hooks
  }

  know(kind: string): void {
    this.#of(kind).known++
    this.#hooks.onProgress?.(this.progress)
  }

  /** One of a kind is not requested after all. */
  forget(kind: string): void {
    this.#of(kind).known--
    this.#hooks.onProgress?.(this.progress)
  }

  /** One of a kind has its outcome. */
  settle(kind: string, outcome: State, bytes = 0): void {
    const counts = this.#of(kind)
    counts.done++
    counts[outcome]++
    counts.bytes += bytes
    this.#hooks.onProgress?.(this.progress)
  }

  /** `stale`: the copy of the last good crawl stays. */
  fail(failure: Failure, state: 'failed' | 'stale' = 'failed'): void {
    this.settle(failure.kind, state)
    this.failed++
    this.#failedOf[groupOf(failure.kind)]++
    const kept = this.#kept.get(failure.kind) ?? 0
    if (kept < MAX_FAILURES) this.failures.push(failure)
    this.#kept.set(failure.kind, kept + 1)
    this.#hooks.onFailure?.(failure)
  }

  /** A record that was gone, or not requested at all, stays as it was. */
  keepStale(kind: string, was: State | undefined): void {
    const counts = this.progress[kind]
    if (!counts || !was) this.know(kind)
    else {
      counts[was]--
      counts.done--
    }
    this.settle(kind, 'stale')
  }

  /** Reports something other than the failure of one record. */
  warn(sentence: string): void {
    this.warnings.push(sentence)
    this.#hooks.onWarning?.(sentence)
  }

  /** Forgets a kind that the service turns out to lack. */
  drop(kind: string): void {
    Reflect.deleteProperty(this.progress, kind)
    this.#hooks.onProgress?.(this.progress)
  }

  /** The share that failed, in percent: of the records with an outcome or of the files, whichever is larger. */
  worst(): { failedOf: 'records' | 'files'; failedPercent: number } {
    const done = { records: 0, files: 0 }
    for (const [kind, counts] of Object.entries(this.progress)) done[groupOf(kind)] += counts.done
    const percentOf = (group: 'records' | 'files') => (100 * this.#failedOf[group]) / Math.max(1, done[group])
    const failedOf = percentOf('files') > percentOf('records') ? 'files' : 'records'
    return { failedOf, failedPercent: percentOf(failedOf) }
  }

  counts(): Manifest['counts'] {
    return Object.fromEntries(Object.entries(this.progress).map(([kind, { known: _known, done: _done, ...counts }]) => [kind, counts]))
  }

  #of(kind: string): KindProgress {
    return (this.progress[kind] ??= { known: 0, done: 0, fetched: 0, unchanged: 0, gone: 0, private: 0, failed: 0, stale: 0, bytes: 0 })
  }
}
