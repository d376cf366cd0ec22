import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Checked, readChecked } from '../../../src/cache/checked.ts'
import type { RecordKey } from '../../../src/cache/layout.ts'
import { maxAgeDays, missingDays } from '../../../src/crawl/revalidate/store.ts'
import { changeJson } from '../../sample-copy.ts'
import { collect } from '../server.ts'
import { ageBy, crawlSmall, guide, nightsOf, type SmallService, smallService } from '../small-service.ts'

const UNDATED = { isDated: false }
const MISSING: Checked = { name: '', at: 0, missing: 'gone' }

describe('no answer grows older than stated in docs/crawling.md', () => {
  test.for<[string, string, number, Omit<RecordKey, 'id'>, { isDated: boolean; missing?: Checked }?]>([
    ['a guide that no list names', 'guide that no list names', 7, { kind: 'guide' }],
    ['a wiki of a service that does not tell changes', 'wiki', 7, { kind: 'wiki' }],
    ['a wiki of a service that does', 'wiki', 30, { kind: 'wiki' }, { isDated: true }],
    ['tags of a guide', 'tags of a guide or wiki', 30, { kind: 'guide-tags' }],
    ['tags of a wiki', 'tags of a guide or wiki', 30, { kind: 'wiki-tags' }],
    ['a translation', 'translation', 14, { kind: 'guide', lang: 'de' }],
    ['a user', 'user, badges of a user', 30, { kind: 'user' }],
    ['badges of a user', 'user, badges of a user', 30, { kind: 'user-badges' }],
    ['members of a team', 'members of a team', 7, { kind: 'team-members' }],
    ['what was missing', 'what was gone or private', 7, { kind: 'user' }, { isDated: false, missing: MISSING }],
    ['an extra', 'extra', 30, { kind: 'guide-releases' }],
  ])('%s', async ([, row, days, key, seen = UNDATED]) => {
    const ages = Array.from({ length: 200 }, (_, id) => maxAgeDays({ ...key, id: String(id) }, seen))
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(days / 2)
    expect(Math.max(...ages)).toBeLessThanOrEqual(days)
    expect(new Set(ages.map(Math.floor)).size).toBe(Math.ceil(days / 2))
    expect(await worstCaseOf(row)).toContain(`${days} days`)
  })

  test('except a guide dated by its list, which never expires', () => {
    expect(maxAgeDays({ kind: 'guide', id: '1' }, { isDated: true })).toBe(Number.POSITIVE_INFINITY)
  })

  test.for(['site', 'hierarchy', 'hierarchy-order', 'categories', 'releases', 'wiki-titles'] as const)(
    '%s, requested each night',
    (kind) => {
      expect(maxAgeDays({ kind, id: '' }, UNDATED)).toBe(0)
    },
  )

  test.for<[refusals: number, nights: number]>([
    [1, 1],
    [2, 2],
    [3, 4],
    [9, 7],
  ])('a record refused %d times in a row, requested after %d nights at most', async ([refusals, nights]) => {
    // Two nights may be some hours less than two days apart.
    for (let id = 0; id < 200; id++) expect(missingDays({ refusals }, String(id))).toBeLessThan(nights)
    expect(await worstCaseOf('what was gone or private')).toContain('7 days')
    expect(await worstCaseOf('picture, video, document')).toContain('7 days')
  })
})

/** The last cell of a row in the table of rules. */
async function worstCaseOf(row: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/crawling.md'), 'utf8')
  const line = text.split('\n').find((each) => each.startsWith(`| ${row} `))
  return line?.split(' | ').at(-1) ?? ''
}

/** Crawls of a small service, which return the requested paths of tags and of the records that have tags. */
async function taggedNights(what: SmallService) {
  const { cache, night: crawlOnce } = await nightsOf(await smallService(what), { retries: 0 })
  const night = async () => {
    const asked = (await crawlOnce()).asked.map((path) => path.replace(/^\/api\/2\.0|\?.*$/g, ''))
    return asked.filter((path) => /^\/guides\/\d|^\/wikis\/INFO\//.test(path)).sort()
  }
  return { cache, night }
}

describe('tags of a guide', () => {
  const untagged = (id: number, revisionid = 1) => ({ ...guide(id, { revisionid }), tags: undefined })
  const tagsOf = { '/guides/1/tags': ['a'], '/guides/2/tags': ['b'] }

  test('are requested if the guide has changed, and otherwise within 30 days', async () => {
    const all = [untagged(1), untagged(2)]
    const { cache, night } = await taggedNights({ guides: all, answers: tagsOf })
    expect(await night()).toEqual(['/guides/1', '/guides/1/tags', '/guides/2', '/guides/2/tags'])
    expect(await night()).toEqual([])
    all[1] = untagged(2, 2)
    expect(await night()).toEqual(['/guides/2', '/guides/2/tags'])
    await ageBy(cache, 14, 'guide-tags')
    expect(await night()).toEqual([])
    await ageBy(cache, 16, 'guide-tags')
    expect(await night()).toEqual(['/guides/1/tags', '/guides/2/tags'])
  })

  test('are never requested if the list contains them', async () => {
    const { cache, night } = await taggedNights({ guides: [guide(1)], answers: tagsOf })
    expect(await night()).toEqual(['/guides/1'])
    await ageBy(cache, 365, 'guide-tags')
    expect(await night()).toEqual([])
  })
})

test('tags of a wiki are requested if it has changed, and otherwise within 30 days; never if it contains them', async () => {
  const items = ['Bare', 'Tagged'].map((title) => ({ title, text: 'As it was' }))
  const wiki = (title: string, tags: unknown) => ({ title, namespace: 'INFO', wikiid: title.length, tags })
  const answers = {
    '/wikis/INFO': items,
    '/wikis/INFO/Bare': wiki('Bare', false),
    '/wikis/INFO/Bare/tags': ['a'],
    '/wikis/INFO/Tagged': wiki('Tagged', ['b']),
  }
  const { cache, night } = await taggedNights({ answers })
  expect(await night()).toEqual(['/wikis/INFO/Bare', '/wikis/INFO/Bare/tags', '/wikis/INFO/Tagged'])
  expect(await night()).toEqual([])
  items[0] = { title: 'Bare', text: 'Otherwise' }
  expect(await night()).toEqual(['/wikis/INFO/Bare', '/wikis/INFO/Bare/tags'])
  await ageBy(cache, 14, 'wiki-tags')
  expect(await night()).toEqual([])
  await ageBy(cache, 16, 'wiki-tags')
  expect(await night()).toEqual(['/wikis/INFO/Bare/tags'])
})

describe('a time in the future', () => {
  test('counts as now, so that the record ages', async () => {
    const { cache, again } = await crawlSmall({ guides: [guide(1)] })
    await ageBy(cache, -366)
    await again()
    const notes = await collect(readChecked(cache))
    expect(notes.length).toBeGreaterThan(1)
    for (const { at } of notes) expect(at).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('is not used to request changes since then', async () => {
    const since: string[] = []
    const wiki = { title: 'One', namespace: 'INFO', wikiid: 1 }
    const { cache, again } = await crawlSmall({
      answers: { '/wikis/INFO/One': wiki, '/wikis/INFO': [wiki] },
      instead: (_, url) => {
        const asked = url.searchParams.get('modifiedSince')
        if (asked !== null) since.push(asked)
        return asked !== null && []
      },
    })
    await again()
    expect(since.length).toBeGreaterThan(0)
    since.length = 0
    await changeJson(join(cache, 'manifest.json'), { startedAt: new Date(Date.now() + 7_200_000).toISOString() })
    await again()
    expect(since).toEqual([])
  })
})
