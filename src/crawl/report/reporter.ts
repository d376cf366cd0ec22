import { entryLog } from '../../cache/report-reader.ts'
import type { Shrinkage } from '../lists/shrink.ts'
import { CommentPlaces } from './comment-places.ts'
import type { Counters } from './counters.ts'
import { ReportLog } from './log.ts'

/** So many records that had changed unnoticed are named. */
const MAX_NAMED = 1000

/** What a crawl has to say of itself. */
export class Reporter {
  readonly counters: Counters
  readonly log: ReportLog
  readonly comments = new CommentPlaces()
  /** Lists, trees and kinds that have become less than they may. */
  readonly shrunk: Shrinkage[] = []
  /** Of the records that were asked for because it was their turn: how many, and which had changed. */
  readonly verified = { asked: 0, changed: [] as string[] }

  /** `cache` is the folder whose crawl is reported. */
  constructor(cache: string, counters: Counters) {
    this.counters = counters
    this.log = new ReportLog(entryLog(cache))
  }

  /** Counts a record, by kind and id, that was asked for because it was its turn. */
  noteVerified(name: string, hasChanged: boolean): void {
    this.verified.asked++
    if (hasChanged && this.verified.changed.length < MAX_NAMED) this.verified.changed.push(name)
  }
}
