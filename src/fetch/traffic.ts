import { outcomeOfRefusal } from './outcome.ts'
import type { Received } from './transport.ts'

/** What an answer's head says: `failed` is also a request without an answer, and one that was given up. */
export type AnswerOutcome = 'fetched' | 'unchanged' | 'redirected' | 'gone' | 'private' | 'throttled' | 'failed'

/** What has been asked for so far, and how the source is asked at the moment. */
export interface Traffic {
  requests: number
  /** The requests by what came of them; those in flight are not among them. */
  answers: Readonly<Record<AnswerOutcome, number>>
  /** Of all bodies, decoded. */
  bytes: number
  /** Answers that asked for a pause, and the total length of the pauses. */
  throttling: { answers: number; waitMs: number }
  /** Requests that are being answered. */
  inFlight: number
  /** How many requests to the source may be in flight, which adapts to how it answers. */
  concurrency: number
  /** How many requests to the source may start each second; 0: no limit. */
  rate: number
}

/** Counts answers by what they come to. */
export class AnswerCounts {
  readonly all: Record<AnswerOutcome, number> = { fetched: 0, unchanged: 0, redirected: 0, gone: 0, private: 0, throttled: 0, failed: 0 }

  /** Counts an answer when its head is there, and passes it on. */
  async count(sent: Promise<Received>, retryAfterOf: (answer: Received) => number | undefined): Promise<Received> {
    try {
      const answer = await sent
      this.all[outcomeOf(answer.statusCode, retryAfterOf(answer))]++
      return answer
    } catch (error) {
      this.all.failed++
      throw error
    }
  }
}

function outcomeOf(status: number, retryAfterMs: number | undefined): AnswerOutcome {
  if (status >= 200 && status < 300) return 'fetched'
  if (status === 304) return 'unchanged'
  return status >= 300 && status < 400 ? 'redirected' : outcomeOfRefusal(status, retryAfterMs)
}
