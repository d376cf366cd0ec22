import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { readMarker } from '../../../src/publish/marker.ts'
import { benchbook, type Ended, startBenchbook } from '../../benchbook.ts'
import { ask as request } from '../../hosts/answer.ts'
import { startServer, whyNot } from '../../hosts/servers.ts'
import { hostFolder } from '../../hosts/small-site.ts'
import { allPictures } from '../acts.ts'
import { device, keepHere, largePicture, openApp, violations } from '../app/device.ts'
import { startHost } from '../app/host.ts'
import { GUIDE } from '../app/sites.ts'
import { sampleSite } from '../../sample-site.ts'
import { differing, siteFiles } from '../../site-files.ts'
import { test } from '../browser.ts'
import { ask, hits } from '../search.ts'
import { type MediaHost, startMediaHost } from './media-host.ts'

const DOCUMENT = 'Document/nInWGN22Uqvqq9Do/Bench-safety-sheet.pdf'

const home = hostFolder()
const site = join(home, 'dist')
let cache: string
let media: MediaHost
let built: Ended
let changes: Awaited<ReturnType<typeof changesOf>>

const outOf = ['--site', 'https://guides.example.org']
const build = (out: string, ...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...outOf, ...flags])
const buildWith = (out: string, ...flags: string[]) => build(out, '--media-base', media.base, ...flags)

beforeAll(async () => {
  ;({ cache } = await sampleSite())
  media = await startMediaHost()
  built = await buildWith(site, '--api-files', '--target', 'nginx,caddy,apache,s3')
  changes = await changesOf(site)
  media.folder = `${site}.media`
  return () => media.close()
})
afterEach(() => {
  Object.assign(media, { isGone: false, letsRead: true })
  expect(violations.splice(0)).toEqual([])
})

/** Expects pictures of a page to be loaded, all from the other host. */
async function expectFromElsewhere(page: Page, selector = '.step-picture img'): Promise<void> {
  const seen = await allPictures(page.locator(selector))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter(({ origin, width }) => origin !== new URL(media.base).origin || width < 10)).toEqual([])
}

/** A browser, and a host of the site that it visits. */
async function visitor(...given: Parameters<typeof device>) {
  const host = await startHost(site, '/', media.base)
  onTestFinished(() => host.close())
  return { host, page: await device(...given) }
}

describe.each(['nginx', 'caddy', 'apache'] as const)('on %s', (name) => {
  const why = whyNot(name)
  if (why) console.warn(`Skipped: ${name}, since ${why}.`)

  test.skipIf(why)(
    'media are loaded from the other origin with the right policy, and addresses of documents lead there',
    async ({ browser }) => {
      const server = await startServer(name, { root: site, beside: `${site}.hosts` })
      onTestFinished(() => server.stop())
      const { headers } = await request(server.origin, `/${GUIDE}`)
      expect(headers['content-security-policy']).toContain(`img-src 'self' ${media.base}media/;`)
      const page = await device(browser, { serviceWorkers: 'block' })
      await page.goto(`${server.origin}/${GUIDE}`)
      await expectFromElsewhere(page)
      await largePicture(page)
      await page.goto(`${server.origin}/search/`)
      await ask(page, 'kettle')
      await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
      await expectFromElsewhere(page, '.search-results > li > img, .search-results > li [data-part=picture]')
      const lead = await request(server.origin, `/${DOCUMENT}`)
      expect([lead.status, lead.headers.location]).toEqual([301, expect.stringMatching(`^${media.base}media/.*\\.pdf$`)])
      expect((await fetch(lead.headers.location ?? '')).status).toBe(200)
      expect((await request(server.origin, '/Document/nothing/x.pdf')).status).toBe(404)
    },
  )
})

describe('if the host of media allows pages to read them', () => {
  test.for([
    ['what is kept', true],
    ['a page that was read lately, though nobody kept it,', false],
  ] as const)('%s shows its pictures when both hosts are gone', async ([, isKept], { browser }) => {
    const { host, page } = await visitor(browser)
    await openApp(page, host.url)
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
    if (isKept) await keepHere(page)
    Object.assign(media, { isGone: true })
    host.state = 'gone'
    await page.goto('about:blank')
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
    if (isKept) await largePicture(page)
  })

  test('a guide in one file contains its pictures', async ({ browser }) => {
    const { host, page } = await visitor(browser, { serviceWorkers: 'block' })
    await page.goto(`${host.url}${GUIDE}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as one file' }).click()])
    const html = await readFile(await download.path(), 'utf8')
    expect(html.split('data:image/webp').length).toBeGreaterThan(5)
    expect(html.includes(`src="${media.base}`)).toBe(false)
  })
})

describe('if it does not', () => {
  test('pictures are shown all the same, and keeping offline reports that it is impossible', async ({ browser }) => {
    media.letsRead = false
    const { host, page } = await visitor(browser)
    await openApp(page, host.url)
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
    await page.getByRole('button', { name: 'Keep offline' }).click()
    await page.getByRole('button', { name: 'Keep on this device' }).click()
    await page.locator('.keep-panel').getByText('something else answers in its place').waitFor()
  })
})

test('PDF files have the pictures of the folder next to the site, and their host gets no request', async () => {
  const to = join(dirname(site), 'pdf')
  const [, guideid = ''] = GUIDE.split('/')
  media.asked.splice(0)
  const { code, stderr } = await benchbook(['pdf', '--out', site, '--guide', guideid, '--out-pdf', to])
  expect(code, stderr).toBe(0)
  const drawn = (await readFile(join(to, `${guideid}.pdf`), 'latin1')).matchAll(/\/Subtype \/Image\n\/Width (\d+)/g)
  expect([...drawn].filter(([, width]) => Number(width) > 200).length).toBeGreaterThanOrEqual(5)
  expect(media.asked).toEqual([])
})

const read = (...path: string[]) => readFile(join(...path), 'utf8')
const changesOf = async (out: string) =>
  JSON.parse(await read(`${out}.changes.json`)) as Record<'added' | 'changed' | 'removed', string[]> & {
    media?: Record<'added' | 'changed' | 'removed', string[]>
  }

test('media are next to the site, and everything that names them uses their own host', async () => {
  const out = site
  expect(built.code, built.stderr).toBe(0)
  expect(built.stdout).toContain(`Pictures, videos and documents are in ${out}.media (`)
  expect(existsSync(join(out, 'media'))).toBe(false)
  expect((await readMarker(out))?.mediaBase).toBe(media.base)
  const files = await siteFiles(out)
  const beside = (await readdir(`${out}.media`, { recursive: true })).filter((file) => /\.\w+$/.test(file) && file.startsWith('media/'))
  expect(beside.length).toBeGreaterThan(300)
  expect(changes.media?.added).toEqual(beside.sort())
  expect(changes.added.filter((file) => file.startsWith('media/'))).toEqual([])
  // A valid list: each file of the site once, and none that is elsewhere.
  expect((await read(`${out}.sha256`)).trim().split('\n').length).toBe(files.size)
  const lines = (await read(`${out}.hosts`, 's3-media.tsv')).trim().split('\n')
  expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(beside.map((file) => `m/${file}`).sort())
  for (const file of ['guide/3/index.html', 'sitemap-1.xml', 'feed.json', 'search/index.html', 'api/2.0/guides/3.json', 'app/en.json']) {
    const text = await read(out, file)
    expect(
      text.match(/[^"'\s]*\/media\/[0-9a-f]{2}\/[\w-]+\.\w+/g)?.filter((address) => !address.includes(media.base)) ?? [],
      file,
    ).toEqual([])
  }
  const page = await read(out, 'guide/3/index.html')
  expect(page).toContain(
    `img-src 'self' ${media.base}media/; font-src 'self'; media-src 'self' ${media.base}media/; connect-src 'self' ${media.base}media/;`,
  )
  expect(await read(out, 'sitemap-1.xml')).toContain(`<image:loc>${media.base}media/`)
  expect(page).toContain(`og:image" content="${media.base}media/`)
  const again = await buildWith(out, '--api-files', '--target', 'nginx,caddy,apache,s3', '--render-all')
  expect(again.stdout).toContain('No file differs from the site before.')
  expect((await changesOf(out)).media).toMatchObject({ added: [], changed: [], removed: [] })
})

test('changing the option renders pages again, otherwise they are kept; missing media are restored', async () => {
  const [out, plain] = [join(home, 'changing'), join(home, 'plain')]
  await buildWith(out)
  expect((await buildWith(out)).stdout).toContain('Rendered 0 of them')
  expect((await buildWith(out, '--if-changed')).stdout).toContain('Nothing has changed')
  await rm(`${out}.media`, { recursive: true })
  expect((await buildWith(out, '--if-changed')).stdout).toContain('Pictures, videos and documents are in')
  expect(existsSync(join(`${out}.media`, 'media'))).toBe(true)
  expect((await build(out)).stdout).not.toContain('Rendered')
  await build(plain)
  expect(differing(await siteFiles(out), await siteFiles(plain))).toEqual([])
})

test('a check follows links to media into their folder, and reports if it is missing', async () => {
  const out = join(home, 'checked')
  // Addresses of this machine would be findings of their own.
  const base = 'https://media.example.org/m/'
  await build(out, '--media-base', base)
  const check = () => benchbook(['check', '--cache', cache, '--out', out, '--json'])
  const first = await check()
  expect([first.code, (JSON.parse(first.stdout) as { findings: unknown[] }).findings]).toEqual([0, []])
  const page = await read(out, 'guide/3/index.html')
  const [gone = '', spoilt = ''] = new Set(page.match(/(?<=\/m\/)media\/[0-9a-f]{2}\/[\w-]+\.webp/g))
  await rm(join(`${out}.media`, gone))
  await appendFile(join(`${out}.media`, spoilt), 'more')
  const { code, stdout } = await check()
  const { findings } = JSON.parse(stdout) as { findings: { kind: string; what: string }[] }
  expect([code, findings.map(({ kind, what }) => `${kind}: ${what}`).sort()]).toEqual([
    1,
    [`damaged file: ${join(`${out}.media`, spoilt)}`, `dead link: ${base}${gone} is not among the media next to the site`],
  ])
  await rm(`${out}.media`, { recursive: true })
  const without = await benchbook(['check', '--cache', cache, '--out', out])
  expect([without.code, without.stdout]).toEqual([
    0,
    expect.stringContaining(`There is no ${out}.media, the media that the site shows from elsewhere`),
  ])
})

test('foreign files are not replaced by media', async () => {
  const out = join(home, 'unmanaged')
  await mkdir(`${out}.media`)
  await writeFile(join(`${out}.media`, 'holiday.jpg'), 'mine')
  const { code, stderr } = await buildWith(out)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${out}.media was not made by Benchbook`)])
  expect(await readdir(`${out}.media`)).toEqual(['holiday.jpg'])
})

test("a bundle contains its media, whatever the site's configuration, and lacks this option", async () => {
  await writeFile(join(home, 'benchbook.config.json'), JSON.stringify({ build: { mediaBase: media.base } }))
  const out = join(home, 'folder')
  const args = ['bundle', '--cache', cache, '--format', 'folder', '--category', 'Kettle 1.7 L', '--out', out]
  const { code, stderr } = await startBenchbook(args, { cwd: home }).ended
  expect(code, stderr).toBe(0)
  expect(existsSync(join(out, 'media'))).toBe(true)
  expect(await read(out, 'guide/3/index.html')).not.toContain(media.base)
  const refused = await benchbook([...args, '--media-base', media.base])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--media-base')])
})
