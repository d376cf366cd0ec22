import { channel } from 'node:diagnostics_channel'
import type { BuildHooks } from '../build.ts'
import type { Progress, Wait } from '../crawl/report/counters.ts'

/** What running commands publish, by the channel's name. */
export interface Messages {
  'benchbook:crawl': { progress: Progress; waits: readonly Wait[] }
  'benchbook:build': Parameters<NonNullable<BuildHooks['onProgress']>>[0]
  /** A job of a worker that has ended. */
  'benchbook:job': { result: 'completed' | 'failed'; ms: number }
  /** A service's night that this worker has ended. */
  'benchbook:night': { service: string; state: 'ok' | 'findings' | 'failed' }
  /** How many jobs a queue has, by state; published once, by a worker that begins. */
  'benchbook:queue': () => Promise<Readonly<Record<string, number>>>
}

/** Publishes to the metrics of this process, if it has any. */
export const publish = <Name extends keyof Messages>(name: Name, message: Messages[Name]): void => channel(name).publish(message)
