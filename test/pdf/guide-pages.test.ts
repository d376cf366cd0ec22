import { expect, test } from 'vitest'
import { guidePages, inCategory, languagesIn } from '../../src/pdf/guide-pages.ts'
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
  const found = async (category: string) => (await inCategory(folder, pages, category)).map(({ guideid }) => guideid)
  expect(await found('Pots & Pans')).toEqual([9, 12])
  expect(await found('kettle')).toEqual([9])
  expect(await found('a "<lamp>"')).toEqual([100])
  expect(await found('Home')).toEqual([])
  expect(await found('Teapots')).toEqual([])
})
