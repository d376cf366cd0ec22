import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOME, SEARCH } from '../../src/routes.ts'
import { inSweep, sweepOr } from '../sweep.ts'
import { test } from './browser.ts'
import { ask, hits } from './search.ts'

const sweepTest = inSweep(test)

const input = (page: Page) => page.locator('main').getByRole('searchbox')
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

describe('whoever comes back to a search', () => {
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
    expect(await page.evaluate(() => scrollY)).toBeLessThan(before.top + 40)
    expect(await input(page).inputValue()).toBe('replacement')
  })

  sweepTest('goes through the searches that were finished, not through every key', async ({ open }) => {
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
    expect(await input(page).inputValue()).toBe('chain')
  })
})

describe('the way back', () => {
  const status = (page: Page) => page.locator('.search-bar [role=status]')
  const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
  const type = async (page: Page, text: string) => {
    await input(page).selectText()
    await page.keyboard.type(text, { delay: 20 })
    await status(page)
      .filter({ hasText: `“${text}”` })
      .waitFor()
  }
  const isAt = async (page: Page, text: string) => {
    await expect.poll(() => input(page).inputValue()).toBe(text)
    await status(page)
      .filter({ hasText: text && `“${text}”` })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('q') ?? '').toBe(text)
  }

  test('has what was asked for a while, and neither keys nor what was asked in passing', async ({ open }) => {
    const page = await open(SEARCH)
    const before = await page.evaluate(() => history.length)
    await type(page, 'kettle')
    await page.waitForTimeout(2300)
    await type(page, 'lamp')
    await expect.poll(() => page.url()).toContain('q=lamp')
    await type(page, 'chain')
    await page.waitForTimeout(2300)
    await type(page, 'battery')
    await expect.poll(() => page.url()).toContain('q=battery')
    expect((await page.evaluate(() => history.length)) - before).toBe(2)
    for (const text of ['chain', 'kettle']) {
      await page.goBack()
      await isAt(page, text)
      expect(await isFocused(input(page))).toBe(true)
    }
    await page.goForward()
    await isAt(page, 'chain')
  })

  test('has each choice of a filter and an order, with what was typed before it', async ({ open }) => {
    const page = await open(SEARCH)
    await type(page, 'kettle')
    const all = await hits(page).count()
    const technique = page.locator('.search-filters').getByLabel(/^Technique/)
    await technique.check()
    await expect.poll(() => hits(page).count()).toBeLessThan(all)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('title')
    await expect.poll(() => page.url()).toContain('sort=title')
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('sort=')
    expect(await technique.isChecked()).toBe(true)
    await page.goBack()
    await isAt(page, 'kettle')
    await expect.poll(() => hits(page).count()).toBe(all)
    await expect.poll(() => technique.isChecked()).toBe(false)
    await page.goForward()
    await expect.poll(() => technique.isChecked()).toBe(true)
    expect(await hits(page).count()).toBeLessThan(all)
  })

  test('leads from a result to where it stood, and on from there to the question before', async ({ open }) => {
    const page = await open(SEARCH)
    for (const text of ['kettle', 'replacement']) {
      await type(page, text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Show more results' }).click()
    await expect.poll(() => hits(page).count()).toBeGreaterThan(15)
    const before = await hits(page).count()
    const opened = () => hits(page).nth(14).getByRole('link').first()
    const href = await opened().getAttribute('href')
    await opened().press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith('/search/'))
    await page.goBack()
    await expect.poll(() => hits(page).count()).toBe(before)
    await expect.poll(() => isFocused(opened())).toBe(true)
    expect(await opened().getAttribute('href')).toBe(href)
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(200)
    await page.goBack()
    await isAt(page, 'kettle')
    await expect.poll(() => isFocused(status(page))).toBe(true)
    await page.goForward()
    await isAt(page, 'replacement')
    await expect.poll(() => hits(page).count()).toBe(before)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  })
})

describe('“Remove all filters”', () => {
  const clear = (page: Page) => page.getByRole('button', { name: 'Remove all filters' })
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('data-part') ?? document.activeElement?.getAttribute('type'))

  test('leaves the focus at the number of results, or in the field where there are none', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle&kind=guide`)
    await clear(page).press('Enter')
    await expect.poll(() => clear(page).count()).toBe(0)
    expect(await focused(page)).toBe('status')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('select')
    await page.goto(new URL('?kind=guide', page.url()).href)
    await clear(page).press('Enter')
    await expect.poll(() => clear(page).count()).toBe(0)
    expect(await focused(page)).toBe('search')
  })

  test('stands once where nothing is found, and once in the sheet of a phone, where the focus stays', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle&kind=guide&type=nothing`)
    await page.locator('[data-part=nothing]').waitFor()
    expect(await clear(page).count()).toBe(1)
    await clear(page).press('Enter')
    await hits(page).first().waitFor()
    await expect.poll(() => focused(page)).toBe('status')
    const phone = await open(`${SEARCH}?q=kettle&type=nothing`, PHONE)
    await phone.locator('[data-part=nothing]').waitFor()
    await phone.locator('.search-filters summary').click()
    await phone.getByRole('dialog').waitFor()
    expect(await phone.getByRole('dialog').locator('[data-clear]:visible').count()).toBe(1)
    await phone.getByRole('dialog').locator('[data-clear]').press('Enter')
    await expect.poll(() => focused(phone)).toBe('reveal')
  })
})

describe('the search page before anything is typed', () => {
  test('has the hint and earlier searches, without any script of the search', async ({ open }) => {
    const page = await open(SEARCH)
    await page.evaluate(() => localStorage.setItem('benchbook/mending/recent', '["kettle lid"]'))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.locator('[data-part=hint]').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'kettle lid' }).isVisible()).toBe(true)
    expect(loaded.filter((url) => /pagefind|client/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'kettle lid' }).click()
    await hits(page).first().waitFor()
    expect(await input(page).inputValue()).toBe('kettle lid')
  })

  sweepTest('has the filters at the first sign of a reader, and one can be chosen', async ({ open }) => {
    const page = await open(SEARCH)
    await page.mouse.move(300, 300)
    await page
      .locator('.search-filters')
      .getByLabel(/^Tool or part|^Category/)
      .first()
      .check()
    await hits(page).first().waitFor()
  })
})

describe('on a small phone', () => {
  test('the field has room for what is typed, and the first result stands above the keys of the screen', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle`, PHONE)
    await hits(page).first().waitFor()
    const width = await input(page).evaluate((field) => field.clientWidth - 2 * Number.parseFloat(getComputedStyle(field).paddingLeft))
    expect(width).toBeGreaterThan(170)
    const top = await hits(page)
      .first()
      .evaluate((hit) => hit.getBoundingClientRect().top)
    expect(top).toBeLessThan(430)
  })
})

describe('the keyboard', () => {
  test('reaches the first result from the field past all filters', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle`)
    await hits(page).first().waitFor()
    await page.locator('.search-filters fieldset label').first().waitFor()
    const skip = page.getByRole('link', { name: 'Skip to results' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
    expect((await skip.boundingBox())?.height).toBeGreaterThan(20)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.closest('.search-results > li') !== null)).toBe(true)
  })

  sweepTest('begins another search after Escape in a box with a list', async ({ open }) => {
    const page = await open(HOME)
    const box = page.locator('header .search-box input')
    await box.click()
    await page.keyboard.type('battery')
    await page.locator('[role=option]').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('[role=option]').first().isVisible()).toBe(false)
    await page.keyboard.type('chain')
    expect(await box.inputValue()).toBe('chain')
    await expect.poll(() => page.locator('[role=option]').first().innerText()).toMatch(/chain/i)
  })
})

describe('a text of 2,000 characters', () => {
  const LONG = `kettle lid ${'lorem ipsum dolor sit amet '.repeat(73)}`

  const TEXTS = [
    ['words', LONG],
    ['one word', 'x'.repeat(2000)],
  ] as const
  test.for(sweepOr(TEXTS, ([name]) => name === 'words'))('is named in short, and breaks no phone: %s', async ([, text], { open }) => {
    const page = await open(`${SEARCH}?q=${encodeURIComponent(text)}`, PHONE)
    await page.getByRole('status').filter({ hasText: '…' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect((await page.getByRole('status').innerText()).length).toBeLessThan(150)
    for (const why of await page.locator('.search-results .search-why').allInnerTexts()) expect(why.length).toBeLessThan(120)
  })
})
