import { describe, expect, test } from 'vitest'
import { toHtml } from '../../src/render/to-html.ts'
import { crumbsTo } from '../../src/views/catalog/names.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { categoryView } from '../../src/views/category/category.ts'
import { headTags, type PageHead } from '../../src/views/site/head.ts'
import { homeView } from '../../src/views/site/home.ts'
import { renderContext } from '../../src/views/site/links.ts'
import { searchHead } from '../../src/views/search/search-page.ts'
import { userView } from '../../src/views/people/user.ts'
import type { Site } from '../../src/views/site/site.ts'
import { guide, guidesCache, siteOf, translated, tree, wiki } from './small-site.ts'

/** Guide 1 and its category are translated into a language that the interface never has (a tag for private use); guide 2 is not. */
async function inUnknown(): Promise<Site> {
  const english = { langid: 'en', locale: 'en' }
  const cache = guidesCache([guide(1, { title: 'Descale', ...english }), guide(2, { title: 'Open', ...english })], {
    manifest: { translations: ['qaa', 'de', 'tr', 'zh-tw'] },
    records: [
      translated('qaa', guide(1, { title: 'Odvápnit', summary: 'Voda je tvrdá.', langid: 'qaa', locale: 'qaa' })),
      tree({ Kettle: null }),
      { kind: 'hierarchy', id: '', lang: 'qaa', body: { hierarchy: { Kettle: null }, display_titles: { Kettle: 'Konvice' } } },
      wiki('Kettle', english),
      { kind: 'user', id: '7', body: { userid: 7, username: 'Ada', privileges: ['Admin', 'Moderator', 'Curator'] } },
    ],
  })
  return (await siteOf(cache)).in('qaa')
}

describe('on a page in a language without words', () => {
  test('a translated text is marked with its language, since the interface is English, but not as untranslated', async () => {
    const site = await inUnknown()
    expect(site.words.lang).toBe('en')
    expect(await guideView(site, 1)).toMatchObject({ title: 'Odvápnit', lang: 'qaa', untranslated: '' })
    const { titleLang, sections } = await categoryView(site, 'Kettle', 1)
    expect(titleLang).toBe('qaa')
    expect(sections[0]?.cards.map(({ title, lang, summaryLang }) => [title, lang, summaryLang])).toEqual([
      ['Odvápnit', 'qaa', 'qaa'],
      ['Open', undefined, undefined],
    ])
    expect(crumbsTo(site, 'Kettle', 'x')[1]).toMatchObject({ title: 'Konvice', lang: 'qaa' })
  })

  test('a text left in English has no language mark, but is marked as untranslated', async () => {
    const view = await guideView(await inUnknown(), 2)
    expect(view).toMatchObject({ title: 'Open', lang: undefined })
    expect(view.untranslated).toContain('English')
  })
})

test('a title is marked with its language, the interface’s or the text’s, if it differs from the page’s', async () => {
  const site = await inUnknown()
  const langOf = (site: Site, head: PageHead) => headTags(site, head).titleLang
  expect(langOf(site, searchHead(site))).toBe('en')
  expect(langOf(site, (await guideView(site, 1)).head)).toBeUndefined()
  expect(langOf(site, (await guideView(site, 2)).head)).toBe('en')
  expect(langOf(site, (await homeView(site)).head)).toBeUndefined()
  const german = await site.in('de')
  expect(langOf(german, searchHead(german))).toBeUndefined()
  expect(langOf(german, (await guideView(german, 2)).head)).toBe('en')
})

test.each([
  ['qaa', 'qaa', 'All parts'],
  ['de', 'en', 'Alle Teile'],
] as const)('links of a record in %s are in its language, our own are not', async (lang, contentLang, word) => {
  const parts = { url: 'https://shop.example/parts', categories: [{ tag: 'Lids', count: 2, url: 'https://shop.example/lids' }] }
  const lists = [{ title: '', items: [{ title: 'Kettle' }, { title: 'Samovar' }] }]
  const kettle = wiki('Kettle', { langid: contentLang, parts, category_lists: lists, suppliers: [{ title: 'Shop', text: 'Ships' }] })
  const head = { kind: 'hierarchy' as const, id: '', lang, body: { hierarchy: { Kettle: null }, display_titles: { Kettle: 'K.' } } }
  const cache = guidesCache([guide(1)], {
    manifest: { translations: [lang] },
    records: [head, { kind: 'categories', id: '', body: { Kettle: null } }, wiki('Kettle', {}), { ...kettle, lang }],
  })
  const { wiki: content } = await categoryView(await (await siteOf(cache)).in(lang), 'Kettle', 1)
  const links = [content?.parts, content?.lists[0]?.links, content?.suppliers].flatMap((links) => links ?? [])
  expect(links.map(({ title, lang, note, noteLang }) => [title, lang, note && noteLang])).toEqual([
    ['Lids', contentLang, undefined],
    [word, undefined, ''],
    ['K.', lang === 'de' ? undefined : lang, ''],
    ['Samovar', contentLang, ''],
    ['Shop', contentLang, contentLang],
  ])
})

test.each(['qaa', 'de', 'en'])('interface words within a text are marked with their language: on a page in %s', async (lang) => {
  const site = await (await inUnknown()).in(lang)
  const words = lang === 'de' ? 'de' : 'en'
  const rendered = '<iframe src="https://www.youtube.com/embed/xzoen7x46qI"></iframe>'
  const context = await renderContext(site, [])
  expect(toHtml({ rendered, raw: '' }, context)).toMatch(new RegExp(`<span lang="${words}" dir="ltr">Video \\w+ YouTube</span>`))
  const long = `<p>${'word '.repeat(2_000_000)}`
  expect(toHtml({ rendered: long, raw: '' }, context)).toMatch(new RegExp(`^<p><strong lang="${words}" dir="ltr">[^<]+</strong></p>`))
})

test.each([
  ['en', 'Admin, Moderator, and Curator'],
  ['de', 'Administrator, Moderator und Curator'],
  ['tr', 'Yönetici, moderatör ve Curator'],
  ['zh-tw', '管理員、版主和Curator'],
])('privileges are in %s, a site’s own one in its own words', async (lang, privileges) => {
  expect((await userView(await (await inUnknown()).in(lang), 7, 1)).privileges).toEqual(privileges)
})

test.each([
  ['tr', '2 Mayıs 2026', '1,5–3 saat'],
  ['zh-tw', '2026年5月2日', '1.5 至 3 小時'],
])('dates and times are written in %s', async (lang, date, time) => {
  const dated = guide(1, { modified_date: Date.UTC(2026, 4, 2) / 1000, time_required_min: 5400, time_required_max: 10_800 })
  const cache = guidesCache([dated], { manifest: { translations: [lang] } })
  const { modified, time: span } = await guideView(await (await siteOf(cache)).in(lang), 1)
  expect([modified?.words, span?.words]).toEqual([date, time])
})
