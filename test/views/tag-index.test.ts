import { expect, test } from 'vitest'
import { guideView } from '../../src/views/guide/guide.ts'
import { tagIndex, tagsOfWiki } from '../../src/views/tag/tag.ts'
import { guide, guidesCache, siteOf, wiki } from './small-site.ts'

/** As many tags as in a hostile record, each of which would be a page. */
const tags = (of: string): string[] => Array.from({ length: 10_000 }, (_, at) => `${of} ${at}`)

test('of a record with ten thousand tags only the first two hundred count, wherever they are named', async () => {
  const site = await siteOf(
    guidesCache([guide(1, { tags: tags('list') }), guide(2), guide(3, { tags: ['few'] })], {
      records: [
        { kind: 'guide-tags', id: '2', body: tags('own') },
        wiki('Kettle', { tags: tags('wiki') }),
        wiki('Toaster'),
        { kind: 'wiki-tags', id: 'CATEGORY/Toaster', body: tags('asked') },
      ],
      lists: { 'wikis-CATEGORY': ['Kettle', 'Toaster'].map((title) => ({ namespace: 'CATEGORY', title })) },
    }),
  )
  const count = (of: string, names: readonly string[]) => names.filter((tag) => tag.startsWith(`${of} `)).length
  const named = [...(await tagIndex(site)).values()].map(({ tag }) => tag)
  expect(['list', 'own', 'wiki', 'asked'].map((of) => count(of, named))).toEqual([200, 200, 200, 200])
  expect(named).toContain('few')
  expect(named).toContain('list 199')
  expect((await tagIndex(site)).get('list 199')).toMatchObject({ guideids: [1], wikis: [] })
  expect((await guideView(site, 1)).tags.length).toBe(200)
  const stored = { namespace: 'CATEGORY', title: 'Kettle', tags: tags('wiki') } as Parameters<typeof tagsOfWiki>[1]
  expect(await tagsOfWiki(site, stored)).toHaveLength(200)
})
