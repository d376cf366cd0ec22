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

export type Counters = ReturnType<typeof makeCounters>

/** Counts outcomes by kind and notifies the hooks. */
export function makeCounters({ onProgress, onWarning, onFailure }: CrawlHooks) {
  const progress: Record<string, KindProgress> = {}
  const failures: Failure[] = []
  const warnings: string[] = []
  const kept = new Map<string, number>()
  const failed = { records: 0, files: 0 }

  const countsOf = (kind: string): KindProgress =>
    (progress[kind] ??= { known: 0, done: 0, fetched: 0, unchanged: 0, gone: 0, private: 0, failed: 0, stale: 0, bytes: 0 })

  /** There is one more of a kind, or with -1 one that is not requested after all. */
  function know(kind: string, more: 1 | -1 = 1): void {
    countsOf(kind).known += more
    onProgress?.(progress)
  }

  function settle(kind: string, outcome: State, bytes = 0): void {
    const counts = countsOf(kind)
    counts.done++
    counts[outcome]++
    counts.bytes += bytes
    onProgress?.(progress)
  }

  return {
    progress,
    failures,
    warnings,
    know,
    settle,
    /** The number of records, lists and files that could not be fetched. */
    failed: (): number => failed.records + failed.files,
    /** `stale`: the copy of the last good crawl stays. */
    fail(failure: Failure, state: 'failed' | 'stale' = 'failed'): void {
      settle(failure.kind, state)
      failed[groupOf(failure.kind)]++
      const count = kept.get(failure.kind) ?? 0
      if (count < MAX_FAILURES) failures.push(failure)
      kept.set(failure.kind, count + 1)
      onFailure?.(failure)
    },
    /** A record that was gone, or not requested at all, stays as it was. */
    keepStale(kind: string, was: State | undefined): void {
      const counts = progress[kind]
      if (!counts || !was) know(kind)
      else {
        counts[was]--
        counts.done--
      }
      settle(kind, 'stale')
    },
    /** Reports something other than the failure of one record. */
    warn(sentence: string): void {
      warnings.push(sentence)
      onWarning?.(sentence)
    },
    /** Forgets a kind that the service turns out to lack. */
    drop(kind: string): void {
      Reflect.deleteProperty(progress, kind)
      onProgress?.(progress)
    },
    /** The share that failed, in percent: of the records with an outcome or of the files, whichever is larger. */
    worst(): { failedOf: 'records' | 'files'; failedPercent: number } {
      const done = { records: 0, files: 0 }
      for (const [kind, counts] of Object.entries(progress)) done[groupOf(kind)] += counts.done
      const percentOf = (group: 'records' | 'files') => (100 * failed[group]) / Math.max(1, done[group])
      const failedOf = percentOf('files') > percentOf('records') ? 'files' : 'records'
      return { failedOf, failedPercent: percentOf(failedOf) }
    },
    counts: (): Manifest['counts'] =>
      Object.fromEntries(Object.entries(progress).map(([kind, { known: _known, done: _done, ...counts }]) => [kind, counts])),
  }
}
