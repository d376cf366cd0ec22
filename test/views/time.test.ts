import { expect, test } from 'vitest'
import { clockOf, momentOf, spanOf } from '../../src/views/time.ts'

test.for([
  [600, 600, '', '10 minutes'],
  [0, 90, '1 minute', '2 minutes'],
  [3600, 3600, '', '1 hour'],
  [5400, 5400, '1 hour', '1 hour 30 minutes'],
  [43200, 0, '', '12 hours'],
  [1200, 2400, '', '20–40 minutes'],
  [2400, 1200, '', '20–40 minutes'],
  [5400, 10800, '', '1.5–3 hours'],
  [900, 14400, '', '15 minutes – 4 hours'],
] as const)('%i to %i seconds (%s) is %s', ([min, max, text, words]) => {
  expect(spanOf(min, max, text, 'en')?.words).toBe(words)
})

test('without bounds the words of the service stand, unless they are no time', () => {
  expect(spanOf(0, 0, '3 evenings', 'en')).toEqual({ iso: '', words: '3 evenings' })
  expect(spanOf(0, 0, 'No estimate', 'en')).toBeUndefined()
})

test('a span speaks the language of the site', () => {
  expect(spanOf(5400, 5400, '', 'de')?.words).toBe('1 Stunde, 30 Minuten')
})

test('a moment is a date in UTC, and 0 is never', () => {
  expect(momentOf(1340757303.5, 'en')).toEqual({ iso: '2012-06-27T00:35:03.500Z', words: 'June 27, 2012' })
  expect(momentOf(0, 'en')).toBeUndefined()
})

test('a moment that no calendar reaches is none', () => {
  expect(momentOf(1e15, 'en')).toBeUndefined()
  expect(momentOf(Number.NaN, 'en')).toBeUndefined()
})

test('the length of a video reads like a clock', () => {
  expect([clockOf(0), clockOf(5000), clockOf(65_000), clockOf(3_723_000)]).toEqual(['', '0:05', '1:05', '1:02:03'])
})
