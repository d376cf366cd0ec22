import type { Matrix } from './matrix.ts'

/** What passes is tried again; what stays is a failure in the report, and the last good copy is kept. */
const PASSING = 'complete · complete · failed (1)'
const LASTING = 'failed (1)'
const everywhere = (outcome: string) => ({ list: outcome, detail: outcome, picture: outcome })
/** A record is looked at twice only: a service that has changed its shapes would be asked eight times for each. */
const WRONG_SHAPE = { list: PASSING, detail: 'complete · failed (1) · failed (1)', picture: PASSING }

/** What a crawl must make of each fault that strikes once, twice and for ever. */
export const EXPECTED: Matrix = {
  refused: everywhere(PASSING),
  reset: everywhere(PASSING),
  'cut body': everywhere(PASSING),
  'wrong length': everywhere(PASSING),
  'slow head': everywhere(PASSING),
  'slow body': everywhere(PASSING),
  // One refusal is no reason to stop, as long as the API answers what it answered before.
  'HTTP 401': everywhere('private'),
  'HTTP 403': everywhere('private'),
  'HTTP 404': everywhere('gone'),
  'HTTP 410': everywhere('gone'),
  'HTTP 422': everywhere(LASTING),
  'HTTP 429': everywhere(PASSING),
  'HTTP 429, Retry-After in seconds': everywhere(PASSING),
  'HTTP 429, Retry-After as a date': everywhere(PASSING),
  'HTTP 500': everywhere(PASSING),
  'HTTP 502': everywhere(PASSING),
  'HTTP 503': everywhere(PASSING),
  'HTML with 200': everywhere(PASSING),
  'JSON null': WRONG_SHAPE,
  // An empty list can be the truth, and at the first crawl nothing speaks against it.
  'JSON []': { ...WRONG_SHAPE, list: 'taken as it is' },
  'JSON {}': WRONG_SHAPE,
  'wrong shape': WRONG_SHAPE,
  // A page of a list that is too large is asked for in smaller ones.
  'gzip bomb': { ...everywhere(LASTING), list: PASSING },
  'endless redirect': everywhere(PASSING),
  // An answer of the API from another host would not be the source's.
  'redirect to another host': { list: LASTING, detail: LASTING, picture: 'complete' },
  'no such name': { list: LASTING, detail: LASTING, picture: PASSING },
}
