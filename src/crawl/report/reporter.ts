import { entryLog } from '../../cache/report.ts'
import type { Shrinkage } from '../lists/shrink.ts'
import { CommentPlaces } from './comment-places.ts'
import type { Counters } from './counters.ts'
import { ReportLog } from './log.ts'
import { Refusals } from './refusals.ts'

/** The maximum number of records named in the report as changed unnoticed. */
const MAX_NAMED = 1000

/** What a crawl reports. */
export class Reporter {
  readonly counters: Counters
  readonly log: ReportLog
  readonly comments = new CommentPlaces()
  readonly refusals = new Refusals()
  /** Lists, trees and kinds that shrank more than permitted. */
  readonly shrunk: Shrinkage[] = []
  /** Records requested only because they were due: how many, and which had changed. */
  readonly verified = { asked: 0, changed: [] as string[] }

  /** `cache` is the folder whose crawl is reported. */
  constructor(cache: string, counters: Counters) {
    this.counters = counters
    this.log = new ReportLog(entryLog(cache))
  }

  /** Counts a record, by kind and id, that was requested only because it was due. */
  noteVerified(name: string, hasChanged: boolean): void {
    this.verified.asked++
    if (hasChanged && this.verified.changed.length < MAX_NAMED) this.verified.changed.push(name)
  }
}
