import type { Wait } from '../../crawl/report/counters.ts'
import { countOf, timeInWords } from './words.ts'

/** What a crawl waits for at a host, in one line. */
export function waitInWords({ host, reason, requests, forMs, leftMs = 0 }: Wait): string {
  const left = timeInWords(leftMs)
  switch (reason) {
    case 'pause':
      return `${host} is given a pause: ${left} left`
    case 'delay':
      return `${host} wants time between requests: the next one in ${left}`
    case 'answer':
      return `${host} has been answering for ${timeInWords(forMs)}`
    case 'retry':
      return `${countOf(requests, 'request')} to ${host} failed: the next retry in ${left}`
  }
}
