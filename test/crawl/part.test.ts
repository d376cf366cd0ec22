import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { readReport, readReportPage } from '../../src/cache/report.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { collect, folder, optionsFor } from './server.ts'
import { guide, smallService } from './small-service.ts'

const wiki = (wikiid: number, title: string, rest = {}) => ({ wikiid, namespace: 'CATEGORY', title, tags: [], ...rest })
const LINKED = '<a href="/Guide/X/4">elsewhere</a>'

/** Phones below devices, cars beside them; guide 1 needs guide 3 and links to guide 4. */
const serve = () =>
  smallService({
    guides: [
      guide(1, {
        category: 'Phone 13',
        modified_date: 1_700_000_000,
        prerequisites: [{ guideid: 3 }],
        introduction_rendered: LINKED,
        author: { userid: 7, username: 'U' },
        image: { id: 1, standard: '/media/1.gif' },
      }),
      guide(2, { category: 'Phone', modified_date: 1_600_000_000 }),
      guide(3, { category: 'Car', modified_date: 1_600_000_000 }),
      guide(4, { category: 'Car', modified_date: 1_600_000_000 }),
    ],
    answers: {
      '/categories': { Device: { Phone: { 'Phone 13': null } }, Car: null },
      '/wikis/CATEGORY/Phone 13': wiki(3, 'Phone 13', {
        ancestors: [{ title: 'Phone', namespace: 'CATEGORY' }],
        featured_guides: [{ guideid: 4 }],
      }),
      '/wikis/CATEGORY/Phone': wiki(2, 'Phone', {
        ancestors: [{ title: 'Device', namespace: 'CATEGORY' }],
        children: [{ title: 'Phone 14', namespace: 'CATEGORY' }],
      }),
      '/wikis/CATEGORY/Device': wiki(1, 'Device'),
      '/wikis/CATEGORY/Car': wiki(4, 'Car'),
      '/users/7': { userid: 7, username: 'U' },
    },
  })

const idsOf = async (cache: string, kind: 'guide' | 'wiki') =>
  (await collect((await openCache(cache)).keys(kind))).map(({ id }) => id).sort()

test.for([
  ['--category takes the categories below along', { category: 'Phone' }, ['1', '2', '3']],
  ['--limit takes the first of the list', { limit: 1 }, ['1', '3']],
  ['--since takes what changed later', { since: '2023-01-01' }, ['1', '3']],
  ['all of them at once', { category: 'Car', limit: 1, since: '2020-01-01' }, ['3']],
] as const)('%s, and the part is closed over what it needs', async ([, options, ids]) => {
  const service = await serve()
  const cache = await folder()
  const { manifest } = await crawl(optionsFor(service.url, cache, options))
  expect(manifest.part).toEqual(options)
  expect(await readReport(cache)).toMatchObject({ part: options, isComplete: true })
  expect(await readReportPage(cache)).toMatch(/^# .*\n\n\*\*Only a part of the service\*\*: `` `(limit|category|since)` .* ``,/)
  expect(await idsOf(cache, 'guide')).toEqual(ids)
})

test('a part has categories above, author and pictures, and not what it merely leads to', async () => {
  const service = await serve()
  const cache = await folder()
  const { counts } = await crawl(optionsFor(service.url, cache, { limit: 1 }))
  expect(await idsOf(cache, 'wiki')).toEqual(['Car', 'Device', 'Phone', 'Phone 13'].map((title) => `CATEGORY/${title}`))
  expect(counts).toMatchObject({ picture: { fetched: 1 }, user: { fetched: 1 } })
  expect(await collect((await openCache(cache)).list('guides'))).toHaveLength(1)
  expect(service.asked.filter((path) => /guides\/[24]/.test(path))).toEqual([])
})
