import { expect, test } from 'vitest'
import { Counters } from '../../../src/crawl/report/counters.ts'

test('thousands of pictures that failed leave the failures of other kinds their place', () => {
  const counters = new Counters({})
  const fail = (kind: string, id: string) => counters.fail({ kind, id, url: `https://a.example/${id}`, reason: 'answered 500' })
  for (let at = 0; at < 5000; at++) fail('picture', `${at}.png`)
  fail('guide', '7')
  expect(counters.failures).toHaveLength(1001)
  expect(counters.failures.at(-1)).toMatchObject({ kind: 'guide', id: '7' })
  expect(counters.progress.picture?.failed).toBe(5000)
})
