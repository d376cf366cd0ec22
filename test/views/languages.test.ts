import { describe, expect, test } from 'vitest'
import { categoriesView } from '../../src/views/category/categories.ts'
import { categoryView } from '../../src/views/category/category.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { alternatesOf, headTags, pageLanguages } from '../../src/views/site/head.ts'
import { homeView } from '../../src/views/site/home.ts'
import { searchDocuments } from '../../src/views/search/search-documents.ts'
import type { Site } from '../../src/views/site/site.ts'
import { sitemapXml } from '../../src/views/site/sitemap.ts'
import { tagIndex } from '../../src/views/tag/tag.ts'
import { everything, type SmallCache } from '../cache/small-cache.ts'
import { guide, guidesCache, siteOf, translated, wiki } from './small-site.ts'

const german = (guideid: number, title: string) =>
  translated('de', guide(guideid, { title, langid: 'de', locale: 'de', summary: `${title}.` }))

const TREE = { Kitchen: { Kettle: null, Toaster: null } }

/** Guide 1 is translated into German, guide 2 needs it and is not; 3 is written in German. */
function cacheOf(): SmallCache {
  const english = { langid: 'en', locale: 'en' }
  const head = guide(1, { title: 'Descale', ...english })
  return guidesCache(
    [
      head,
      guide(2, { title: 'Open', category: 'Toaster', prerequisites: [head], tags: ['zig', 'Öl', 'ohm'], ...english }),
      guide(3, { title: 'Ölen', langid: 'de', locale: 'de', userid: 8 }),
    ],
    {
      manifest: { translations: ['de', 'fr'] },
      records: [
        german(1, 'Entkalken'),
        { kind: 'categories', id: '', body: TREE },
        { kind: 'hierarchy', id: '', lang: 'de', body: { hierarchy: TREE, display_titles: { Kitchen: 'Küche', Kettle: 'Kessel' } } },
        wiki('Kettle', { langid: 'en', display_title: 'Kettles', contents_rendered: '<p>Boils.</p>' }),
        { ...wiki('Kettle', { langid: 'de', display_title: 'Wasserkocher', description: 'Kocht Wasser.' }), lang: 'de' },
        wiki('Toaster', { langid: 'en', contents_rendered: '<p>Toasts.</p>' }),
      ],
      lists: {
        'wikis-CATEGORY': [
          { title: 'Kitchen', summary: 'Where water boils.' },
          { title: 'Kettle', summary: 'Boils water.' },
          { title: 'Toaster', summary: 'Toasts bread.' },
        ],
      },
    },
  )
}
const sites = async (flags: Record<string, unknown> = {}): Promise<Record<'en' | 'de' | 'fr', Site>> => {
  const en = await siteOf(cacheOf(), { site: 'https://x.example', base: '/r/', ...flags })
  return { en, de: await en.in('de'), fr: await en.in('fr') }
}

test('a site has the language of its source and those that were copied, each once', async () => {
  const { en, de, fr } = await sites()
  expect(en.languages).toEqual(['en', 'de', 'fr'])
  expect([en.base, de.base, fr.base]).toEqual(['/r/', '/r/de/', '/r/fr/'])
  expect([await de.in('en'), await fr.in('de')]).toEqual([en, de])
  expect(de.words.say('categories.title')).toBe('Kategorien')
  expect((await siteOf({})).languages).toEqual(['en'])
})

describe('a translated record', () => {
  test('is shown in its language, without a note, and its title is used on cards, in paths and as a prerequisite', async () => {
    const { de } = await sites()
    expect(await guideView(de, 1)).toMatchObject({ title: 'Entkalken', lang: undefined, untranslated: '' })
    expect((await guideView(de, 1)).head.crumbs.map(({ title, href }) => [title, href?.replace(/-\w{8}\//, '/')])).toEqual([
      ['Kategorien', '/r/de/category/'],
      ['Küche', '/r/de/category/kitchen/'],
      ['Wasserkocher', '/r/de/category/kettle/'],
      ['Entkalken', undefined],
    ])
    expect((await guideView(de, 2)).prerequisites).toMatchObject([
      { title: 'Entkalken', summary: 'Entkalken.', lang: undefined, href: '/r/de/guide/1/' },
    ])
    expect((await homeView(de)).categories.map(({ title }) => title)).toEqual(['Küche'])
    expect((await categoriesView(de, 1)).branches[0]?.below.map(({ title }) => title)).toEqual(['Wasserkocher', 'Toaster'])
  })

  test('names its languages to search engines, the source for all others', async () => {
    const { en, de } = await sites()
    for (const site of [en, de]) {
      const { head } = await guideView(site, 1)
      const languages = await pageLanguages(site, head)
      expect(alternatesOf(site, languages).map(({ hreflang, href }) => `${hreflang} ${href}`)).toEqual([
        'en https://x.example/r/guide/1/',
        'de https://x.example/r/de/guide/1/',
        'x-default https://x.example/r/guide/1/',
      ])
      expect(headTags(site, head).canonical).toBe(`https://x.example${site.base}guide/1/`)
      expect(languages.map(({ name, href }) => `${name} ${href}`)).toEqual([
        'English /r/guide/1/',
        'Deutsch /r/de/guide/1/',
        'Français /r/fr/guide/1/',
      ])
    }
  })
})

describe('a record without a translation', () => {
  test("is shown in the source language, with a note unless it is in the page's; search engines get only the source", async () => {
    const { en, de } = await sites()
    expect(await guideView(de, 3)).toMatchObject({ lang: undefined, untranslated: '' })
    expect(alternatesOf(en, await pageLanguages(en, (await guideView(en, 2)).head))).toEqual([])
    const view = await guideView(de, 2)
    expect(view).toMatchObject({ title: 'Open', lang: 'en' })
    expect(view.untranslated).toContain('Englisch')
    expect(headTags(de, view.head).canonical).toBe('https://x.example/r/guide/2/')
    expect(alternatesOf(de, await pageLanguages(de, view.head))).toEqual([])
  })

  test('has the source’s summary on its card, marked with its language; a translation has its own', async () => {
    const { en, de } = await sites()
    const summaries = async (site: Site) => {
      const [top, below] = [await categoriesView(site, 1), await categoryView(site, 'Kitchen', 1)]
      const cards = [...top.branches, ...below.sections.flatMap(({ cards }) => cards)]
      return cards.map(({ title, lang, summary, summaryLang }) => [title, lang, summary, summaryLang])
    }
    expect(await summaries(de)).toEqual([
      ['Küche', undefined, 'Where water boils.', 'en'],
      ['Toaster', 'en', 'Toasts bread.', 'en'],
      ['Wasserkocher', undefined, 'Kocht Wasser.', undefined],
    ])
    expect((await summaries(en)).map(([, , ...summary]) => summary)).toContainEqual(['Boils water.', undefined])
  })

  test('marks its card with its language', async () => {
    const { de } = await sites()
    const { sections } = await categoryView(de, 'Kettle', 1)
    expect(sections.flatMap(({ cards }) => cards).map(({ title, lang }) => [title, lang])).toEqual([
      ['Entkalken', undefined],
      ['Ölen', undefined],
    ])
    expect(await categoryView(de, 'Toaster', 1)).toMatchObject({
      title: 'Toaster',
      titleLang: 'en',
      sections: [{ cards: [{ lang: 'en' }] }],
    })
  })
})

describe('a language that hides untranslated pages', () => {
  test('has the guides that are written in it, with their categories, and nothing else', async () => {
    const { en, de, fr } = await sites({ fallback: 'hide' })
    expect([...de.catalog.guides.keys()]).toEqual([1, 3])
    expect([...de.catalog.categories.keys()]).toEqual(['Kitchen', 'Kettle'])
    expect(fr.catalog.guides.size + fr.catalog.categories.size).toBe(0)
    expect(en.catalog.guides.size).toBe(3)
    expect((await categoryView(de, 'Kitchen', 1)).sections.flatMap(({ cards }) => cards).map(({ title }) => title)).toEqual([
      'Wasserkocher',
    ])
  })

  test('is linked to at its home page if it lacks the record', async () => {
    const { en } = await sites({ fallback: 'hide' })
    expect((await pageLanguages(en, (await guideView(en, 2)).head)).map(({ href }) => href)).toEqual(['/r/guide/2/', '/r/de/', '/r/fr/'])
  })
})

test('the sitemap has each page once per language in which it is written', async () => {
  const { en } = await sites()
  const urls = Array.from((await sitemapXml(en, 'sitemap-1')).matchAll(/<loc>https:\/\/x\.example\/r(.*?)<\/loc>/g), ([, path]) => path)
  expect(urls.filter((path) => path?.includes('guide/'))).toEqual(['/guide/1/', '/de/guide/1/', '/guide/2/', '/guide/3/'])
  expect(urls.filter((path) => path?.includes('about'))).toEqual(['/about/', '/de/about/', '/fr/about/'])
  expect(new Set(urls).size).toBe(urls.length)
})

test.each([
  ['show', ['de /category/kettle', 'de /category/kitchen', 'de /guide/1']],
  ['hide', ['de /category/kettle', 'de /category/kitchen', 'de /guide/1', 'de /guide/3', 'de /user/7', 'de /user/8']],
])('search indexes a language by its content (%s)', async (fallback, expected) => {
  const documents = await everything(searchDocuments((await sites({ fallback })).en))
  const own = documents.filter(({ isTranslation, lang }) => isTranslation && lang === 'de')
  expect(own.map(({ lang, path }) => `${lang} ${path.replace(/(-\w{8})?\/$/, '')}`).sort()).toEqual(expected)
  const source = documents.filter(({ isTranslation }) => !isTranslation)
  expect(source.find(({ path }) => path === '/guide/1/')?.translatedInto).toContain('de')
  expect(source.find(({ path }) => path === '/guide/2/')?.translatedInto).toEqual([])
})

test('lists are in the alphabetical order of their language', async () => {
  const cache = guidesCache([guide(1, { tags: ['zig', 'ohm', 'Ångström', 'öl'] })], { manifest: { translations: ['sv'] } })
  const site = await siteOf(cache)
  expect([...(await tagIndex(site)).keys()]).toEqual(['Ångström', 'ohm', 'öl', 'zig'])
  expect([...(await tagIndex(await site.in('sv'))).keys()]).toEqual(['ohm', 'zig', 'Ångström', 'öl'])
})

test('the guides of a category are ordered by their translated titles', async () => {
  const site = await siteOf(
    guidesCache([guide(1, { title: 'A' }), guide(2, { title: 'B' })], {
      manifest: { translations: ['de'] },
      records: [german(1, 'Zahnrad'), german(2, 'Öse')],
    }),
  )
  const { sections } = await categoryView(await site.in('de'), 'Kettle', 1)
  expect(sections.flatMap(({ cards }) => cards).map(({ title }) => title)).toEqual(['Öse', 'Zahnrad'])
})
