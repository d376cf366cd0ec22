import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportSchema } from '../../src/cache/report.ts'
import { benchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { guide, guidesCache, wiki } from '../views/small-site.ts'

test('a crawl adds its report to the summary; the command prints the same, and with --json all of it', async () => {
  const service = await smallService({ guides: guides(3) })
  const folder = await temporaryFolder({ 'summary.md': 'Before.\n' })
  const args = ['crawl', '--source', service.url, '--cache', 'cache', '--quiet', '--summary', 'summary.md']
  const { code, stderr } = await benchbookHere(args, { cwd: folder })
  expect(code, stderr).toBe(0)
  const summary = await readFile(join(folder, 'summary.md'), 'utf8')
  expect(summary).toContain('Before.\n# Crawl of ')

  const cache = join(folder, 'cache')
  const [page, json] = await Promise.all([
    benchbookHere(['report', '--cache', cache]),
    benchbookHere(['report', '--cache', cache, '--json']),
  ])
  expect(page).toMatchObject({ code: 0, stderr: '' })
  expect(page.stdout).toContain('| guide | 3 | 3 |')
  expect(summary).toContain(page.stdout)
  expect(reportSchema.parse(JSON.parse(json.stdout)).kinds.guide).toMatchObject({ expected: 3, got: 3 })
})

test('the files of a report name options, and printed reports have their flags', async () => {
  const service = await smallService({ guides: guides(9) })
  const folder = await temporaryFolder()
  const [cache, summary] = [join(folder, 'cache'), join(folder, 'summary.md')]
  const crawl = ['crawl', '--source', service.url, '--cache', cache, '--limit', '8', '--max-records', '4', '--summary', summary, '--json']
  const crawled = await benchbookHere(crawl)
  expect(crawled.stderr).toMatch(/^benchbook: The copy is not complete\. .* Raise --max-records for more\.\n$/)
  expect((JSON.parse(crawled.stdout) as { warnings: string[] }).warnings.join()).toContain('Raise --max-records for more.')
  const stored = await Promise.all(['report.md', 'report.json'].map((name) => readFile(join(cache, name), 'utf8')))
  const read = [
    await readFile(summary, 'utf8'),
    (await benchbookHere(['report', '--cache', cache])).stdout,
    (await benchbookHere(['report', '--cache', cache, '--json'])).stdout,
  ]
  for (const text of stored) expect(text).toContain('Raise `maxRecords` for more.')
  for (const text of stored) expect(text).not.toContain('--max')
  for (const text of read) expect(text).toContain('Raise --max-records for more.')
  for (const text of read) expect(text).not.toContain('`maxRecords`')
  expect(stored[0]).toContain('**Only a part of the service**: `` `limit` 8 ``, with')
  expect(read[1]).toContain('**Only a part of the service**: `--limit 8`, with')
})

test('a summary states why there is no report', async () => {
  const summary = join(await temporaryFolder(), 'summary.md')
  const args = ['crawl', '--source', 'http://127.0.0.1:1', '--retries', '0', '--cache', join(summary, '../cache'), '--summary', summary]
  const { code, stderr } = await benchbookHere(args)
  expect(code).toBe(2)
  expect(await readFile(summary, 'utf8')).toBe(stderr.replace('benchbook:', '**benchbook:**'))
})

test('the folders of the summary are created, and a folder in its place is an error', async () => {
  const cache = await temporaryFolder({ 'report.md': '# Crawl of x\n' })
  await writeCache(cache, guidesCache([guide(1)]))
  const summary = join(await temporaryFolder(), 'ci/job/summary.md')
  expect(await benchbookHere(['report', '--cache', cache, '--summary', summary])).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(summary, 'utf8')).toContain('# Crawl of x')
  expect(await benchbookHere(['report', '--cache', cache, '--summary', cache])).toMatchObject({
    code: 2,
    stderr: `benchbook: ${cache} is a folder where a file is needed. Name a file.\n`,
  })
})

test('only a page kept from an earlier crawl is marked as such', async () => {
  const [cache, out] = [await temporaryFolder(), join(await temporaryFolder(), 'site')]
  const since = '2026-05-03T01:00:00.000Z'
  await writeCache(cache, {
    ...guidesCache([guide(1), guide(2)], { records: [wiki('Kettle')] }),
    stale: [
      { kind: 'guide', id: '1', since },
      { kind: 'wiki', id: 'CATEGORY/Kettle', since },
    ],
  })
  const { code, stderr } = await benchbook(['build', '--cache', cache, '--out', out, '--quiet'])
  expect(code, stderr).toBe(0)
  const pages = (await readdir(out, { recursive: true })).filter((path) => /^(guide|category)\/.*\.html$/.test(path))
  const told = await Promise.all(pages.map(async (path) => ((await readFile(join(out, path), 'utf8')).includes(since) ? [path] : [])))
  expect(told.flat().sort()).toEqual([expect.stringMatching(/^category\/kettle/), expect.stringMatching(/^guide\/1\b/)])
})
