import { expect, test } from 'vitest'
import { bytesInWords, countOf, table, timeInWords } from '../../../src/cli/terminal/words.ts'
import { TimeLeft } from '../../../src/cli/terminal/times.ts'
import { findingsInWords } from '../../../src/cli/terminal/findings.ts'
import { inFlags, jsonInFlags, pageInFlags } from '../../../src/cli/terminal/flags.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345, '12 kB'],
  [3_600_000, '3.6 MB'],
  [4_200_000_000_000_000, '4200 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words)
})

test.each([
  [0, '0.0 s'],
  [1_234, '1.2 s'],
  [9_960, '10 s'],
  [59_600, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [7_300_000, '2 h 1 min'],
])('%i milliseconds are %s', (ms, words) => {
  expect(timeInWords(ms)).toBe(words)
})

test('one is singular, more are plural', () => {
  expect([countOf(1, 'page'), countOf(0, 'page'), countOf(61_000, 'page'), countOf(2, 'address')]).toEqual([
    '1 page',
    '0 pages',
    '61,000 pages',
    '2 addresses',
  ])
})

test('a table has names aligned left and figures right, and no spaces at the ends', () => {
  const rows = table([
    ['', 'fetched', 'time'],
    ['guide', '61', '1.2 s'],
    ['wiki', '1,234', ''],
  ])
  expect(rows).toEqual(['       fetched   time', 'guide       61  1.2 s', 'wiki     1,234'])
})

/** `perSecond` items a second, noted ten times a second. */
function work(left: TimeLeft, from: { ms: number; done: number }, seconds: number, perSecond: number): { ms: number; done: number } {
  for (let tenth = 1; tenth <= 10 * seconds; tenth++) left.note(Math.floor(from.done + (tenth * perSecond) / 10), from.ms + 100 * tenth)
  return { ms: from.ms + 1000 * seconds, done: from.done + seconds * perSecond }
}
const START = { ms: 0, done: 0 }

test('the time left follows from the pace of the last ten seconds, not of the start', () => {
  const left = new TimeLeft()
  const quick = work(left, START, 5, 1000)
  const now = work(left, quick, 30, 10)
  const leftMs = left.of(now.done + 600, now.ms) ?? 0
  expect(leftMs / 60_000).toBeGreaterThan(0.9)
  expect(leftMs / 60_000).toBeLessThan(1.1)
})

test('no time is shown during a standstill, however fast it was before', () => {
  const left = new TimeLeft()
  const now = work(left, START, 2, 100)
  expect(left.of(now.done + 1000, now.ms)).toBeDefined()
  for (const restMs of [2_500, 10_000, 60_000]) expect(left.of(now.done + 1000, now.ms + restMs)).toBeUndefined()
})

test('slow work may pause for as long as three of its items take', () => {
  const left = new TimeLeft()
  const now = work(left, START, 60, 0.2)
  expect(left.of(now.done + 10, now.ms + 8_000)).toBeDefined()
  expect(left.of(now.done + 10, now.ms + 30_000)).toBeUndefined()
})

test('no time is shown before anything is done, when all is done, or below a second', () => {
  const left = new TimeLeft()
  expect(left.of(100, 500)).toBeUndefined()
  const now = work(left, START, 5, 1000)
  expect(left.of(now.done, now.ms)).toBeUndefined()
  expect(left.of(now.done + 8, now.ms)).toBeUndefined()
})

test('findings are grouped by kind, ten of a kind with some of their pages; a file that is itself the finding is named once', () => {
  const dead = { kind: 'dead link' as const, what: '/gone/ does not exist', pages: ['a.html', 'b.html', 'c.html', 'd.html', 'e.html'] }
  const damaged = { kind: 'damaged file' as const, what: 'media/a.png', pages: ['media/a.png'] }
  expect(findingsInWords([dead, damaged, { kind: 'repeated id' as const, what: 'x', pages: ['a.html'] }])).toEqual([
    ...['  1 dead link', '    /gone/ does not exist (on a.html, b.html, c.html and 2 more)'],
    ...['  1 damaged file', '    media/a.png', '  1 repeated id', '    x (on a.html)'],
  ])
  const lines = findingsInWords(Array.from({ length: 12 }, () => dead))
  expect([lines.length, lines.at(-1)]).toEqual([1 + 10 + 1, '    and 2 more; --json has them all'])
})

test('an option is written as its flag, the token as its variable, and other texts are unchanged', () => {
  expect(inFlags('Raise `maxRecords`, or add `allowHost` a.example and `limit` 5.')).toBe(
    'Raise --max-records, or add --allow-host a.example and --limit 5.',
  )
  expect(inFlags('Set `token`.')).toBe('Set BENCHBOOK_TOKEN.')
  expect(inFlags('The `maxRecord` of maxRecords, `constructor`')).toBe('The `maxRecord` of maxRecords, `constructor`')
})

test('a page keeps its code spans, except those with an option', () => {
  expect(pageInFlags('- `` Raise `maxRecords` for more. ``\n- guide `cache`\n')).toBe(
    '- `Raise --max-records for more.`\n- guide `cache`\n',
  )
  expect(pageInFlags('- `` It is called "a`b". A build with `name` … ``\n')).toBe('- `` It is called "a`b". A build with --name … ``\n')
  expect(pageInFlags('- guide `` a`b ``, `` `x` ``')).toBe('- guide `` a`b ``, `` `x` ``')
})

test('only the sentences of a report are rewritten', () => {
  const failure = { id: 'Use `cache`', url: 'https://x.example/`cache`', reason: 'Name another `cache`.' }
  const report = { failures: [failure], warnings: ['Lower `concurrency`.'], drift: [{ path: '`name`' }] }
  expect(JSON.parse(jsonInFlags(report))).toEqual({
    failures: [{ ...failure, reason: 'Name another --cache.' }],
    warnings: ['Lower --concurrency.'],
    drift: [{ path: '`name`' }],
  })
})

test('no sentence contains control characters', () => {
  expect(inFlags('guides\u001b[2J\u0007\u009b31m.zip\nnext\tline')).toBe('guides\ufffd[2J\ufffd\ufffd31m.zip\nnext\tline')
})
