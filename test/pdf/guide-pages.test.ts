import { expect, test } from 'vitest'
import { guidePages, guidesOfCategory, inCategory, languagesIn } from '../../src/pdf/guide-pages.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const crumbs = (...names: string[]) => {
  const trail = { '@type': 'BreadcrumbList', itemListElement: [...names, 'Kettle'].map((name) => ({ '@type': 'ListItem', name })) }
  const graph = JSON.stringify({ '@graph': [{ '@type': 'HowTo', name: 'Teapots' }, trail] })
  return `<script type="application/ld+json">${graph.replaceAll('<', '\\u003c')}</script><a href="/">Teapots</a>`
}

/** A site of three guides, one of them in German too. */
const site = () =>
  temporaryFolder({
    'guide/12/index.html': crumbs('Home', 'Pots & Pans'),
    'guide/9/index.html': crumbs('Home', 'Pots & Pans', 'Kettle'),
    'guide/100/index.html': crumbs('Home', 'A "<lamp>"'),
    'de/guide/9/index.html': crumbs('Start', 'Töpfe'),
    'guide/page/index.html': '',
    'media/12/index.html': '',
  })

test('guides are found by their folders, in numerical order, in each language', async () => {
  const folder = await site()
  expect((await guidePages(folder)).map(({ path }) => path)).toEqual(['/guide/9/', '/guide/12/', '/guide/100/'])
  expect(await languagesIn(folder)).toEqual(['de'])
  expect(await guidePages(folder, 'de')).toEqual([{ guideid: 9, lang: 'de', path: '/de/guide/9/' }])
})

test('guides are also found if their folder is divided', async () => {
  const paths = ['guide/12/12', 'guide/12/112', 'guide/7/7', 'de/guide/00/1200']
  const folder = await temporaryFolder(Object.fromEntries(paths.map((path) => [`${path}/index.html`, ''])))
  expect((await guidePages(folder)).map(({ guideid, path }) => [guideid, path])).toEqual([
    [7, '/guide/7/7/'],
    [12, '/guide/12/12/'],
    [112, '/guide/12/112/'],
  ])
  expect(await guidePages(folder, 'de')).toEqual([{ guideid: 1200, lang: 'de', path: '/de/guide/00/1200/' }])
})

test('a guide is only in the categories of its breadcrumbs', async () => {
  const folder = await site()
  const pages = await guidePages(folder)
  const found = async (category: string) => [...(await inCategory(folder, pages, category)).depths.keys()]
  expect(await found('Pots & Pans')).toEqual([9, 12])
  expect(await found('kettle')).toEqual([9])
  expect(await found('Pots\u00a0&  pans ')).toEqual([9, 12])
  expect(await found('a "<lamp>"')).toEqual([100])
  expect(await found('Home')).toEqual([])
  expect(await found('Teapots')).toEqual([])
})

test("a category's own guides come first, then those of each category below, with the titles of each language", async () => {
  const paths = {
    'guide/30': ['Home', 'Pots', 'Lids'],
    'guide/4': ['Home', 'Pots', 'Kettles', 'Small'],
    'guide/20': ['Home', 'Pots'],
    'guide/3': ['Home', 'Pans'],
  }
  const own = Object.entries(paths).map(([path, names]) => [`${path}/index.html`, crumbs(...names)] as const)
  const folder = await temporaryFolder({ ...Object.fromEntries(own), 'de/guide/4/index.html': crumbs('Start', 'Töpfe', 'Kessel') })
  const pages = await guidePages(folder)
  const { depths } = await inCategory(folder, pages, 'pots')
  const book = async (lang?: string) => {
    const { title, guides } = await guidesOfCategory(folder, await guidePages(folder, lang), depths)
    return [title, ...guides.map(({ guideid, below }) => [guideid, ...below])]
  }
  expect(await book()).toEqual(['Pots', [20], [4, 'Kettles', 'Small'], [30, 'Lids']])
  expect(await book('de')).toEqual(['Töpfe', [4, 'Kessel']])
  expect(await book('fr')).toEqual([''])
})
