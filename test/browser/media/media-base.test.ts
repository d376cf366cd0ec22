import { existsSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { benchbook } from '../../benchbook.ts'
import { ask as request } from '../../hosts/answer.ts'
import { startServer, whyNot } from '../../hosts/servers.ts'
import { device, keepHere, openApp, violations } from '../app/device.ts'
import { Host } from '../app/host.ts'
import { buildSites, GUIDE } from '../app/sites.ts'
import { test } from '../browser.ts'
import { ask, hits } from '../search.ts'
import { MediaHost } from './media-host.ts'

const BASE = '/'
const DOCUMENT = 'Document/nInWGN22Uqvqq9Do/Bench-safety-sheet.pdf'

let sites: Awaited<ReturnType<typeof buildSites>>
let media: MediaHost
let site = ''
beforeAll(async () => {
  sites = await buildSites(BASE)
  media = await MediaHost.start()
  site = await sites.build('dist', '--media-base', media.base, '--host', 'nginx,caddy,apache')
  media.folder = `${site}.media`
  await chmod(dirname(site), 0o755)
  return async () => {
    media.close()
    await sites.close()
  }
})
afterEach(() => {
  Object.assign(media, { isGone: false, letsRead: true })
  expect(violations.splice(0)).toEqual([])
})

/** Where the pictures of a page come from, and how wide they are. */
const pictures = (page: Page, selector = '.step-picture img') =>
  page.locator(selector).evaluateAll(async (all) => {
    for (const image of all as HTMLImageElement[]) image.loading = 'eager'
    await Promise.all((all as HTMLImageElement[]).map((image) => image.decode().catch(() => undefined)))
    return (all as HTMLImageElement[]).map(({ currentSrc, naturalWidth }) => [new URL(currentSrc).origin, naturalWidth] as const)
  })

async function expectFromElsewhere(page: Page, selector?: string): Promise<void> {
  const seen = await pictures(page, selector)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter(([origin, width]) => origin !== new URL(media.base).origin || width < 10)).toEqual([])
}

const largePicture = async (page: Page) => {
  await page.locator('a.step-picture').first().click()
  const large = page.locator('dialog.zoom[open] img')
  await expect.poll(() => large.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
}

/** A browser, and a host of the site that it visits. */
async function visitor(...given: Parameters<typeof device>) {
  const host = await Host.start(site, BASE, media.base)
  onTestFinished(() => host.close())
  const { context, page } = await device(...given)
  onTestFinished(() => context.close())
  return { host, page }
}

describe.each(['nginx', 'caddy', 'apache'] as const)('on %s', (name) => {
  const why = whyNot(name)
  if (why) console.warn(`Skipped: ${name}, since ${why}.`)

  test.skipIf(why)('media come from the other origin as the policy says, and addresses of documents lead there', async ({ browser }) => {
    const server = await startServer(name, { root: site, beside: `${site}.hosts` })
    onTestFinished(() => server.stop())
    const { headers } = await request(server.origin, `/${GUIDE}`)
    expect(headers['content-security-policy']).toContain(`img-src 'self' ${media.base}media/;`)
    const { context, page } = await device(browser, { serviceWorkers: 'block' })
    onTestFinished(() => context.close())
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
  })
})

describe('where the host of media lets pages read them', () => {
  test('what is kept shows its pictures when both hosts are gone', async ({ browser }) => {
    const { host, page } = await visitor(browser)
    await openApp(page, `${host.url}${GUIDE}`)
    await keepHere(page)
    Object.assign(media, { isGone: true })
    host.state = 'gone'
    await page.goto('about:blank')
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
    await largePicture(page)
  })

  test('a page that was read lately shows its pictures without a network, though nobody kept it', async ({ browser }) => {
    const { host, page } = await visitor(browser)
    await openApp(page, host.url)
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
    Object.assign(media, { isGone: true })
    host.state = 'gone'
    await page.goto('about:blank')
    await page.goto(`${host.url}${GUIDE}`)
    await expectFromElsewhere(page)
  })

  test('a guide in one file has its pictures in it', async ({ browser }) => {
    const { host, page } = await visitor(browser, { serviceWorkers: 'block' })
    await page.goto(`${host.url}${GUIDE}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as one file' }).click()])
    const html = await readFile(await download.path(), 'utf8')
    expect(html.split('data:image/webp').length).toBeGreaterThan(5)
    expect(html.includes(`src="${media.base}`)).toBe(false)
  })
})

describe('where it does not', () => {
  test('pictures are shown all the same, and keeping says that it cannot be done', async ({ browser }) => {
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

test('PDF files have the pictures of the folder beside the site, and their host is asked for none', async () => {
  const to = join(dirname(site), 'pdf')
  const [, guideid = ''] = GUIDE.split('/')
  media.asked.splice(0)
  const { code, stderr } = await benchbook(['pdf', '--out', site, '--guide', guideid, '--out-pdf', to])
  expect(code, stderr).toBe(0)
  const drawn = (await readFile(join(to, `${guideid}.pdf`), 'latin1')).matchAll(/\/Subtype \/Image\n\/Width (\d+)/g)
  expect([...drawn].filter(([, width]) => Number(width) > 200).length).toBeGreaterThanOrEqual(5)
  expect(media.asked).toEqual([])
})

test('the site itself holds none', () => {
  expect(existsSync(join(site, 'media'))).toBe(false)
  expect(existsSync(join(`${site}.media`, 'media'))).toBe(true)
})
