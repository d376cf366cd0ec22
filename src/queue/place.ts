import type { Redis } from 'ioredis'
import type { Lease } from './lease.ts'
import type { Answers } from './request-job.ts'
import type { Run, SharedOptions } from './run.ts'
import type { SharedStore } from './shared-store.ts'
import type { WorkerState, Workers } from './workers.ts'

/** One worker's place in a shared crawl. */
export interface Place {
  redis: Redis
  /** The crawl's, in Redis. */
  name: string
  run: Run
  options: SharedOptions
  answers: Answers
  /** Absent where all workers see one folder. */
  store: SharedStore | undefined
  workers: Workers
  self: WorkerState
  lease: Lease
  warn: (sentence: string) => void
  /** What is left to do in the folder that all workers see when the crawl has finished: for the one that leads, before others hear of it. */
  onFinished: ((signal: AbortSignal) => Promise<void>) | undefined
  /** The end of another crawl in the folder is waited for this long: it may be the one before, whose leader still looks at its pictures. */
  patienceMs: number
}
