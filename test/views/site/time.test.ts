import { expect, test } from 'vitest'
import { clockOf, momentOf, spanOf } from '../../../src/views/site/time.ts'

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

test("without bounds the service's text is used if it contains a time", () => {
  expect(spanOf(0, 0, '3 evenings', 'en')).toEqual({ iso: '', words: '3 evenings' })
  expect(spanOf(0, 0, 'No estimate', 'en')).toBeUndefined()
})

test('a span is in the language of the site', () => {
  expect(spanOf(5400, 5400, '', 'de')?.words).toBe('1 Stunde, 30 Minuten')
})

test.each([
  ['ja', ['1時間30分', '20〜40分', '1.5〜3時間', '15分〜4時間']],
  ['zh', ['1 小时 30 分钟', '20 至 40 分钟', '1.5 至 3 小时', '15 分钟至 4 小时']],
  ['zh-hant', ['1 小時 30 分鐘', '20 至 40 分鐘', '1.5 至 3 小時', '15 分鐘至 4 小時']],
  ['ko', ['1시간 30분', '20~40분', '1.5~3시간', '15분~4시간']],
])('a span has the spacing of %s, whatever its units', (lang, words) => {
  const spans = [
    [5400, 5400],
    [1200, 2400],
    [5400, 10_800],
    [900, 14_400],
  ] as const
  expect(spans.map(([min, max]) => spanOf(min, max, '', lang)?.words)).toEqual(words)
})

test.each([
  ['fr', '1er mars 2025', '11 mars 2025'],
  ['fr-ca', '1er mars 2025', '11 mars 2025'],
  ['it', '1º marzo 2025', '11 marzo 2025'],
  ['pt', '1º de março de 2025', '11 de março de 2025'],
  ['pt-pt', '1 de março de 2025', '11 de março de 2025'],
  ['es', '1 de marzo de 2025', '11 de marzo de 2025'],
  ['ja', '2025年3月1日', '2025年3月11日'],
])('the first of a month is written idiomatically in %s: %s', (lang, first, eleventh) => {
  expect([1, 11].map((day) => momentOf(Date.UTC(2025, 2, day) / 1000, lang)?.words)).toEqual([first, eleventh])
})

test('a moment is a date in UTC, and 0 means never', () => {
  expect(momentOf(1340757303.5, 'en')).toEqual({ iso: '2012-06-27T00:35:03.500Z', words: 'June 27, 2012' })
  expect(momentOf(0, 'en')).toBeUndefined()
})

test('a moment outside of the calendar is omitted', () => {
  expect(momentOf(1e15, 'en')).toBeUndefined()
  expect(momentOf(Number.NaN, 'en')).toBeUndefined()
})

test('the length of a video reads like a clock', () => {
  expect([clockOf(0), clockOf(5000), clockOf(65_000), clockOf(3_723_000)]).toEqual(['', '0:05', '1:05', '1:02:03'])
})
