import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askAll } from '../../scripts/search-quality/ask.ts'
import { AIM, missLines, scoresOf } from '../../scripts/search-quality/score.ts'
import { readQuestions } from '../../scripts/search-quality/table.ts'
import { build } from '../../src/library/library.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { copySample } from '../sample-copy.ts'

test('typical queries find a right page first, or among the first three', async () => {
  const folder = await temporaryFolder()
  const [cache, out] = [await copySample(join(folder, 'cache'), ['de', 'ja']), join(folder, 'dist')]
  await build({ cache, out })
  const site = await serveSite(out, { base: '/', port: 0 })
  onTestFinished(() => site.close())
  const answered = await askAll({ folder: out, url: site.url }, await readQuestions(resolve(import.meta.dirname, 'queries.json'), out))
  const { queries, hit1, hit3 } = scoresOf(answered)
  const misses = missLines(answered).join('\n')
  expect(queries).toBeGreaterThanOrEqual(90)
  expect(hit1, misses).toBeGreaterThanOrEqual(AIM.hit1)
  expect(hit3, misses).toBeGreaterThanOrEqual(AIM.hit3)
})
