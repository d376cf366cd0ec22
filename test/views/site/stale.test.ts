import { expect, test } from 'vitest'
import { categoryView } from '../../../src/views/category/category.ts'
import { guideView } from '../../../src/views/guide/guide.ts'
import { wikiPage } from '../../../src/views/wiki/wiki-page.ts'
import { guide, guidesCache, siteOf, wiki } from '../small-site.ts'

const SINCE = '2026-05-03T01:00:00.000Z'

test('pages of guides, categories and wikis say of when they are, where the last crawl could not have them again', async () => {
  const site = await siteOf({
    ...guidesCache([guide(1), guide(2)], { records: [wiki('Kettle'), wiki('Iron'), wiki('Solder 60_40', { namespace: 'INFO' })] }),
    stale: [
      { kind: 'guide', id: '1', since: SINCE },
      { kind: 'wiki', id: 'CATEGORY/Kettle', since: SINCE },
      { kind: 'wiki', id: 'INFO/Solder 60 40', since: SINCE },
    ],
  })
  const moment = { iso: SINCE, words: 'May 3, 2026' }
  expect((await guideView(site, 1)).stale).toEqual(moment)
  expect((await guideView(site, 2)).stale).toBeUndefined()
  expect((await categoryView(site, 'Kettle', 1)).wiki?.stale).toEqual(moment)
  expect((await wikiPage(site, { kind: 'wiki', namespace: 'INFO', title: 'Solder 60 40' }, 1)).wiki?.stale).toEqual(moment)
})
