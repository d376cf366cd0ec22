import { answersIn } from '../cache/answers/folder-answers.ts'
import type { AnswersPlace } from '../cache/answers/queued-answers.ts'

/** The object storage of a crawl whose workers see no common folder: answers go through it, and whoever leads has a working copy of its cache. */
export interface SharedStore extends AnswersPlace {
  /** As people write it. */
  url: string
  /** Brings the working copy to what the store has. An aborted signal ends it. */
  pull: (signal: AbortSignal) => Promise<void>
  /** Brings the store to the crawl that has finished. */
  push: (signal: AbortSignal) => Promise<void>
}

/** Where the workers of a crawl leave answers for each other. */
export const placeOfAnswers = (cache: string, store: SharedStore | undefined): AnswersPlace => store ?? answersIn(cache)
