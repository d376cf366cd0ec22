import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { SEARCH } from '../../src/routes.ts'
import { LANGUAGES, wordsOf } from '../../src/words/words.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'

/** How many rows elements stand in: by their middles, in pixels. */
const rowsOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluateAll((all) => {
    const middles = all.filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect())
    return new Set(middles.map(({ top, height }) => Math.round(top + height / 2))).size
  })

const put = (page: Page, selector: string, text: string): Promise<void> =>
  page.locator(selector).evaluate((element, text) => void (element.textContent = text), text)

/** The longest words are put on the page of the sample, which is in English: the layout is the same for all that are written its way. */
describe('at 320 pixels, in the words of each language', () => {
  test('the button of the search stands beside its field, and the header is one row of 56 pixels', async ({ open }) => {
    const page = await open(SEARCH, { viewport: { width: 320, height: 640 } })
    for (const lang of Object.keys(LANGUAGES)) {
      const words = wordsOf(lang)
      await page.locator('html').evaluate((html, lang) => html.setAttribute('lang', lang), lang)
      await put(page, '.search-form button', words.say('search.submit'))
      await expect.poll(() => rowsOf(page, '.search-form > *'), { message: lang }).toBe(1)
      const header = await page.locator('.site-header').evaluate((header: HTMLElement) => header.offsetHeight)
      expect(header, lang).toBe(56)
    }
  })

  test('one step at a time leaves its head in one row', async ({ open }) => {
    const page = await open(PAGE_KINDS['a guide with pictures'], { viewport: { width: 320, height: 640 } })
    await page.locator('[data-do=start]').click()
    await page.locator('.steps-section.one-step').waitFor()
    for (const lang of Object.keys(LANGUAGES)) {
      const words = wordsOf(lang)
      await page.locator('html').evaluate((html, lang) => html.setAttribute('lang', lang), lang)
      await put(page, '[data-position]', words.say('bench.position', { number: 10, count: 12 }))
      await put(page, '[data-do=end]', words.say('bench.whole'))
      await expect.poll(() => rowsOf(page, '.step-guide > .bench-bar > :is([data-position], [data-do=end])'), { message: lang }).toBe(1)
    }
  })
})

test('Korean words are not broken, unless one is wider than its line', async ({ open }) => {
  const page = await open(SEARCH, { viewport: { width: 320, height: 640 } })
  await page.locator('html').evaluate((html) => html.setAttribute('lang', 'ko'))
  const texts = ['missing.heading', 'missing.lead', 'search.noScript', 'about.source'] as const
  const said = texts.map((key) => wordsOf('ko').say(key, { source: 'repair.example', categories: '카테고리' }))
  await put(page, 'h1', said.join(' '))
  const broken = await page.locator('h1').evaluate((heading) => {
    const text = heading.firstChild as Text
    return Array.from(text.data.matchAll(/\S+/g), ({ index, 0: word }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? word : ''
    }).filter(Boolean)
  })
  expect(broken).toEqual([])
  await put(page, 'h1', '가'.repeat(100))
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
