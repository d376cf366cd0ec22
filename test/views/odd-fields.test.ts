import { describe, expect, test } from 'vitest'
import { guideCards } from '../../src/views/catalog/card.ts'
import { categoriesView } from '../../src/views/category/categories.ts'
import { categoryView } from '../../src/views/category/category.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { homeView } from '../../src/views/site/home.ts'
import { searchDocuments } from '../../src/views/search/search-documents.ts'
import type { Site } from '../../src/views/site/site.ts'
import { sitemapNames, sitemapXml } from '../../src/views/site/sitemap.ts'
import { tagsView } from '../../src/views/tag/tag.ts'
import { teamsView, teamView } from '../../src/views/people/team.ts'
import { userView } from '../../src/views/people/user.ts'
import { wikiPage } from '../../src/views/wiki/wiki-page.ts'
import type { SmallCache } from '../cache/small-cache.ts'
import { type Mutation, mutationsOf, sampleList, sampleRecords, sampleSingle } from '../model/mutations.ts'
import { guide as guideOf, guidesCache, siteOf } from './small-site.ts'

type Fields = Record<string, unknown>
/** Mutated answers, each with its own id in `idField`, and with its own title if one is given. */
function mutated(answers: readonly unknown[], idField: string, skipped: RegExp, title = '') {
  return [...mutationsOf(answers)]
    .filter(({ generic }) => !skipped.test(generic))
    .map(({ generic, value, answer }: Mutation, at) => ({
      id: at + 1,
      what: `${generic} = ${JSON.stringify(value)}`,
      // The sample has a private one, which is not part of a public site.
      answer: {
        ...(answer as Fields),
        ...(generic !== '.public' && { public: true }),
        [idField]: at + 1,
        ...(title && { title: `${title} ${at + 1}` }),
      },
    }))
}

/** Expects that each is shown, under a readable title. */
async function expectShown<One extends { id: number; what: string }>(all: readonly One[], titleOf: (one: One) => Promise<string>) {
  const troubles: string[] = []
  for (const one of all) {
    const title = await titleOf(one).catch((error: unknown) => void troubles.push(`${one.what}: ${String(error)}`))
    if (title?.trim() === '') troubles.push(`${one.what}: no title`)
  }
  expect(troubles).toEqual([])
}

async function documentsOf(site: Site): Promise<number> {
  let count = 0
  for await (const { path, title } of searchDocuments(site)) count += Number(path.length > 0 && title.length > 0)
  for (const name of await sitemapNames(site)) expect(await sitemapXml(site, name)).toContain('<')
  return count
}

describe('a field of any type keeps the page of its record, and all others', () => {
  test('guides, and the search for them', async () => {
    const guides = mutated(sampleRecords('guide'), 'guideid', /^\.(guideid|steps)$/)
    const site = await siteOf({ records: guides.map(({ id, answer }) => ({ kind: 'guide', id: String(id), body: answer })) })
    await expectShown(guides, async ({ id }) => (await guideView(site, id)).title)
    expect(guides.length).toBeGreaterThan(1000)
    expect(await documentsOf(site)).toBeGreaterThanOrEqual(guides.length)
    expect((await homeView(site)).head.title.trim()).not.toBe('')
  })

  test('guides in a list, with their details', async () => {
    const items = mutated(sampleList('guides'), 'guideid', /^\.guideid$/)
    const site = await siteOf({
      lists: { guides: items.map(({ answer }) => answer) },
      records: items.map(({ id }) => ({ kind: 'guide', id: String(id), body: { guideid: id, title: `Guide ${id}`, steps: [] } })),
    })
    await expectShown(items, async ({ id }) => (await guideView(site, id)).title)
    await expectShown(items, async ({ id }) => (await guideCards(site, [id]))[0]?.title ?? 'none')
    expect([(await categoriesView(site, 1)).head, (await tagsView(site, 1)).head].filter(({ title }) => !title.trim())).toEqual([])
  })

  test('wikis', async () => {
    const wikis = mutated(sampleRecords('wiki'), 'wikiid', /^\.(wikiid|title)$/, 'Wiki')
    const site = await siteOf({ records: wikis.map(({ id, answer }) => ({ kind: 'wiki', id: `CATEGORY/Wiki ${id}`, body: answer })) })
    await expectShown(wikis, async ({ id }) => (await categoryView(site, `Wiki ${id}`, 1)).title)
    await documentsOf(site)
  })

  test('wikis of the other namespaces and in a list', async () => {
    const items = mutated(sampleList('wikis-ITEM'), 'wikiid', /^\.(wikiid|title)$/, 'Item')
    const records = items.map(({ id, answer: { title } }) => ({
      ...({ kind: 'wiki', id: `ITEM/Item ${id}` } as const),
      body: { title, author: 4, namespace: 7 },
    }))
    const site = await siteOf({ lists: { 'wikis-ITEM': items.map(({ answer }) => answer) }, records })
    const pageOf = (id: number) => wikiPage(site, { kind: 'wiki', namespace: 'ITEM', title: `Item ${id}` }, 1)
    await expectShown(items, async ({ id }) => (await pageOf(id)).head.title)
  })

  test('users with their badges', async () => {
    const users = mutated(sampleRecords('user'), 'userid', /^\.userid$/)
    const badges = Array.from(mutationsOf(sampleRecords('user-badges'))).map(({ answer }) => answer)
    const records: SmallCache['records'] = users.flatMap(({ id, answer }) => [
      { kind: 'user', id: String(id), body: answer },
      { kind: 'user-badges', id: String(id), body: badges[id % badges.length] },
    ])
    const site = await siteOf({ records })
    expect(users.length).toBeGreaterThan(badges.length)
    await expectShown(users, async ({ id }) => (await userView(site, id, 1)).title)
  })

  test('teams with their members', async () => {
    const teams = mutated(sampleList('teams'), 'teamid', /^\.teamid$/)
    const members = Array.from(mutationsOf(sampleRecords('team-members'))).map(({ answer }) => answer)
    const many = members.map((body, at) => ({ kind: 'team-members' as const, id: String(at + 1), body }))
    const items = members.map((_, at) => ({ ...teams[at % teams.length]?.answer, teamid: at + 1 }))
    const site = await siteOf({ lists: { teams: items }, records: many })
    expect(many.length).toBeGreaterThan(teams.length)
    const all = items.map(({ teamid }) => ({ id: teamid, what: `team ${teamid}` }))
    await expectShown(all, async ({ id }) => (await teamView(site, id, 1)).title)
    expect((await teamsView(site, 1)).cards.every(({ title }) => title.trim())).toBe(true)
  })

  test("facts about pictures, and readers' activity on a guide", async () => {
    const guide = guideOf(1, { title: 'Kettle', image: { id: 5 } })
    const kinds = ['image', 'guide-releases', 'user-completions', 'user-favorites', 'guide-tags'] as const
    const ids = { image: '5', 'guide-releases': '1', 'user-completions': '3', 'user-favorites': '3', 'guide-tags': '1' }
    for (const kind of kinds)
      for (const { answer, generic, value } of mutationsOf(sampleRecords(kind).slice(0, 2))) {
        const site = await siteOf(guidesCache([guide], { records: [{ kind, id: ids[kind], body: answer }] }))
        expect((await guideView(site, 1)).title, `${kind}${generic} = ${JSON.stringify(value)}`).toBe('Kettle')
      }
  })

  test.each(['hierarchy', 'hierarchy-order', 'categories', 'site'] as const)('%s', async (kind) => {
    for (const { answer, generic, value } of mutationsOf([kind === 'site' ? sampleSingle(kind) : smallTree[kind]])) {
      if (/^\.hierarchy$/.test(generic)) continue
      const site = await siteOf(guidesCache([guideOf(1, { title: 'Kettle' })], { records: [{ kind, id: '', body: answer }] }))
      const what = `${kind}${generic} = ${JSON.stringify(value)}`
      expect((await homeView(site)).categories.filter(({ title }) => !title.trim())).toEqual([])
      expect((await categoryView(site, 'Kettle', 1)).title, what).toMatch(/Kettle|7|odd text/)
    }
  })
})

const smallTree = {
  hierarchy: { hierarchy: { Home: { Kettle: null } }, display_titles: { Kettle: 'Kettles' } },
  'hierarchy-order': [{ title: 'Home', display_title: 'Home', children: [{ title: 'Kettle', display_title: 'Kettles', children: [] }] }],
  categories: { Home: { Kettle: null } },
}
