import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { SEARCH } from '../../src/routes.ts'
import { hasFocus } from './acts.ts'
import { test } from './browser.ts'
import { ask, hits } from './search.ts'

const input = (page: Page) => page.locator('main').getByRole('searchbox')
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

describe('a reader who returns to a search', () => {
  test('finds as many results as before, at the same place', async ({ open }) => {
    const page = await open(`${SEARCH}?q=replacement`)
    await page.getByRole('button', { name: 'Show more results' }).click()
    await expect.poll(() => hits(page).count()).toBeGreaterThan(15)
    const last = hits(page).last().getByRole('link').first()
    await last.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => ({ top: scrollY, shown: document.querySelectorAll('.search-results > li').length }))
    expect(before.top).toBeGreaterThan(200)
    await last.click()
    await page.waitForURL((url) => !url.pathname.endsWith('/search/'))
    await page.goBack()
    await expect.poll(() => hits(page).count()).toBe(before.shown)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before.top - 40)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before.top + 40)
    await expect.poll(() => input(page).inputValue()).toBe('replacement')
  })

  test('goes through the finished searches, not through every key', async ({ open }) => {
    const page = await open(SEARCH)
    for (const text of ['kettle', 'chain']) {
      await input(page).fill('')
      await page.keyboard.type(text, { delay: 10 })
      await ask(page, text)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain(`q=${text}`)
    }
    await page.goBack()
    await expect.poll(() => input(page).inputValue()).toBe('kettle')
    await page.getByRole('status').filter({ hasText: '“kettle”' }).waitFor()
    expect(page.url()).toContain('q=kettle')
    await page.goForward()
    await page.getByRole('status').filter({ hasText: '“chain”' }).waitFor()
    await expect.poll(() => input(page).inputValue()).toBe('chain')
  })
})

describe('the search page before anything is typed', () => {
  test('has the hint and earlier searches, without any script of the search', async ({ open }) => {
    const page = await open(SEARCH)
    await page.evaluate(() => localStorage.setItem('benchbook/mending/recent', '["kettle lid"]'))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.reload({ waitUntil: 'networkidle' })
    await expect.poll(() => page.locator('[data-part=hint]').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'kettle lid' }).isVisible()).toBe(true)
    expect(loaded.filter((url) => /pagefind|client/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'kettle lid' }).click()
    await hits(page).first().waitFor()
    await expect.poll(() => input(page).inputValue()).toBe('kettle lid')
  })

  test('has the filters at the first sign of a reader, and one can be chosen', async ({ open }) => {
    const page = await open(SEARCH)
    await page.mouse.move(300, 300)
    const choices = page.locator('.search-filters').getByLabel(/^Tool or part|^Category/)
    await choices.first().check()
    await hits(page).first().waitFor()
  })
})

describe('on a small phone', () => {
  test('the field has room for the text, and the first result is above the screen keyboard', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle`, PHONE)
    await hits(page).first().waitFor()
    const width = await input(page).evaluate((field) => field.clientWidth - 2 * Number.parseFloat(getComputedStyle(field).paddingLeft))
    expect(width).toBeGreaterThan(170)
    expect((await hits(page).first().boundingBox())?.y).toBeLessThan(430)
  })

  test('the first tap opens the filters, though the search is not loaded yet', async ({ open }) => {
    const page = await open(SEARCH, PHONE)
    await page.locator('.search-filters summary').tap()
    await page.locator('dialog.filter-sheet label').first().waitFor()
  })
})

describe('the keyboard', () => {
  test('reaches the first result from the field past all filters', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle`)
    await hits(page).first().waitFor()
    await page.locator('.search-filters label').first().waitFor()
    const skip = page.getByRole('link', { name: 'Skip to results' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => hasFocus(skip)).toBe(true)
    expect((await skip.boundingBox())?.height).toBeGreaterThan(20)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.search-results > li') !== null)).toBe(true)
  })
})

describe('a text of 2,000 characters', () => {
  const LONG = `kettle lid ${'lorem ipsum dolor sit amet '.repeat(73)}`

  const TEXTS = [
    ['words', LONG],
    ['one word', 'x'.repeat(2000)],
  ] as const
  test.for(TEXTS)("is shortened, and does not break a phone's layout: %s", async ([, text], { open }) => {
    const page = await open(`${SEARCH}?q=${encodeURIComponent(text)}`, PHONE)
    await page.getByRole('status').filter({ hasText: '…' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect((await page.getByRole('status').innerText()).length).toBeLessThan(150)
    for (const why of await page.locator('.search-results .search-why').allInnerTexts()) expect(why.length).toBeLessThan(120)
  })
})
