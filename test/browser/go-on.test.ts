import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { HOME, pathOf } from '../../src/routes.ts'
import { test } from './browser.ts'
import { guidePath, sampleGuides, theGuide } from './sample.ts'
import { shiftOf } from './shift.ts'

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps }) => steps.length >= 8 && steps.every(({ stepid }) => stepid > 0))
const count = long.steps.length
const path = guidePath(long)
const categoryOf = (title: string) => pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })
const other = theGuide(guides, ({ category }) => category !== long.category)

const offer = (page: Page) => page.locator('[data-go-on]')
const link = (page: Page) => offer(page).getByRole('link')

/** Opens another page of the same device. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path.replace(/^\//, ''), inject('siteUrl')).href, { waitUntil: 'networkidle' })
}

async function tick(page: Page, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await page.getByRole('checkbox', { name: `Step ${number} is done`, exact: true }).check()
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('begun ')))
}

test('a started guide is offered on the home page and in its category, at the step after the last tick', async ({ open }) => {
  const page = await open(path)
  await tick(page, 1, 3)
  await visit(page, categoryOf(other.category))
  await expect.poll(() => offer(page).isVisible(), { message: 'another category' }).toBe(false)
  for (const place of [HOME, categoryOf(long.category)]) {
    await visit(page, place)
    await expect.poll(() => link(page).innerText()).toBe(`${long.title} · Step 4 of ${count}`)
    await expect.poll(() => shiftOf(page)).toBe(0)
  }
  await link(page).press('Enter')
  await page.waitForURL((url) => url.hash === '#step-4')
  expect(new URL(page.url()).pathname).toContain(path)
  await expect.poll(() => page.locator('h1').innerText()).toBe(long.title)
})

test('a guide left at one step at a time continues there', async ({ open }) => {
  const page = await open(path)
  await page.locator('[data-do=start]').click()
  for (const number of [2, 3]) {
    await page.locator('[data-do=next]').click()
    await expect.poll(() => page.locator('.one-step [data-position]').innerText()).toBe(`Step ${number} of ${count}`)
  }
  await visit(page, HOME)
  await link(page).click()
  await expect.poll(() => page.locator('.one-step [data-position]').innerText()).toBe(`Step 3 of ${count}`)
  await page.locator('[data-do=previous]').click()
  await page.waitForFunction(() => localStorage.getItem('begun guides')?.includes('step-2'))
  await visit(page, HOME)
  await link(page).click()
  await expect.poll(() => page.locator('.one-step [data-position]').innerText()).toBe(`Step 2 of ${count}`)
  await page.locator('[data-do=end]').click()
  await expect.poll(() => page.locator('[data-do=start]').innerText()).toBe('Continue: 3')
  await page.reload({ waitUntil: 'networkidle' })
  await expect.poll(() => page.locator('.one-step').count()).toBe(0)
})

test('the offer can be dismissed for good, by keyboard alone', async ({ open }) => {
  const page = await open(path)
  await tick(page, 2)
  await visit(page, HOME)
  await offer(page).getByRole('button', { name: 'Not now' }).press('Enter')
  await expect.poll(() => offer(page).isVisible()).toBe(false)
  await page.reload({ waitUntil: 'networkidle' })
  await expect.poll(() => offer(page).isVisible()).toBe(false)
})

test('a guide whose last step is ticked, or none, is not offered', async ({ open }) => {
  const page = await open(path)
  await tick(page, 1)
  await tick(page, count)
  await page.waitForFunction(() => localStorage.getItem('begun guides') === '[]')
  await visit(page, HOME)
  await expect.poll(() => offer(page).isVisible()).toBe(false)
  await visit(page, path)
  await page.getByRole('checkbox', { name: `Step ${count} is done` }).uncheck()
  await page.waitForFunction(() => localStorage.getItem('begun guides')?.includes('step-2'))
  await visit(page, HOME)
  await expect.poll(() => link(page).innerText()).toContain(`Step 2 of ${count}`)
  await visit(page, path)
  await page.getByRole('button', { name: 'Clear all ticks' }).last().click()
  await page.waitForFunction(() => localStorage.getItem('begun guides') === '[]')
  await visit(page, HOME)
  await expect.poll(() => offer(page).isVisible()).toBe(false)
})

test('invalid stored data of others on the same host gives no offer, and leads nowhere else', async ({ open }) => {
  const page = await open(path)
  await tick(page, 1)
  const write = (kept: string) =>
    page.evaluate((kept) => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('begun ')) localStorage.setItem(key, kept)
    }, kept)
  for (const kept of ['', '{', 'null', '7', '[null, 7, {}]', '[{"path":"/mending/","title":7,"hash":"","step":"","above":[]}]']) {
    await write(kept)
    await visit(page, HOME)
    await expect.poll(() => offer(page).isVisible(), { message: kept }).toBe(false)
  }
  await write(JSON.stringify([{ path: '/mending/..//elsewhere.example/', title: '<b>', hash: '', step: '', above: [] }]))
  await visit(page, HOME)
  await expect.poll(() => link(page).evaluate((link: HTMLAnchorElement) => link.host === location.host)).toBe(true)
  await expect.poll(() => link(page).innerText()).toContain('<b>')
})

test('nothing is loaded for it if no guide was started', async ({ open }) => {
  const page = await open(HOME)
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((name) => name.includes('/begun.'))).toEqual([])
  await expect.poll(() => offer(page).locator('*').count()).toBe(0)
})
