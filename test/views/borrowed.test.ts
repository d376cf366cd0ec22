import { describe, expect, test } from 'vitest'
import { crumbsTo } from '../../src/views/crumbs.ts'
import { guideView } from '../../src/views/guide.ts'
import { categoryView } from '../../src/views/category.ts'
import { userView } from '../../src/views/user.ts'
import type { Site } from '../../src/views/site.ts'
import { guide, guidesCache, siteOf, wiki } from './small-site.ts'

/** Guide 1 and its category are translated into Czech, in which the interface has no words; guide 2 is not. */
async function czech(): Promise<Site> {
  const english = { langid: 'en', locale: 'en' }
  const cache = guidesCache([guide(1, { title: 'Descale', ...english }), guide(2, { title: 'Open', ...english })], {
    manifest: { translations: ['cs', 'de', 'tr', 'zh-tw'] },
    records: [
      {
        kind: 'guide',
        id: '1',
        lang: 'cs',
        body: guide(1, { title: 'Odvápnit', summary: 'Voda je tvrdá.', langid: 'cs', locale: 'cs' }),
      },
      { kind: 'categories', id: '', body: { Kettle: null } },
      { kind: 'hierarchy', id: '', lang: 'cs', body: { hierarchy: { Kettle: null }, display_titles: { Kettle: 'Konvice' } } },
      wiki('Kettle', english),
      { kind: 'user', id: '7', body: { userid: 7, username: 'Ada', privileges: ['Admin', 'Moderator', 'Curator'] } },
    ],
  })
  return (await siteOf(cache)).in('cs')
}

describe('on a page in a language that has no words', () => {
  test('a translated text says its language, as the interface around it is English; and it is not called untranslated', async () => {
    const site = await czech()
    expect(site.words.lang).toBe('en')
    expect(await guideView(site, 1)).toMatchObject({ title: 'Odvápnit', lang: 'cs', untranslated: '' })
    const { titleLang, sections } = await categoryView(site, 'Kettle', 1)
    expect(titleLang).toBe('cs')
    expect(sections[0]?.cards.map(({ title, lang, summaryLang }) => [title, lang, summaryLang])).toEqual([
      ['Odvápnit', 'cs', 'cs'],
      ['Open', undefined, undefined],
    ])
    expect(crumbsTo(site, 'Kettle', 'x')[1]).toMatchObject({ title: 'Konvice', lang: 'cs' })
  })

  test('a text that is left in English needs no language of its own, and is called untranslated', async () => {
    const view = await guideView(await czech(), 2)
    expect(view).toMatchObject({ title: 'Open', lang: undefined })
    expect(view.untranslated).toContain('English')
  })
})

test.each([
  ['en', ['Admin', 'Moderator', 'Curator']],
  ['de', ['Administrator', 'Moderator', 'Curator']],
  ['tr', ['Yönetici', 'Moderatör', 'Curator']],
  ['zh-tw', ['管理員', '版主', 'Curator']],
])('what somebody may do is said in %s; a privilege of a site’s own in its own words', async (lang, privileges) => {
  expect((await userView(await (await czech()).in(lang), 7, 1)).privileges).toEqual(privileges)
})

test.each([
  ['tr', '2 Mayıs 2026', '1,5–3 saat'],
  ['zh-tw', '2026年5月2日', '1.5-3 小時'],
])('dates and times are written in %s', async (lang, date, time) => {
  const cache = guidesCache(
    [guide(1, { modified_date: Date.UTC(2026, 4, 2) / 1000, time_required_min: 5400, time_required_max: 10_800 })],
    {
      manifest: { translations: [lang] },
    },
  )
  const { modified, time: span } = await guideView(await (await siteOf(cache)).in(lang), 1)
  expect([modified?.words, span?.words]).toEqual([date, time])
})
