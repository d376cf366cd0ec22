import { expect, test } from 'vitest'
import { durationsIn } from '../../src/components/guide/aids/durations.ts'

test.each([
  ['en', 'Wait 20 minutes, then hold the button for 10 seconds.', ['20 minutes', 1200], ['10 seconds', 10]],
  ['en', 'Let it dry for 20–30 min. or 1.5 hours.', ['30 min', 1800], ['1.5 hours', 5400]],
  ['en', 'It takes 1 hour and 30 minutes at 60 °C; 2 hrs, 5 mins when cold.', ['1 hour and 30 minutes', 5400], ['2 hrs, 5 mins', 7500]],
  ['en', 'Heat it for 2 minutes. Repeat: 2 minutes.', ['2 minutes', 120]],
  ['en', 'A 15-minute soak at 3 minutes each', ['15-minute', 900], ['3 minutes', 180]],
  ['de', 'Nach 20 Minuten oder 1,5 Stunden, höchstens 90 Sek. halten', ['20 Minuten', 1200], ['1,5 Stunden', 5400], ['90 Sek', 90]],
  ['fr', 'Attendez 1 heure et 15 minutes.', ['1 heure et 15 minutes', 4500]],
  ['es', 'Espera 10 segundos.', ['10 segundos', 10]],
  ['ru', 'Подождите 5 минут или 2 часа.', ['5 минут', 300], ['2 часа', 7200]],
  ['ja', '20分待ってから、30秒押します。', ['20分', 1200], ['30秒', 30]],
  ['zh', '等待 5 分钟', ['5 分钟', 300]],
  ['ko', '5분간 기다립니다', ['5분', 300]],
] as [lang: string, text: string, ...expected: [said: string, seconds: number][]][])('%s: %s', (lang, text, ...expected) => {
  expect(durationsIn(text, lang)).toEqual(expected.map(([said, seconds]) => ({ said, ms: seconds * 1000 })))
})

test.each([
  'A 5 mm screw, 60 Hz, 12 V, 3 mini hooks',
  'Step 4 of 12, 1/2 hour',
  'Hold for 1 second',
  'It lasts 10000 hours',
  'Wait a while',
])('%s has no time to wait for', (text) => {
  expect(durationsIn(text, 'en')).toEqual([])
})

test('a language unknown to the browser is formatted in the browser’s own', () => {
  expect(durationsIn('Wait.', 'not a language')).toEqual([])
})
