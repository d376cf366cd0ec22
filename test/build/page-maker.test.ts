import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RouteData } from 'astro'
import { expect, test } from 'vitest'
import { PageMaker } from '../../src/build/page-maker.ts'
import { planPages } from '../../src/build/page-plan.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { siteFiles } from '../site-files.ts'

const PAGE = { type: 'page' } as RouteData
const FILE = { type: 'endpoint' } as RouteData

/** Writes pages that say at which address they were asked for. */
async function written(paths: [string, RouteData][], site: string) {
  const plan = planPages(
    paths.map(([pathname, route]) => ({ pathname, route })),
    ['de'],
  )
  const program = { render: async ({ url }: Request) => new Response(url.endsWith('nothing/') ? null : url) }
  const maker = new PageMaker(program, plan.standIn, {
    site,
    root: new URL('https://guides.example/mending/'),
    components: '',
    script: undefined,
  })
  const pages = plan.pages.values()
  await maker.makeAll(
    () => pages.next().value,
    () => undefined,
  )
  const files = [...(await siteFiles(site)).keys()].sort()
  return Promise.all(files.map(async (file) => [file, await readFile(join(site, file), 'utf8')]))
}

test('a page is a folder with an index, a file is itself, and "not found" lies where hosts look for it', async () => {
  const paths: [string, RouteData][] = [
    ['/', PAGE],
    ['/guide/1', PAGE],
    ['/404', PAGE],
    ['/de/404', PAGE],
    ['/robots.txt', FILE],
    ['/wiki/ü', PAGE],
  ]
  expect(await written(paths, await temporaryFolder())).toEqual([
    ['404.html', 'https://guides.example/mending/404/'],
    ['de/404/index.html', 'https://guides.example/mending/de/404/'],
    ['guide/1/index.html', 'https://guides.example/mending/guide/1/'],
    ['index.html', 'https://guides.example/mending/'],
    ['robots.txt', 'https://guides.example/mending/robots.txt'],
    ['wiki/ü/index.html', 'https://guides.example/mending/wiki/%C3%BC/'],
  ])
})

test('of two pages at one address the first is written, none in the place of a file, and none without content', async () => {
  const site = await temporaryFolder()
  await writeFile(join(site, 'social-card.png'), 'ours')
  const paths: [string, RouteData][] = [
    ['/a', PAGE],
    ['/a/', PAGE],
    ['/social-card.png', FILE],
    ['/nothing', PAGE],
  ]
  expect(await written(paths, site)).toEqual([
    ['a/index.html', 'https://guides.example/mending/a/'],
    ['social-card.png', 'ours'],
  ])
})

test('each language is made after the other, the source first, and the files that name all pages apart from them', () => {
  const route = (component: string) => ({ type: 'page', component }) as RouteData
  const guide = route('src/pages/[...lang]/guide/[id].astro')
  const paths = [
    ['/de/guide/1', guide],
    ['/guide/1', guide],
    ['/sitemap-1.xml', { type: 'endpoint', component: 'src/pages/[sitemap].xml.ts' } as RouteData],
    ['/unreadable', route('src/pages/unreadable.astro')],
    ['/ja/guide/1', guide],
    ['/guide/2', guide],
  ] as const
  const plan = planPages(
    paths.map(([pathname, route]) => ({ pathname, route })),
    ['ja', 'de'],
  )
  const filesOf = (pages: typeof plan.pages) => pages.map(({ file }) => file)
  expect(filesOf(plan.pages)).toEqual(['guide/1/index.html', 'guide/2/index.html', 'ja/guide/1/index.html', 'de/guide/1/index.html'])
  expect(filesOf(plan.sitemaps)).toEqual(['sitemap-1.xml'])
  expect(plan.standIn?.component).toBe('src/pages/unreadable.astro')
})
