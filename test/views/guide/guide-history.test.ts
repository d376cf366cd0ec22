import { expect, test } from 'vitest'
import { guideHistory } from '../../../src/views/guide/guide-history.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const COPIED_AT = Date.parse('2026-09-05T06:00:41Z') / 1000
const user = (userid: number, username: string) => ({ kind: 'user' as const, id: String(userid), body: { userid, username } })
const done = (userid: number, body: unknown) => ({ kind: 'user-completions' as const, id: String(userid), body })
const liked = (userid: number, body: unknown) => ({ kind: 'user-favorites' as const, id: String(userid), body })
const releases = (guideid: number, body: unknown) => ({ kind: 'guide-releases' as const, id: String(guideid), body })
const GUIDES = [guide(1, { userid: 7, username: 'Ada' }), guide(2, { userid: 9, username: 'ben@mail.example' })]

const historyOf = async (records: NonNullable<Parameters<typeof guidesCache>[1]>['records'], guideid = 1, lang = 'en') =>
  guideHistory(await (await siteOf(guidesCache(GUIDES, { records: records ?? [] }))).in(lang), guideid)

test('a guide names people with a page here who completed it, and counts the others; favorites are only counted', async () => {
  const { completed, people, favorites } = await historyOf([
    user(7, 'Ada'),
    done(9, [{ guideid: '1' }, { guideid: 1 }]),
    done(7, { first: { guideid: 1 }, second: { guideid: 2 } }),
    done(99, [{ guideid: 1 }]),
    liked(7, [{ guideid: 1 }]),
  ])
  expect([completed, favorites]).toEqual(['Completed by 3 people', 'A favourite of 1 person'])
  expect(people.map(({ name, href }) => `${name} ${href}`)).toEqual(['Ada /user/7/', 'ben /user/9/'])
})

test('its releases are ordered by date, the latest first, without their authors', async () => {
  const answer = [
    { version: 1, date: 1_600_000_000, userid: 7, username: 'Ada' },
    { version: '2', title: 'Longer pads', date: '1700000000' },
    { version: '3', date: COPIED_AT + 86_400 * 365 },
    { version: 'draft', date: null },
  ]
  const history = await historyOf([releases(1, answer)])
  expect(history.releases.map(({ name, date }) => [name, date.words])).toEqual([
    ['2 · Longer pads', 'November 14, 2023'],
    ['1', 'September 13, 2020'],
  ])
  expect(JSON.stringify(history)).not.toContain('Ada')
})

test('the history is in the language of the page', async () => {
  const {
    completed,
    releases: dated,
    lang,
  } = await historyOf([done(99, [{ guideid: 1 }]), releases(1, [{ date: 1_600_000_000 }])], 1, 'de')
  expect([completed, dated[0]?.date.words, lang]).toEqual(['Von 1 Person abgeschlossen', '13. September 2020', 'en'])
})

test.for([[undefined], [false], ['"closed"'], [[null, 7, { guideid: {} }, { guideid: 'x' }, { date: 'soon' }]]])(
  'an answer of another shape, %j, does not end the build: the history is left out',
  async ([body]) => {
    const records = body === undefined ? [] : [done(7, body), liked(7, body), releases(1, body)]
    expect(await historyOf(records)).toEqual({ completed: '', people: [], favorites: '', releases: [], lang: undefined })
  },
)
