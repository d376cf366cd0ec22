import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { folder, optionsFor } from './server.ts'
import { guide, smallService } from './small-service.ts'

test.for([
  ['{"guideid": 1,', 'it ends too early'],
  ['{"guideid" 1}', 'the fault is at character 12'],
  ['{"guideid": }', 'a character is out of place'],
] as const)('an answer %s as application/json is told to be no valid JSON, and why', async ([body, why]) => {
  const service = await smallService({
    guides: [guide(1), guide(2)],
    before(_, response, url) {
      if (!url.pathname.endsWith('/guides/1')) return false
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      return true
    },
  })
  const { failures } = await crawl(optionsFor(service.url, await folder(), { retries: 0 }))
  expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(new RegExp(`/guides/1\\S* is not valid JSON: ${why}\\.$`))])
})
