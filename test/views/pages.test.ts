import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { aboutView } from '../../src/views/site/about.ts'
import { categoriesPages, categoriesView } from '../../src/views/category/categories.ts'
import { categoryPaths, categoryView } from '../../src/views/category/category.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { headTags } from '../../src/views/site/head.ts'
import { homeView } from '../../src/views/site/home.ts'
import { pageNumber, pageParams, pagerOf } from '../../src/views/catalog/paging.ts'
import { openSite, type Site } from '../../src/views/site/site.ts'
import { robotsText, sitemapNames, sitemapXml } from '../../src/views/site/sitemap.ts'
import { tagPaths, tagView } from '../../src/views/tag/tag.ts'
import { teamPaths, teamView } from '../../src/views/people/team.ts'
import { userPaths, userView } from '../../src/views/people/user.ts'
import { itemPaths, wikiPage, wikiPaths } from '../../src/views/wiki/wiki-page.ts'
import { guide, guidesCache, image, siteOf } from './small-site.ts'

const sitemapFiles = async (site: Site) => Promise.all((await sitemapNames(site)).map((name) => sitemapXml(site, name)))

test('no path has two parts of any length that are not separated by a fixed word', () => {
  const files = globSync('**/*.{astro,ts}', { cwd: resolve(import.meta.dirname, '../../src/pages') })
  expect(files.length).toBeGreaterThan(20)
  const isOfAnyLength = (part: string) => part.startsWith('[...')
  const isUnclear = (parts: readonly string[]) => {
    const [first, last] = [parts.findIndex(isOfAnyLength), parts.findLastIndex(isOfAnyLength)]
    return first < last && parts.slice(first, last).every((part) => part.startsWith('['))
  }
  expect(files.filter((file) => isUnclear(file.split(/[\\/]/)))).toEqual([])
})

describe('every page of the sample', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(readConfig({ cache: resolve(import.meta.dirname, '../../sample'), site: 'https://x.example' }, {}))
  })

  test('that lists others is linked from the page about the site', () => {
    expect(aboutView(site).rows.flatMap(({ href }) => href ?? [])).toEqual(['/category/', '/tag/', '/team/'])
  })

  test('can be made, with a title, a unique address and a description', async () => {
    const views = [
      ...[homeView(site), aboutView(site)],
      ...categoriesPages(site).map((_, at) => categoriesView(site, at + 1)),
      ...Array.from(site.catalog.guides.keys(), (id) => guideView(site, id)),
      ...categoryPaths(site).map(({ title, page }) => categoryView(site, title, pageNumber(page))),
      ...wikiPaths(site).map(({ ref }) => wikiPage(site, ref)),
      ...itemPaths(site).map(({ ref, page }) => wikiPage(site, ref, pageNumber(page))),
      ...(await tagPaths(site)).map(({ tag, page }) => tagView(site, tag, pageNumber(page))),
      ...(await teamPaths(site)).map(({ teamid, page }) => teamView(site, teamid, pageNumber(page))),
      ...userPaths(site).map(({ userid, page }) => userView(site, userid, pageNumber(page))),
    ]
    const heads = await Promise.all(views.map(async (view) => (await view).head))
    expect(heads.length).toBeGreaterThan(150)
    expect(new Set(heads.map(({ path }) => path)).size).toBe(heads.length)
    expect(heads.filter(({ title }) => !title.trim())).toEqual([])
    expect(heads.filter(({ title }) => title.length > 3).filter(({ description }) => description.length > 161)).toEqual([])
    const urls = (await sitemapFiles(site)).flatMap((xml) =>
      Array.from(xml.matchAll(/<url><loc>https:\/\/x\.example([^<]*)/g), ([, path]) => path),
    )
    expect(heads.map(({ path }) => path).filter((path) => !urls.includes(path))).toEqual([])
  })
})

describe('a site with an address', () => {
  test('has canonical links, previews and a sitemap; one without has none', async () => {
    const cache = guidesCache([guide(1)])
    const [known, unknown] = [await siteOf(cache, { site: 'https://x.example', base: '/r/' }), await siteOf(cache)]
    const head = { title: 'A', description: '', path: '/guide/1/', picture: '/r/media/a.png' }
    expect(headTags(known, head)).toMatchObject({ canonical: 'https://x.example/r/guide/1/', picture: 'https://x.example/r/media/a.png' })
    expect(headTags(unknown, head)).toMatchObject({ canonical: undefined, picture: undefined })
    expect(headTags(known, { ...head, picture: undefined })).toMatchObject({ picture: 'https://x.example/r/social-card.png' })
    expect(await sitemapNames(known)).toEqual(['sitemap-index', 'sitemap-1'])
    expect(await sitemapNames(unknown)).toEqual([])
    expect(robotsText(known)).toContain('Sitemap: https://x.example/r/sitemap-index.xml')
    expect(robotsText(unknown)).not.toContain('Sitemap')
  })

  test('names the picture of a guide in its sitemap, in the largest size', async () => {
    const picture = image('pot', { standard: [592, 444], large: [1600, 1200] })
    const cache = guidesCache([guide(1, { image: picture.object }), guide(2)], { media: picture.media })
    const xml = await sitemapXml(await siteOf(cache, { site: 'https://x.example', base: '/r/' }), 'sitemap-1')
    expect(Array.from(xml.matchAll(/<url>.*?<\/url>/g), ([url]) => url).filter((url) => url.includes('<image:image>'))).toEqual([
      expect.stringMatching(
        /guide\/1\/.*<image:image><image:loc>https:\/\/x\.example\/r\/media\/.+-1600x1200[\w-]*\.png<\/image:loc><\/image:image>/,
      ),
    ])
  })

  test('splits a sitemap of more than 50,000 addresses', async () => {
    const titles = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`Category ${at}`, null]))
    const site = await siteOf({ records: [{ kind: 'categories', id: '', body: titles }] }, { site: 'https://x.example' })
    expect(await sitemapNames(site)).toEqual(['sitemap-index', 'sitemap-1', 'sitemap-2'])
    expect((await sitemapXml(site, 'sitemap-1')).match(/<url>/g)?.length).toBe(50_000)
  })

  test('splits it sooner if each page is listed once per language', async () => {
    const titles = Object.fromEntries(Array.from({ length: 17_000 }, (_, at) => [`Category ${at}`, null]))
    const cache = { manifest: { translations: ['de', 'fr'] }, records: [{ kind: 'categories' as const, id: '', body: titles }] }
    const site = await siteOf(cache, { site: 'https://x.example' })
    const names = await sitemapNames(site)
    expect(names).toEqual(['sitemap-index', 'sitemap-1', 'sitemap-2'])
    const counts = await Promise.all(names.slice(1).map(async (name) => (await sitemapXml(site, name)).match(/<url>/g)?.length ?? 0))
    expect(Math.max(...counts)).toBeLessThanOrEqual(50_000)
    expect(counts[0]).toBeGreaterThan(49_990)
  })
})

test('a page without a parent has no breadcrumbs for search engines', async () => {
  const site = await siteOf({})
  const head = { title: 'Imprint', description: '', path: '/page/imprint/' }
  const trailOf = (crumbs: { title: string; href?: string }[]) => headTags(site, { ...head, crumbs }).jsonLd
  expect(trailOf([{ title: 'Imprint' }])).toBe('')
  expect(trailOf([{ title: 'Tags', href: '/tag/' }, { title: 'Imprint' }])).toContain('BreadcrumbList')
})

test('no title ends the script that describes its page', async () => {
  const site = await siteOf({})
  const title = '</script><script>alert(1)</script>'
  const { jsonLd } = headTags(site, { title, description: '', path: '/x/', data: [{ name: title }] })
  expect(jsonLd).not.toContain('<')
  expect(JSON.parse(jsonLd)).toMatchObject({ '@graph': [{ name: title }] })
})

test('a pager shows the ends, the neighbours and gaps, and no way beyond the ends', async () => {
  const site = await siteOf({}, { base: '/r/' })
  const { numbers, previous, next } = pagerOf(site, '/tag/x/', 10, 60 * 50)
  expect(numbers.map(({ number }) => number)).toEqual([1, 0, 8, 9, 10, 11, 12, 0, 50])
  expect([previous, next, numbers[0]?.href]).toEqual(['/r/tag/x/page/9/', '/r/tag/x/page/11/', '/r/tag/x/'])
  expect(pagerOf(site, '/tag/x/', 1, 0)).toMatchObject({ previous: undefined, next: undefined, numbers: [{ number: 1 }] })
  expect(pageParams(121).map(pageNumber)).toEqual([1, 2, 3])
})

test("the licence is the operator's, or else the service's, and only a web address is a link", async () => {
  const info = (url: string) => ({ records: [{ kind: 'site' as const, id: '', body: { license: { name: 'CC BY', url } } }] })
  expect((await siteOf(info('https://cc.example'), { licence: 'Mine' })).licence).toEqual({ name: 'Mine', url: '' })
  expect((await siteOf(info('https://cc.example'))).licence).toEqual({ name: 'CC BY', url: 'https://cc.example' })
  expect((await siteOf(info('javascript:alert(1)'))).licence).toEqual({ name: 'CC BY', url: '' })
  expect((await siteOf({})).licence).toBeUndefined()
})
