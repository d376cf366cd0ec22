import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { HOME, SEARCH } from '../../src/routes.ts'
import { test } from './browser.ts'

/** Opens a page whose network may fail: errors of the browser about that do not count. */
async function openPage(browser: Browser, path: string, onTestFinished: (done: () => Promise<void>) => void): Promise<Page> {
  // Setting a browser offline reaches its service workers at another time: test/browser/app stops the host instead.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(new URL(path.slice(1), inject('siteUrl')).href, { waitUntil: 'load' })
  return page
}

/** Ways in which a network fails: the browser notices the first but not the second. */
const WAYS: [string, (context: BrowserContext) => Promise<unknown>, (context: BrowserContext) => Promise<unknown>][] = [
  ['is gone', (context) => context.setOffline(true), (context) => context.setOffline(false)],
  // A pending request is never answered once routes are removed: the later route lets all pass.
  [
    'answers nothing',
    (context) => context.route('**', (route) => route.abort()),
    (context) => context.route('**', (route) => route.continue()),
  ],
]

const hits = (page: Page) => page.locator('.search-results > li')
const options = (page: Page) => page.locator('dialog [role=option]')

describe.each(WAYS)('if the network %s at the first search', (_, leave, comeBack) => {
  test('the search page reports it, and resumes by itself', async ({ browser, onTestFinished }) => {
    const page = await openPage(browser, SEARCH, onTestFinished)
    await leave(page.context())
    await page.keyboard.type('kettle')
    await page.getByRole('alert').filter({ hasText: 'will resume' }).waitFor()
    await expect.poll(() => page.locator('[data-part=hint]').isVisible()).toBe(false)
    await comeBack(page.context())
    await hits(page).first().waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => page.getByRole('status').innerText()).toMatch(/“kettle”/)
  })

  test('the dialog reports it, and resumes by itself', async ({ browser, onTestFinished }) => {
    const page = await openPage(browser, HOME, onTestFinished)
    await leave(page.context())
    await page.keyboard.press('/')
    await page.keyboard.type('kettle')
    await page.locator('dialog').getByRole('alert').filter({ hasText: 'will resume' }).waitFor()
    await comeBack(page.context())
    await options(page).first().waitFor()
    await expect.poll(() => page.locator('dialog').getByRole('alert').count()).toBe(0)
  })
})

test.for(WAYS)('if the network %s, the first results stay, and more arrive when it is back', async (way, { browser, onTestFinished }) => {
  const [, leave, comeBack] = way
  const page = await openPage(browser, `${SEARCH}?q=replacement`, onTestFinished)
  await hits(page).first().waitFor()
  await page.waitForLoadState('networkidle')
  await leave(page.context())
  await page.getByRole('button', { name: 'Show more results' }).click()
  await page.locator('[data-part=failure]').waitFor()
  await expect.poll(() => hits(page).count()).toBe(10)
  await comeBack(page.context())
  await expect.poll(() => hits(page).count()).toBeGreaterThan(10)
  await expect.poll(() => page.locator('[data-part=failure]').isVisible()).toBe(false)
})

const FILES = [
  ['the list of indexes', '**/pagefind/indexes.json'],
  ['the modules of the indexes', '**/pagefind.js'],
  ['the indexes', '**/*.pf_*'],
] as const
test.for(FILES)('if %s cannot be loaded once, the next key searches again', async ([, files], { browser, onTestFinished }) => {
  const page = await openPage(browser, SEARCH, onTestFinished)
  await page.context().route(files, (route) => route.abort())
  await page.keyboard.type('kettl')
  await page.locator('[data-part=failure]').waitFor()
  await page.context().unrouteAll()
  await page.keyboard.type('e')
  await hits(page).first().waitFor()
  await expect.poll(() => page.locator('[data-part=failure]').isVisible()).toBe(false)
})

test('without a network earlier results are found again, and others report the failure', async ({ browser, onTestFinished }) => {
  const page = await openPage(browser, SEARCH, onTestFinished)
  const input = page.locator('main').getByRole('searchbox')
  await input.fill('kettle')
  await hits(page).first().waitFor()
  await page.context().setOffline(true)
  await input.fill('umbrella zip')
  await page.locator('[data-part=failure]').waitFor()
  await input.fill('kettle')
  await hits(page).first().waitFor()
  await expect.poll(() => page.locator('[data-part=failure]').isVisible()).toBe(false)
  await page.context().setOffline(false)
  await input.fill('umbrella')
  await expect.poll(() => hits(page).first().innerText()).toMatch(/umbrella/i)
})

test('a file that is never answered does not hold up the next query', async ({ browser, onTestFinished }) => {
  const page = await openPage(browser, SEARCH, onTestFinished)
  const input = page.locator('main').getByRole('searchbox')
  await input.fill('kettle')
  await hits(page).first().waitFor()
  // Never answered.
  await page.context().route('**/*.pf_*', () => undefined)
  await input.fill('umbrella zip')
  await page.getByRole('status').filter({ hasText: 'Searching …' }).waitFor()
  await input.fill('kettle')
  await page.getByRole('status').filter({ hasText: '“kettle”' }).waitFor()
})

test('if the worker of the search ends, the next keys start another', async ({ browser, onTestFinished }) => {
  const page = await openPage(browser, HOME, onTestFinished)
  await page.keyboard.press('/')
  await page.keyboard.type('kettle')
  await options(page).first().waitFor()
  const [worker] = page.workers()
  if (!worker) throw new Error('There is no worker.')
  const ended = Promise.withResolvers<unknown>()
  worker.once('close', ended.resolve)
  await worker.evaluate(() => void setTimeout(() => reportError(new Error('It is lost.'))))
  await ended.promise
  await page.keyboard.type(' lid')
  await page.locator('dialog [role=status]').filter({ hasText: '“kettle lid”' }).waitFor()
})
