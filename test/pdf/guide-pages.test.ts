import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidePages, inCategory, type InCrumbs, languagesIn } from '../../src/pdf/guide-pages.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const crumbs = (...titles: string[]) =>
  `<nav class="crumbs" aria-label="x"><ol>${titles.map((title) => `<li><a href="/x/"><span> ${title} </span></a></li>`).join('')}<li><span>Kettle</span></li></ol></nav><a href="/">Teapots</a>`

/** A site of three guides, one of them in German too. */
async function site(): Promise<string> {
  const folder = await temporaryFolder()
  const pages = {
    'guide/12': crumbs('Home', 'Pots &amp; Pans'),
    'guide/9': crumbs('Home', 'Pots &amp; Pans', 'Kettle'),
    'guide/100': crumbs('Home', 'Lamps'),
    'de/guide/9': crumbs('Start', 'Töpfe'),
    'guide/page': '',
    'media/12': '',
  }
  for (const [path, html] of Object.entries(pages)) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), html)
  }
  return folder
}

test('guides are found by their folders, in the order of their numbers, in each language', async () => {
  const folder = await site()
  expect((await guidePages(folder)).map(({ path }) => path)).toEqual(['/guide/9/', '/guide/12/', '/guide/100/'])
  expect(await languagesIn(folder)).toEqual(['de'])
  expect(await guidePages(folder, 'de')).toEqual([{ guideid: 9, lang: 'de', path: '/de/guide/9/' }])
})

test('guides are found where their folder is divided too', async () => {
  const folder = await temporaryFolder()
  for (const path of ['guide/12/12', 'guide/12/112', 'guide/7/7', 'de/guide/00/1200']) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), '')
  }
  expect((await guidePages(folder)).map(({ guideid, path }) => [guideid, path])).toEqual([
    [7, '/guide/7/7/'],
    [12, '/guide/12/12/'],
    [112, '/guide/12/112/'],
  ])
  expect(await guidePages(folder, 'de')).toEqual([{ guideid: 1200, lang: 'de', path: '/de/guide/00/1200/' }])
})

test('a guide is in the categories of its breadcrumbs alone', async () => {
  const folder = await site()
  const pages = await guidePages(folder)
  const found = async (category: string) => (await inCategory(folder, pages, { title: category })).map(({ guideid }) => guideid)
  expect(await found('Pots & Pans')).toEqual([9, 12])
  expect(await found('kettle')).toEqual([9])
  expect(await found('Home')).toEqual([])
  expect(await found('Teapots')).toEqual([])
})

test('a category is known by the name of its page, wherever that leads from, and however many are called so', async () => {
  const folder = await temporaryFolder()
  const way = (...hrefs: string[]) =>
    `<nav class="crumbs"><ol>${['/', ...hrefs].map((href) => `<li><a href="${href}">Parts</a></li>`).join('')}<li>It</li></ol></nav>`
  const pages = {
    'guide/1': way('/category/phones-1/', '/category/3f/parts-1/'),
    'guide/2': way('../../category/parts-1/index.html'),
    'guide/3': way('/category/parts-2/'),
  }
  for (const [path, html] of Object.entries(pages)) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), html)
  }
  const found = async (category: InCrumbs) => (await inCategory(folder, await guidePages(folder), category)).map(({ guideid }) => guideid)
  expect(await found({ title: 'parts' })).toEqual([1, 2, 3])
  expect(await found({ pages: new Set(['parts-1']) })).toEqual([1, 2])
  expect(await found({ pages: new Set(['phones-1', 'parts-2']) })).toEqual([1, 3])
})
