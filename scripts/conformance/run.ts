import type { Check } from './check.ts'
import { FORM_CHECKS } from './forms.ts'
import { GUIDE_CHECKS } from './guides.ts'
import { Known } from './known.ts'
import { Mismatch, NotShown } from './law.ts'
import { LIST_CHECKS } from './lists.ts'
import { MEDIA_CHECKS } from './media.ts'
import { PEOPLE_CHECKS } from './people.ts'
import type { Peer } from './peer.ts'
import { REFUSAL_CHECKS } from './refusals.ts'
import { SEARCH_CHECKS } from './search.ts'
import { WIKI_CHECKS } from './wikis.ts'

export const CHECKS: readonly Check[] = [
  ...LIST_CHECKS,
  ...GUIDE_CHECKS,
  ...WIKI_CHECKS,
  ...PEOPLE_CHECKS,
  ...MEDIA_CHECKS,
  ...SEARCH_CHECKS,
  ...FORM_CHECKS,
  ...REFUSAL_CHECKS,
]

export interface Result {
  name: string
  outcome: 'kept' | 'broken' | 'not shown'
  /** What was wrong and the request that showed it, or why it was not shown; '' where the law is kept. */
  detail: string
}

/** Runs every check against a service, one after the other; gives each result as soon as it is there. */
export async function* conformance(peer: Peer): AsyncGenerator<Result> {
  const known = new Known(peer)
  for (const { name, run } of CHECKS)
    yield await run(peer, known).then(
      (): Result => ({ name, outcome: 'kept', detail: '' }),
      (error: unknown) => resultOf(name, error, peer.lastRequest),
    )
}

/** A service that does not answer at all breaks the law as well. */
function resultOf(name: string, error: unknown, request: string): Result {
  if (error instanceof NotShown) return { name, outcome: 'not shown', detail: error.message }
  if (error instanceof Mismatch || isOfNetwork(error)) return { name, outcome: 'broken', detail: `${error.message} (${request})` }
  throw error
}

/** fetch says TypeError when the network fails, and TimeoutError. */
const isOfNetwork = (error: unknown): error is Error =>
  (error instanceof TypeError && error.message === 'fetch failed') || (error instanceof DOMException && error.name === 'TimeoutError')
