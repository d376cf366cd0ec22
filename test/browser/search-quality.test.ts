import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject } from 'vitest'
import { askAll } from '../../scripts/search-quality/ask.ts'
import { AIM, missLines, scoresOf } from '../../scripts/search-quality/score.ts'
import { type ExpectedQuery, readQuestions } from '../../scripts/search-quality/table.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { benchbook } from '../benchbook.ts'
import { SWEEP } from '../sweep.ts'
import { test } from './browser.ts'

const ours = (path: string): string => resolve(import.meta.dirname, '../..', path)
const QUERIES = ours('test/search/queries.json')

if (SWEEP)
  test('what people type at the bench finds a right page first, or among the first three', async ({ browser, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'benchbook-quality-'))
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    for (const name of ['lists', 'media', 'records', 'records.ndjson', 'manifest.json'])
      await cp(join(ours('sample'), name), join(cache, name), { recursive: true })
    const manifest = JSON.parse(await readFile(join(cache, 'manifest.json'), 'utf8')) as object
    await writeFile(join(cache, 'manifest.json'), JSON.stringify({ ...manifest, translations: ['de', 'ja'] }))
    const built = await benchbook(['build', '--cache', cache, '--out', out])
    expect(built.code, built.stderr).toBe(0)
    const site = await serveSite(out, { base: '/', port: 0 })
    onTestFinished(async () => {
      site.close()
      await rm(folder, { recursive: true, force: true })
    })
    const answered = await askAll(browser, { folder: out, url: site.url }, await readQuestions(QUERIES, out))
    const { queries, hit1, hit3 } = scoresOf(answered)
    const misses = missLines(answered).join('\n')
    expect(queries).toBeGreaterThanOrEqual(90)
    expect(hit1, misses).toBeGreaterThanOrEqual(AIM.hit1)
    expect(hit3, misses).toBeGreaterThanOrEqual(AIM.hit3)
  })

test('of four queries of each kind nine in ten find a right page first', async ({ browser, onTestFinished }) => {
  const site = { folder: inject('siteFolder'), url: inject('siteUrl') }
  const home = await mkdtemp(join(tmpdir(), 'benchbook-quality-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const rows = (JSON.parse(await readFile(QUERIES, 'utf8')) as ExpectedQuery[]).filter(({ lang }) => lang === 'en')
  const four = [...Map.groupBy(rows, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, 4))
  expect(four.length).toBeGreaterThanOrEqual(36)
  await writeFile(join(home, 'queries.json'), JSON.stringify(four))
  const answered = await askAll(browser, site, await readQuestions(join(home, 'queries.json'), site.folder))
  const { hit1, hit3 } = scoresOf(answered)
  const misses = missLines(answered).join('\n')
  expect(hit1, misses).toBeGreaterThanOrEqual(AIM.hit1)
  expect(hit3, misses).toBeGreaterThanOrEqual(AIM.hit3)
})
