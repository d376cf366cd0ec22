import { describe, expect, test } from 'vitest'
import { categoriesView } from '../../src/views/category/categories.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { homeView } from '../../src/views/site/home.ts'
import { searchDocuments } from '../../src/views/search/search-documents.ts'
import { sitemapNames, sitemapXml } from '../../src/views/site/sitemap.ts'
import { tagPaths } from '../../src/views/tag/tag.ts'
import { teamsView } from '../../src/views/people/team.ts'
import { ask, serve } from '../replica/peer.ts'
import { siteOf } from './small-site.ts'
import { LIST_NAMES } from '../../src/model/resources.ts'

const whole = { guideid: 1, title: 'Kettle lid', category: 'Kettle', steps: [] }
/** Values in the place of an item in a foreign or damaged cache. */
const NAMELESS: unknown[] = [
  null,
  5,
  ['text'],
  [],
  {},
  { title: null },
  { guideid: null, title: '' },
  { guideid: 'x', wikiid: {}, title: [] },
]
const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, name === 'guides' ? [...NAMELESS, whole] : NAMELESS]))
const records = [
  { kind: 'guide' as const, id: '1', body: whole },
  ...NAMELESS.map((body, at) => ({ kind: 'guide' as const, id: String(at + 2), body })),
  ...NAMELESS.map((body, at) => ({ kind: 'wiki' as const, id: `CATEGORY/Nameless ${at}`, body })),
  ...NAMELESS.map((body, at) => ({ kind: 'user' as const, id: String(at + 2), body })),
]

describe('items of lists and records without an id or a title', () => {
  test('affect no other page, list or search document', async () => {
    const site = await siteOf({ records, lists })
    expect((await guideView(site, 1)).title).toBe('Kettle lid')
    expect((await homeView(site)).head.title).not.toBe('')
    expect((await categoriesView(site, 1)).head.title).not.toBe('')
    expect((await teamsView(site, 1)).cards).toEqual([])
    expect(await tagPaths(site)).toBeDefined()
    const titles: string[] = []
    for await (const { title } of searchDocuments(site)) titles.push(title)
    expect(titles).toContain('Kettle lid')
    for (const name of await sitemapNames(site)) expect(await sitemapXml(site, name)).toContain('<')
  })

  test('leave the replica answering for all others, and for themselves as they are stored', async () => {
    const service = await serve({ records, lists })
    expect(await ask(service, '/guides/1')).toMatchObject({ status: 200, body: { title: 'Kettle lid' } })
    for (const path of [
      '/guides',
      '/guides/featured',
      '/wikis/CATEGORY',
      '/wikis/ITEM',
      '/tags',
      '/teams',
      '/comments',
      '/search/kettle',
      '/suggest/kettle',
    ])
      expect((await ask(service, path)).status, path).toBe(200)
    for (const path of [
      '/guides/4',
      '/wikis/CATEGORY/Nameless%203',
      '/users/3',
      '/users/1/guides',
      '/media/images/5',
      '/guides?guideids=1,4',
    ])
      expect((await ask(service, path)).status, path).toBeLessThan(500)
  })
})
