import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { pagesOfRecords } from '../../src/bundle/describe.ts'
import { packSite } from '../../src/bundle/pack.ts'
import { clustersOf } from '../../src/bundle/zim/cluster-writer.ts'
import type { ZimRedirect } from '../../src/bundle/zim/zim-writer.ts'
import { openCache } from '../../src/cache/reader.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { whyNo } from '../tools.ts'
import { readZim } from './read-zim.ts'
import { packing, page, smallSite } from './small-site.ts'

const FILES = {
  'guide/1/index.html': page('iPhone Battery', 'Unscrew.'),
  'guide/2/index.html': page('Écran', 'Open.'),
  'guide/3/index.html': page('Toaster cord', 'Cut.'),
  'search/index.html': page('Search', '', '<meta name="robots" content="noindex">'),
  'media/3f/a.jpg': Buffer.alloc(3000, 7),
  'assets/page.css': 'p { margin: 0 }',
  'category/käse/index.html': page('Käse'),
  _headers: '/*\n',
  'robots.txt': 'User-agent: *\n',
}
const redirect = (path: string, to: string): ZimRedirect => ({ namespace: 'C', path, title: path, to })

async function packed(changes: Parameters<typeof packing>[2] = {}, files: Parameters<typeof smallSite>[0] = FILES) {
  const { path } = await packSite(packing(await smallSite(files), 'zim', changes))
  const zim = readZim(readFileSync(path))
  return { path, zim, named: (name: string) => zim.entries.find((entry) => entry.name === name) }
}

test('a ZIM archive contains every file that readers use, media uncompressed, and lists pages by title', async () => {
  const { zim, named } = await packed()
  for (const path of Object.keys(FILES)) expect(named(`C/${path}`) === undefined, path).toBe(/^(?:_headers|robots)/.test(path))
  expect(named('C/guide/1/index.html')).toMatchObject({ title: 'iPhone Battery', mime: 'text/html;charset=utf-8' })
  expect(named('C/media/3f/a.jpg')).toMatchObject({ mime: 'image/jpeg' })
  expect(zim).toMatchObject({ isWhole: true, mainPage: { name: 'W/mainPage', leadsTo: 'C/index.html' } })
  const names = zim.entries.map(({ name }) => Buffer.from(name.replace('/', '')))
  expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(a, b)))
  const [picture, text] = [named('C/media/3f/a.jpg')?.cluster ?? -1, named('C/guide/1/index.html')?.cluster ?? -1]
  expect([zim.clusters[picture]?.[0], zim.clusters[text]?.[0]]).toEqual([1, 5])
  const listing = named('X/listing/titleOrdered/v1')
  const numbers = new Uint32Array(Uint8Array.from(listing?.bytes ?? []).buffer)
  expect(Array.from(numbers, (number) => zim.entries[number]?.title)).toEqual(
    'Home,Käse,Toaster cord,ecran,home,iPhone Battery,iphone battery,kase,käse,toaster cord,Écran,écran'.split(','),
  )
})

test('an empty file gets a newline, since zimcheck refuses empty entries', async () => {
  const { named } = await packed({}, { ...FILES, '_astro/none.js': '' })
  expect(named('C/_astro/none.js')?.bytes.toString()).toBe('\n')
})

test('redirects without a target page, or at the path of a page, are left out', async () => {
  const redirects = [
    redirect('Guide/Battery/1', 'guide/1/index.html'),
    redirect('Guide/Gone/9', 'guide/9/index.html'),
    redirect('guide/2/index.html', 'guide/1/index.html'),
    redirect('a', 'b'),
    redirect('b', 'a'),
  ]
  const { named } = await packed({ redirects })
  expect(named('C/Guide/Battery/1')?.leadsTo).toBe('C/guide/1/index.html')
  expect(['C/Guide/Gone/9', 'C/a', 'C/b'].map(named)).toEqual([undefined, undefined, undefined])
  expect(named('C/guide/2/index.html')?.leadsTo).toBeUndefined()
})

test('the metadata describe the site', async () => {
  const { named } = await packed()
  const about = (name: string) => named(`M/${name}`)?.bytes.toString()
  const told = ['Name', 'Title', 'Language', 'Date'].map(about)
  expect(told).toEqual(['repair.example_en', 'Repair', 'eng,por,yue', '2026-03-04'])
  expect(about('Counter')).toBe('image/jpeg=1;image/png=1;text/css=1;text/html=6')
  expect(about('Flavour')).toBeUndefined()
  for (const side of [48, 96, 192]) {
    const { bytes = Buffer.alloc(0) } = named(`M/Illustration_${side}x${side}@1`) ?? {}
    expect(imageSize(bytes)).toMatchObject({ width: side, height: side, type: 'png' })
  }
})

test('titles and descriptions are cut to the length that readers show', async () => {
  const { about } = packing('', 'zim')
  const { named } = await packed({ about: { ...about, title: 'é'.repeat(40), description: 'word '.repeat(40) } })
  const lengthOf = (name: string) => [...new Intl.Segmenter().segment(named(`M/${name}`)?.bytes.toString() ?? '')].length
  expect([lengthOf('Title'), lengthOf('Description')]).toEqual([30, 80])
  expect(named('M/LongDescription')?.bytes.toString()).toBe('word '.repeat(40))
})

test('another site has another UUID', async () => {
  const other = await packed({}, { ...FILES, 'guide/3/index.html': page('Toaster cord', 'Splice.') })
  expect(other.zim.uuid).not.toBe((await packed()).zim.uuid)
})

test('one more page changes only one or two clusters', () => {
  const pageAt = (path: string) => ({ path, content: Buffer.alloc(30_000), isPacked: false })
  const pages = Array.from({ length: 2000 }, (_, number) => pageAt(`guide/${String(number).padStart(5, '0')}/index.html`))
  const texts = (some: typeof pages) => clustersOf(some).map(({ members }) => members.map(({ path }) => path).join())
  const before = new Set(texts(pages))
  const after = texts(pages.toSpliced(700, 0, pageAt('guide/00700/extra.html')))
  expect(before.size).toBeGreaterThan(30)
  expect(after.filter((cluster) => !before.has(cluster)).length).toBeLessThan(3)
})

const whyNoZimcheck = whyNo('zimcheck', 'zim-tools')

test('zimcheck finds no errors', async ({ skip }) => {
  skip(whyNoZimcheck !== '', whyNoZimcheck)
  const { path } = await packed({ redirects: [redirect('Guide/Battery/1', 'guide/1/index.html')] })
  const said = execFileSync('zimcheck', ['-A', path], { encoding: 'utf8' })
  expect(said).toContain('Overall Test Status: Pass')
  expect(said).not.toContain('[ERROR]')
})

test('a title gets a second entry without diacritics only where they do not make another letter', async () => {
  const titles = ['ガイド', '충전', 'น้ำ', 'बैटरी', 'Café', 'Ёлка']
  const pages = titles.map((title, at) => [`guide/${at}/index.html`, page(title.normalize('NFC'))] as const)
  const { zim } = await packed({}, Object.fromEntries(pages))
  const further = zim.entries.filter(({ name }) => name.startsWith('C/title/'))
  expect(further.map(({ title }) => title).toSorted()).toEqual(['cafe', 'café', 'ёлка', 'елка', 'home'].toSorted())
})

test("redirects from the service's addresses and the guides that are only parts of others are read from the records", async () => {
  const folder = await temporaryFolder()
  const body = (guideid: number, rest: object) => ({ guideid, title: 'Title', steps: [], ...rest })
  const wikis = ['CATEGORY/Kettle', 'CATEGORY/Old pot', 'WIKI/Will not start']
  await writeCache(folder, {
    records: [
      { kind: 'guide', id: '1', body: body(1, { url: 'https://repair.example/Guide/Caf%C3%A9/1' }) },
      { kind: 'guide', id: '2', body: body(2, { flags: [{ flagid: 'GUIDE_PREREQ_ONLY' }] }) },
      ...wikis.map((id) => ({ kind: 'wiki' as const, id, body: { title: id } })),
    ],
    lists: { 'wikis-CATEGORY': [{ title: 'Kettle', url: '/c/Kettle' }], 'wikis-WIKI': [] },
  })
  const { redirects, unlisted } = await pagesOfRecords(await openCache(folder))
  expect(Object.fromEntries(redirects.map(({ path, to }) => [path, to.replace(/-\w{8}\//, '/')]))).toEqual({
    'Guide/Café/1': 'guide/1/index.html',
    'c/Kettle': 'category/kettle/index.html',
    'Device/Old_pot': 'category/old-pot/index.html',
    'Wiki/Will_not_start': 'wiki/will-not-start/index.html',
  })
  expect([...unlisted]).toEqual(['guide/2/index.html'])
  const { named } = await packed({ unlisted: new Set(['guide/1/index.html']) })
  expect(named('C/title/iphone battery/guide/1/index.html')).toBeUndefined()
})
