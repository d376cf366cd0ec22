import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeMarker } from '../../src/publish/marker.ts'
import { startBenchbook } from '../benchbook.ts'
import { folder } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'

test('a crawl with closed stderr runs to its end', async () => {
  const service = await smallService({ guides: guides(3) })
  const args = ['crawl', '--source', service.url, '--cache', await folder(), '--contact', 'test@example.org', '--ignore-robots']
  const { child, ended } = startBenchbook(args)
  child.stderr?.destroy()
  expect((await ended).code).toBe(0)
  expect(service.asked).toContain('/api/2.0/guides/3?excludePrerequisiteSteps')
})

test('a command with closed stdout ends successfully', async () => {
  const { child, ended } = startBenchbook(['build', '--help'])
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})

test.each([{ flags: [] }, { flags: ['--json'] }])('a check with closed stdout ends with 1 ($flags)', async ({ flags }) => {
  const [out, cache] = [await folder(), await folder()]
  await writeFile(join(out, 'index.html'), '<a href="/gone/">gone</a>')
  await writeMarker(out, { product: 'Benchbook', base: '/', site: '' })
  const { child, ended } = startBenchbook(['check', '--out', out, '--cache', cache, ...flags])
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 1, stderr: '' })
})
