import { expect, test } from 'vitest'
import { Counters } from '../../../src/crawl/report/counters.ts'

test.each([
  ['picture', 'files'],
  ['video file', 'files'],
  ['document', 'files'],
  ['guide', 'records'],
  ['video', 'records'],
] as const)('a failed %s counts among the %s', (kind, group) => {
  const counters = new Counters({})
  counters.know(kind)
  counters.fail({ kind, id: '1', url: 'https://x.test/1', reason: 'It is slow.' })
  expect(counters.worst()).toEqual({ failedOf: group, failedPercent: 100 })
})
