import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { Serving } from '../../src/publish/serve.ts'
import { documentOf, stream } from '../search/documents.ts'
import { test } from './browser.ts'
import { searchableSites } from './built-site.ts'
import { hits } from './search.ts'

/** As on a large site, there are files of titles. */
const DOCUMENTS = Array.from({ length: 60 }, (_, at) =>
  documentOf(`/guide/${at + 1}/`, `${at % 2 ? 'Kettle' : 'Toaster'} ${at} lid replacement`, {
    text: at === 7 ? 'Mind the gasket.' : 'Lift it.',
    filters: { kind: at % 3 ? 'guide' : 'wiki', category: [`Kitchen ${at % 4}`], tag: [] },
  }),
)

const serveSearch = searchableSites()
let site: Serving
beforeAll(async () => {
  site = await serveSearch(stream(DOCUMENTS), { titlesFrom: 1, shard: { pages: 20, words: Infinity } })
  return site.close
})

const options = (page: Page) => page.locator('dialog .quick-page')
const status = (page: Page) => page.locator('dialog [role=status]')

/** Files needed only for a search in texts. */
const INDEXES = /\.pf_meta$|\/pagefind\.js$/

/** The requests of a page from here on, once all pending ones are done. */
function asking(page: Page): () => Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return async () => {
    await page.evaluate(() => fetch('?asked-last'))
    return asked.filter((url) => !url.endsWith('?asked-last'))
  }
}

/** A page in which errors may be reported. */
async function pageOfItsOwn(browser: Browser, onTestFinished: (end: () => Promise<void>) => void): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(site.url, { waitUntil: 'load' })
  return page
}

describe('the dialog', () => {
  test('answers a short prefix from titles, and loads nothing else', async ({ open }) => {
    const page = await open(site.url)
    await page.clock.install()
    const asked = asking(page)
    await page.keyboard.press('/')
    await page.keyboard.type('ket')
    await status(page).filter({ hasText: 'Titles with “ket”' }).waitFor()
    const before = await asked()
    expect(before.filter((url) => url.includes('/pagefind/titles/'))).not.toEqual([])
    expect(before.filter((url) => INDEXES.test(url))).toEqual([])
    await page.clock.runFor(60_000)
    expect(await asked()).toEqual(before)
    await expect.poll(() => options(page).first().innerText()).toMatch(/^Kettle 1 lid/)
    await expect.poll(() => options(page).count()).toBe(6)
    await expect.poll(() => options(page).first().getAttribute('href')).toBe('/mending/guide/2/')
    await expect.poll(() => page.locator('dialog .quick-all').innerText()).toBe('All results for “ket”')
    expect(page.workers()).toEqual([])
  })

  test('keeps a chosen title in its place', async ({ open }) => {
    const page = await open(site.url)
    const chosen = Promise.withResolvers<undefined>()
    await page.route('**/*.pf_meta', async (route) => {
      await chosen.promise
      await route.continue()
    })
    await page.keyboard.press('/')
    await page.keyboard.type('kettle')
    await status(page).filter({ hasText: 'Titles with' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const asked = asking(page)
    chosen.resolve(undefined)
    // The results of the texts have arrived: their pages are in packs.
    await expect.poll(async () => (await asked()).filter((url) => url.endsWith('.pf_fragment')).length).toBeGreaterThan(0)
    await expect.poll(() => status(page).innerText()).toBe('Titles with “kettle”')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guide\/2\/$/)
  })

  /** Searches in the dialog of a page until texts have answered; from here on the page's time passes only by its clock. */
  async function searched(page: Page): Promise<Page> {
    await page.clock.install({ time: '2026-01-01' })
    await page.clock.pauseAt('2026-01-02')
    await page.keyboard.press('/')
    await page.keyboard.type('kettle')
    await status(page).filter({ hasText: 'Titles with “kettle”' }).waitFor()
    await page.clock.runFor(400)
    await status(page).filter({ hasText: '30 results for “kettle”' }).waitFor()
    return page
  }

  test('answers from texts without a pause once they answer quickly', async ({ open }) => {
    const page = await searched(await open(site.url))
    await page.keyboard.type(' 11')
    await status(page).filter({ hasText: 'results for “kettle 11”' }).waitFor()
  })

  test('answers from titles if texts take longer than expected', async ({ open }) => {
    const page = await searched(await open(site.url))
    const arrived = Promise.withResolvers<undefined>()
    await page.route('**/*.pf_fragment', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('toaster 58')
    await page.clock.runFor(250)
    await status(page).filter({ hasText: 'Titles with “toaster 58”' }).waitFor()
    arrived.resolve(undefined)
    await status(page).filter({ hasText: 'results for “toaster 58”' }).waitFor()
  })

  test('keeps trying texts that fail before titles are drawn', async ({ browser, onTestFinished }) => {
    const page = await searched(await pageOfItsOwn(browser, onTestFinished))
    await page.route('**/*.pf_fragment', (route) => route.abort())
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('toaster 58')
    await status(page).filter({ hasText: 'will resume' }).waitFor()
    await page.unrouteAll()
    await page.clock.runFor(3000)
    await status(page).filter({ hasText: 'results for “toaster 58”' }).waitFor()
  })

  test('reports that titles cannot be loaded, and resumes by itself', async ({ browser, onTestFinished }) => {
    const page = await pageOfItsOwn(browser, onTestFinished)
    const context = page.context()
    await context.route('**/titles/**', (route) => route.abort())
    await page.keyboard.press('/')
    await page.keyboard.type('ket')
    await status(page).filter({ hasText: 'will resume' }).waitFor()
    await context.unrouteAll()
    await status(page).filter({ hasText: 'Titles with “ket”' }).waitFor()
  })
})

describe('the search page', () => {
  const input = (page: Page) => page.locator('main').getByRole('searchbox')
  const told = (page: Page) => page.locator('[data-part=status]')

  test('loads no index before the first query, and filters once their pane is opened', async ({ open }) => {
    const page = await open(`${site.url}search/`)
    const asked = asking(page)
    await page.mouse.move(100, 100)
    await page.waitForLoadState('networkidle')
    expect((await asked()).filter((url) => INDEXES.test(url))).toEqual([])
    await input(page).fill('kettle')
    await told(page).filter({ hasText: 'Titles with “kettle”' }).waitFor()
    await expect.poll(() => hits(page).count()).toBe(10)
    await told(page).filter({ hasText: '30 results for “kettle”' }).waitFor()
    expect((await asked()).filter((url) => url.endsWith('.pf_filter'))).toEqual([])
    await expect.poll(() => page.locator('.search-filters label').count()).toBe(0)
    await page.locator('.search-filters summary').click()
    await page.locator('.search-filters label').filter({ hasText: 'Wiki' }).getByRole('checkbox').check()
    await told(page).filter({ hasText: '10 results for “kettle”' }).waitFor()
    // The address has them.
    await page.goto(`${site.url}search/?q=kettle&kind=wiki`)
    await told(page).filter({ hasText: '10 results for “kettle”' }).waitFor()
    await expect.poll(() => page.locator('.search-filters label').filter({ hasText: 'Wiki' }).getByRole('checkbox').isChecked()).toBe(true)
  })

  test('returns to the earlier results without showing titles first', async ({ open }) => {
    const page = await open(`${site.url}search/?q=kettle`)
    await told(page).filter({ hasText: '30 results' }).waitFor()
    await page.getByRole('button', { name: 'Show more results' }).click()
    await expect.poll(() => hits(page).count()).toBe(20)
    await hits(page).nth(15).getByRole('link').first().click()
    await page.waitForURL(/\/guide\/\d+\/$/)
    await page.goBack()
    await expect.poll(() => hits(page).count()).toBe(20)
  })
})
