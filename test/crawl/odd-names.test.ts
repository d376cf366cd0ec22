import { expect, test } from 'vitest'
import { readPrivateNames } from '../../src/cache/private-keys.ts'
import { PublicReader } from '../../src/cache/public-reader.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { collect, folder, optionsFor } from './server.ts'
import { guide, smallService } from './small-service.ts'

/** What breaks whoever makes text of it, or looks for it among names. */
const ODD = JSON.parse(
  '[{"toString":"x","valueOf":1},{"toString":{"a":1}},["x"],null,true,{"__proto__":null},"constructor","__proto__"]',
) as unknown[]

test('whatever stands in the place of a name in a list, the crawl, the next one and the reader of the site pass over it', async () => {
  const items = ODD.flatMap((odd) => [{ guideid: odd }, { title: odd }, { teamid: odd }, { context: odd, commentid: odd, contextid: odd }])
  const service = await smallService({
    guides: [guide(1)],
    answers: { '/wikis/WIKI': items, '/teams': items, '/comments': items, '/tags': ODD, '/guides/featured': items },
    instead: (path, { searchParams }) => path === '/guides' && (searchParams.get('offset') === '0' ? [guide(1), ...items] : []),
  })
  const cache = await folder()
  for (const time of ['first', 'again']) {
    const { counts } = await crawl(optionsFor(service.url, cache))
    expect((counts.guide?.fetched ?? 0) + (counts.guide?.unchanged ?? 0), time).toBe(1)
  }
  const whole = await openCache(cache)
  const reader = new PublicReader(whole, await readPrivateNames(whole))
  for (const list of ['guides', 'guides-featured', 'wikis-WIKI'] as const)
    expect((await collect(reader.list(list))).length, list).toBeGreaterThanOrEqual(items.length)
})
