import { expect, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { folder } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'

test('a crawl whose messages nobody reads any more goes on to its end', async () => {
  const service = await smallService({ guides: guides(3) })
  const args = ['crawl', '--source', service.url, '--cache', await folder(), '--contact', 'test@example.org', '--ignore-robots']
  const { child, ended } = startBenchbook(args)
  child.stderr?.destroy()
  expect((await ended).code).toBe(0)
  expect(service.asked).toContain('/api/2.0/guides/3?excludePrerequisiteSteps')
})

test('a command whose output nobody reads any more ends well', async () => {
  const { child, ended } = startBenchbook(['build', '--help'])
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})
