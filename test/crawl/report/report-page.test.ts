import { marked } from 'marked'
import { expect, test } from 'vitest'
import type { Entry, ReportSummary } from '../../../src/cache/report.ts'
import { makeCounters } from '../../../src/crawl/report/counters.ts'
import { reportPage } from '../../../src/crawl/report/report-page.ts'

const SUMMARY: ReportSummary = {
  format: 1,
  product: 'Benchbook test',
  source: 'https://repair.example',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:01.000Z',
  isComplete: false,
  requests: 1,
  bytes: 1,
  throttling: { answers: 0, waitMs: 0 },
  kinds: {},
  languages: {},
  lists: [],
  drift: [],
  commentsWithoutPage: {},
  unreachable: [],
  warnings: [],
}
const NONE = { count: 0, first: [] }

test.each([
  '`',
  '``',
  '```',
  '` `` ```',
  '`'.repeat(50),
  '`` <script>alert(1)</script> ``',
  '``![x](http://a.test)``',
  '``\n\n# Heading\n\n``',
  '|` |',
])('backticks in an address or a warning do not end its code: %j', (ticks) => {
  const text = `https://a.test/${ticks}<img src=x onerror=y>[here](javascript:z)${ticks}`
  const entry = { kind: 'guide', id: text, lang: '', url: text, reason: text, tries: 2, state: 'failed', from: 'x' } as unknown as Entry
  const parts = { failures: { count: 1, first: [entry] }, withdrawn: NONE, fallbacks: NONE, unknownLinks: NONE, changed: NONE }
  const page = reportPage({ ...SUMMARY, warnings: [text], unreachable: [{ host: text, reason: text, files: 1 }] }, parts)
  const html = marked.parse(page, { async: false })
  expect(html).not.toMatch(/<img|<a |<script/)
  expect(html.match(/<h\d/g)).toHaveLength(2)
})

test('a record without an id is named by its kind alone', () => {
  const entry = { kind: 'site', id: '', lang: '', url: 'https://a.test/info', tries: 1, state: 'gone' } as unknown as Entry
  const parts = { failures: NONE, withdrawn: { count: 1, first: [entry] }, fallbacks: NONE, unknownLinks: NONE, changed: NONE }
  expect(reportPage(SUMMARY, parts)).toContain('\n- site: gone, `https://a.test/info`\n')
})

test('thousands of failed pictures do not crowd out failures of other kinds', () => {
  const counters = makeCounters({})
  const fail = (kind: string, id: string) => counters.fail({ kind, id, url: `https://a.example/${id}`, reason: 'answered 500' })
  for (let at = 0; at < 5000; at++) fail('picture', `${at}.png`)
  fail('guide', '7')
  expect(counters.failures).toHaveLength(1001)
  expect(counters.failures.at(-1)).toMatchObject({ kind: 'guide', id: '7' })
  expect(counters.progress.picture?.failed).toBe(5000)
})

test.each([
  ['picture', 'files'],
  ['video file', 'files'],
  ['document', 'files'],
  ['guide', 'records'],
  ['video', 'records'],
] as const)('a failed %s counts among the %s', (kind, group) => {
  const counters = makeCounters({})
  counters.know(kind)
  counters.fail({ kind, id: '1', url: 'https://x.test/1', reason: 'It is slow.' })
  expect(counters.worst()).toEqual({ failedOf: group, failedPercent: 100 })
})
