import { expect, test } from 'vitest'
import { Tally } from '../../../src/crawl/report/tally.ts'

test('thousands of pictures that failed leave the failures of other kinds their place', () => {
  const tally = new Tally({})
  const fail = (kind: string, id: string) => tally.fail({ kind, id, url: `https://a.example/${id}`, reason: 'answered 500' })
  for (let at = 0; at < 5000; at++) fail('picture', `${at}.png`)
  fail('guide', '7')
  expect(tally.failures).toHaveLength(1001)
  expect(tally.failures.at(-1)).toMatchObject({ kind: 'guide', id: '7' })
  expect(tally.progress.picture?.failed).toBe(5000)
})
