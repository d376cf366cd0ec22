import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteData } from 'astro'
import { expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { buildSite } from '../../src/build.ts'
import { diskSecret } from '../../src/build/disk-scripts.ts'
import { PageMaker } from '../../src/build/page-maker.ts'
import { planPages } from '../../src/build/page-plan.ts'
import { ASTRO, INTERNALS } from '../../src/build/page-program.ts'
import { linkPackages } from '../../src/build/program-packages.ts'
import { readConfig } from '../../src/config.ts'
import { manifestOf, temporaryFolder } from '../cache/small-cache.ts'
import { readJson } from '../sample-copy.ts'
import { siteFiles } from '../site-files.ts'

const PAGE = { type: 'page' } as RouteData
const FILE = { type: 'endpoint' } as RouteData

/** Writes pages that contain the address they were requested at. */
async function written(paths: [string, RouteData][], site: string) {
  const plan = planPages(
    paths.map(([pathname, route]) => ({ pathname, route })),
    ['de'],
  )
  const program = { render: async ({ url }: Request) => new Response(url.endsWith('nothing/') ? null : url) }
  const root = new URL('https://guides.example/mending/')
  const maker = new PageMaker(program, plan.standIn, { site, root, components: '', script: undefined })
  const pages = plan.pages.values()
  await maker.makeAll(
    () => pages.next().value,
    () => undefined,
  )
  const files = [...(await siteFiles(site)).keys()].sort()
  return Promise.all(files.map(async (file) => [file, await readFile(join(site, file), 'utf8')]))
}

test('a page becomes a folder with an index; of two at an address the first is written, and no existing file is overwritten', async () => {
  const site = await temporaryFolder()
  await writeFile(join(site, 'social-card.png'), 'ours')
  const pages = ['/', '/guide/1', '/404', '/de/404', '/wiki/ü', '/a', '/a/', '/nothing'].map((path): [string, RouteData] => [path, PAGE])
  expect(await written([...pages, ['/robots.txt', FILE], ['/social-card.png', FILE]], site)).toEqual([
    ['404.html', 'https://guides.example/mending/404/'],
    ['a/index.html', 'https://guides.example/mending/a/'],
    ['de/404/index.html', 'https://guides.example/mending/de/404/'],
    ['guide/1/index.html', 'https://guides.example/mending/guide/1/'],
    ['index.html', 'https://guides.example/mending/'],
    ['robots.txt', 'https://guides.example/mending/robots.txt'],
    ['social-card.png', 'ours'],
    ['wiki/ü/index.html', 'https://guides.example/mending/wiki/%C3%BC/'],
  ])
})

test('languages are built one after the other, the source first, and files that list all pages separately', () => {
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

const SAMPLE = resolve(import.meta.dirname, '../../sample')

test.each([
  ['http://127.0.0.1:8080', ['`site` http://127.0.0.1:8080 is an address of this machine']],
  ['https://guides.localhost', ['`site` https://guides.localhost is an address of this machine']],
  ['http://192.168.0.10', []],
  ['https://guides.example.org', []],
  ['', []],
])('a build warns before it starts if the address %j is not publicly reachable', async (site, starts) => {
  const out = await temporaryFolder()
  await writeFile(join(out, 'thesis.txt'), 'mine')
  const warnings: string[] = []
  const hooks = { onWarning: (warning: string) => void warnings.push(warning) }
  // The folder is not ours and ends the build before it has made anything.
  await expect(buildSite(readConfig({ cache: SAMPLE, out, site }, {}), 'Benchbook test', hooks)).rejects.toThrow('did not make')
  expect(warnings).toEqual(starts.map((start) => expect.stringContaining(start) as string))
})

test('Astro, in the pinned version, exports the internals that the program of the pages imports', async () => {
  expect(about.dependencies.astro).toBe('7.3.4')
  for (const [path, name] of Object.entries(INTERNALS)) {
    const module = (await import(pathToFileURL(join(ASTRO, path)).href)) as Record<string, unknown>
    expect(module[name], `${path} exports ${name}`).toBeDefined()
    if (name === 'productionEnvironment') expect(module[name]).toMatchObject({ errorStrategy: 'default' })
  }
})

/** A folder with made-up packages, each at its path. */
function install(packages: Record<string, { version: string; dependencies?: Record<string, string> }>): Promise<string> {
  const files = Object.entries(packages).map(([place, manifest]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [`${place}/package.json`, JSON.stringify({ name, ...manifest })] as const
  })
  return temporaryFolder(Object.fromEntries(files))
}

const versionIn = async (folder: string, name: string) => (await readJson(join(folder, 'node_modules', name, 'package.json'))).version

test('a program finds our versions of packages and those of Astro, wherever they are installed', async () => {
  const folder = await temporaryFolder()
  const root = await install({
    'node_modules/parser': { version: '1.0.0' },
    'node_modules/@scope/both': { version: '1.0.0' },
    'node_modules/cookie': { version: '1.0.0' },
    'node_modules/astro': { version: '7.0.0', dependencies: { cookie: '2.0.0', '@scope/both': '1.0.0' } },
    'node_modules/astro/node_modules/cookie': { version: '2.0.0' },
    'node_modules/ours': { version: '0.1.0', dependencies: { parser: '3.0.0', '@scope/both': '3.0.0', astro: '7.0.0' } },
    'node_modules/ours/node_modules/parser': { version: '3.0.0' },
    'node_modules/ours/node_modules/@scope/both': { version: '3.0.0' },
  })
  linkPackages(folder, [join(root, 'node_modules/astro'), join(root, 'node_modules/ours')])
  const found = await Promise.all(['parser', '@scope/both', 'cookie', 'astro'].map((name) => versionIn(folder, name)))
  expect(found).toEqual(['3.0.0', '3.0.0', '2.0.0', '7.0.0'])
})

test('each of our dependencies is found in the version that package.json names', async () => {
  const folder = await temporaryFolder()
  linkPackages(folder)
  for (const [name, version] of Object.entries(about.dependencies)) expect([name, await versionIn(folder, name)]).toEqual([name, version])
  expect(await versionIn(folder, 'cookie')).toMatch(/^\d/)
})

test.each([
  ['with a secret', manifestOf()],
  ['of a version without secrets', manifestOf({ secret: undefined })],
])("sites of a cache %s, with and without private records, have different secrets that differ from the cache's", (_, manifest) => {
  const secrets = [diskSecret(manifest, false), diskSecret(manifest, true)]
  expect(new Set([...secrets, manifest.secret]).size).toBe(3)
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{16}$/)
  expect(diskSecret(manifest, true)).toBe(secrets[1])
})
