import { expect, test } from 'vitest'
import { crawlBlock, crawlLine, type CrawlReport, crawlSummary, doneOf, waitInWords } from '../../../src/cli/terminal/crawl.ts'
import { KindTimes, TimeLeft } from '../../../src/cli/terminal/times.ts'
import type { Wait } from '../../../src/fetch/waits.ts'

const none = { fetched: 0, unchanged: 0, gone: 0, private: 0, failed: 0, stale: 0, bytes: 0 }

function reportOf(failed: number, kept = failed): CrawlReport {
  return {
    cache: '/srv/cache',
    ms: 12_000,
    counts: { guide: { ...none, fetched: 50, gone: 2, failed, bytes: 1_500_000 }, user: { ...none, unchanged: 7 } },
    timesMs: { guide: 11_000 },
    failures: Array.from({ length: kept }, (_, at) => ({
      kind: 'guide',
      id: String(at),
      url: `https://a.example/guides/${at}`,
      reason: 'answered 500',
    })),
    failed,
    failedPercent: 1,
    failedOf: 'records',
    refused: [],
    requests: 70,
    bytes: 1_600_000,
    warnings: [],
    verified: { asked: 0, changed: [] },
    shrunk: [],
    beyond: [],
  }
}

test('a finished crawl is a table by kind, with totals below', () => {
  expect(crawlSummary(reportOf(0))).toEqual([
    '       fetched  unchanged  gone  private  failed  stale   bytes   time',
    'guide       50          0     2        0       0      0  1.5 MB   11 s',
    'user         0          7     0        0       0      0     0 B  0.0 s',
    'all         50          7     2        0       0      0  1.5 MB   12 s',
    'Crawled 57 records and files, 1.6 MB, with 70 requests in 12 s: /srv/cache',
  ])
})

test('the number of changed records among the verified ones is reported', () => {
  expect(crawlSummary({ ...reportOf(0), verified: { asked: 20, changed: ['guide 7', 'wiki INFO/Solder'] } })).toContain(
    'Verified 20 unchanged records; 2 had changed, which no list showed: guide 7, wiki INFO/Solder',
  )
})

test('a part is named as such', () => {
  expect(crawlSummary({ ...reportOf(0), part: { limit: 5, category: 'Phone' } }).at(-1)).toContain(
    'Crawled 57 records and files of the part --limit 5 --category "Phone", 1.6 MB',
  )
})

test('failures are listed with address and reason, ten of them, and the others are counted', () => {
  const lines = crawlSummary(reportOf(1_500, 1_000)).filter((line) => line.startsWith('  '))
  expect(lines).toHaveLength(11 + 1)
  expect(lines[1]).toBe('  failed: https://a.example/guides/0 (answered 500)')
  expect(lines.at(-1)).toBe('  and 1,490 more; --json lists 1,000 of the 1,500')
})

test('an address in the reason is not repeated, and no number of files hides a record or list', () => {
  const pictures = Array.from({ length: 12 }, (_, at) => `http://pictures.example/${at}.png`)
  const failures = [
    ...pictures.map((url) => ({ kind: 'picture', id: url, url, reason: `${url} is not asked for.` })),
    { kind: 'guide', id: '7', url: 'https://a.example/guides/7', reason: 'https://a.example/guides/7 answered 500.' },
    { kind: 'list', id: 'tags', url: 'https://a.example/tags', reason: 'No end.' },
  ]
  const lines = crawlSummary({ ...reportOf(failures.length), failures }).filter((line) => line.startsWith('  '))
  expect(lines.slice(1, 4)).toEqual([
    '  failed: https://a.example/guides/7 answered 500.',
    '  failed: https://a.example/tags (No end.)',
    '  failed: http://pictures.example/0.png is not asked for.',
  ])
  expect(lines.at(-1)).toBe('  and 4 more; --json has them all')
})

test('a running crawl in one line shows what is done and known, its speed and the time left', () => {
  const progress = { guide: { ...none, known: 80, done: 20, bytes: 40_000 }, user: { ...none, known: 20, done: 5 } }
  const left = new TimeLeft()
  left.note(doneOf(progress), 5_000)
  expect(crawlLine({ progress, waits: [], ms: 5_000, left })).toBe('Crawling: 25 of 100 known, 40 kB, 5.0 a second, 15 s left')
  expect(crawlLine({ progress: {}, waits: [], ms: 0, left: new TimeLeft() })).toBe('Crawling: 0 of 0 known, 0 B, 0.0 a second')
})

test('a running crawl shows what it waits for, and how long', () => {
  const said = (wait: Partial<Wait> & Pick<Wait, 'reason'>) => waitInWords({ host: 'a.example', requests: 12, forMs: 30_000, ...wait })
  expect(said({ reason: 'pause', leftMs: 598_000 })).toBe('a.example is given a pause: 9 min 58 s left')
  expect(said({ reason: 'delay', leftMs: 42_000 })).toBe('a.example wants time between requests: the next one in 42 s')
  expect(said({ reason: 'answer' })).toBe('a.example has not answered a request for 30 s')
  expect(said({ reason: 'retry', leftMs: 8000 })).toBe('12 requests to a.example failed: the next retry in 8.0 s')
  const waits = ['a', 'b', 'c', 'd'].map((host): Wait => ({ host, reason: 'answer', requests: 1, forMs: 6000 }))
  const running = { progress: {}, waits, ms: 6000, left: new TimeLeft() }
  expect(crawlLine(running)).toBe('Crawling: 0 of 0 known, 0 B, 0.0 a second; a has not answered a request for 6.0 s')
  expect(crawlBlock(running).slice(1)).toEqual(['a', 'b', 'c'].map((host) => `  ${host} has not answered a request for 6.0 s`))
})

test('a kind takes from when its first is known until its last has its outcome', () => {
  const times = new KindTimes()
  times.note({ guide: { ...none, known: 1, done: 0 } }, 100)
  times.note({ guide: { ...none, known: 2, done: 2 }, user: { ...none, known: 1, done: 0 } }, 400)
  times.note({ guide: { ...none, known: 2, done: 2 }, user: { ...none, known: 1, done: 1 } }, 900)
  expect(times.all()).toEqual({ guide: 300, user: 500 })
})
