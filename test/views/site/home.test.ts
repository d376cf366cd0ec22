import { expect, test } from 'vitest'
import { homeView } from '../../../src/views/site/home.ts'
import { guide, guidesCache, image, siteOf, tree, wiki } from '../small-site.ts'
import { categoryView } from '../../../src/views/category/category.ts'
import { guideView } from '../../../src/views/guide/guide.ts'
import { wikiPage } from '../../../src/views/wiki/wiki-page.ts'

const { object, media } = image('pot', { standard: [300, 225] })
const titles = (cards: readonly { title: string }[]) => cards.map(({ title }) => title)

test('the categories with the most guides come first, also those outside of the tree', async () => {
  const guides = ['Lamp', 'Kettle', 'Kettle', 'Apart', 'Apart', 'Apart'].map((category, at) => guide(at + 1, { category }))
  const home = await homeView(await siteOf(guidesCache(guides, { records: [tree({ Lamp: null, Kettle: null, Bare: null })] })))
  expect(titles(home.categories)).toEqual(['Apart', 'Kettle', 'Lamp'])
  expect(home.areNames).toBe(true)
})

test('the first featured guide with a picture leads, and is not shown twice', async () => {
  const guides = [guide(1), guide(2, { image: object }), guide(3, { image: object })]
  const home = await homeView(await siteOf(guidesCache(guides, { lists: { 'guides-featured': [guides[0], guides[1]] }, media })))
  expect(home.lead).toMatchObject({ heading: 'Featured', card: { title: 'Guide 2' } })
  expect([titles(home.featured), titles(home.changed)]).toEqual([['Guide 1'], ['Guide 3']])
})

test('without featured guides the latest with a picture leads; without pictures none', async () => {
  const home = await homeView(await siteOf(guidesCache([guide(1, { image: object }), guide(2)], { media })))
  expect(home.lead).toMatchObject({ heading: 'Recently updated', card: { title: 'Guide 1' } })
  expect((await homeView(await siteOf(guidesCache([guide(1)])))).lead).toBeUndefined()
})

test('the latest changes exclude featured and archived guides; the size counts all', async () => {
  const guides = Array.from({ length: 12 }, (_, at) => guide(at + 1, { modified_date: 1000 + at, isArchived: at === 11 }))
  const lists = { 'guides-featured': [guides[10], { guideid: 99, title: 'Gone' }] }
  const home = await homeView(await siteOf(guidesCache(guides, { records: [tree({ Empty: null, Kettle: null })], lists })))
  expect([titles(home.categories), titles(home.featured), home.size]).toEqual([['Kettle'], ['Guide 11'], '12 guides in 2 categories'])
  expect(titles(home.changed)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2].map((id) => `Guide ${id}`))
})

const SINCE = '2026-05-03T01:00:00.000Z'

test('pages of guides, categories and wikis are dated if the last crawl could not update them', async () => {
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
