import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { folderForAll } from '../folders.ts'
import { hasFocus } from './acts.ts'
import { test } from './browser.ts'
import { buildAndServe } from './built-site.ts'
import { guidePath as path, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const isIn = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

describe('work can start soon', () => {
  test('the button and the strip of steps are visible without scrolling', async ({ open }) => {
    for (const guide of guides.filter(({ steps }) => steps.length > 5))
      for (const window of [PHONE, {}]) {
        const page = await open(path(guide), window)
        for (const what of ['[data-do=start]', '.step-nav']) await expect.poll(() => isIn(page, what), { message: guide.title }).toBe(true)
      }
  })

  test('with the longest title the strip is at the bottom of the window, and stays at its top while reading steps', async ({ open }) => {
    const page = await open(path(theGuide(guides, ({ steps }) => steps.length > 5)), PHONE)
    await page.locator('h1').evaluate((heading) => (heading.textContent = 'A title of many words '.repeat(30)))
    await expect.poll(() => isIn(page, '.step-nav')).toBe(true)
    await page.locator('#step-4').scrollIntoViewIfNeeded()
    await expect.poll(() => isIn(page, '.step-nav')).toBe(true)
  })

  test('tools and parts are next to the introduction if there is room', async ({ open }) => {
    const page = await open(
      path(
        theGuide(
          guides,
          ({ tools, parts, introduction_raw }) => tools.length > 0 && introduction_raw.length > 150 * (tools.length + parts.length),
        ),
      ),
    )
    const both = page.locator('.guide-before > *')
    const [before, needs] = await both.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    expect(needs?.top).toBe(before?.top)
    expect(needs?.left).toBeGreaterThan(before?.right ?? 0)
  })

  const home = folderForAll()
  test('a long list shows six items, and all of them on request and in print', async ({ open, onTestFinished }) => {
    const tools = Array.from({ length: 9 }, (_, at) => ({ text: `Tool ${at + 1}`, quantity: 1 }))
    const guide = { guideid: 1, title: 'Descaling', category: 'Kettle', type: 'repair', tools, parts: tools.slice(0, 7), steps: [] }
    const site = await buildAndServe(home, { records: [{ kind: 'guide', id: '1', body: guide }], lists: { guides: [guide] } })
    onTestFinished(site.close)
    const page = await open(`${site.url}guide/1/`)
    const shown = (list: string) => page.locator(`section[aria-labelledby=${list}] .products > li:visible`).count()
    expect([await shown('tools'), await shown('parts')], 'one more takes no more room than a button').toEqual([6, 7])
    await page.getByText('Show all 9').press('Enter')
    await expect.poll(() => shown('tools')).toBe(9)
    await page.reload()
    await page.emulateMedia({ media: 'print' })
    const last = page.locator('.products-rest .products')
    await expect.poll(() => last.evaluate((list) => list.getBoundingClientRect().height)).toBeGreaterThan(20)
  })
})

describe('the header of a phone', () => {
  test('has a menu that opens without scripts, and works', async ({ open }) => {
    const page = await open('/', { ...PHONE, javaScriptEnabled: false })
    await expect.poll(() => page.locator('.site-nav').isVisible()).toBe(false)
    await page.locator('.menu-open').tap()
    await page.locator('.site-nav a').first().tap()
    await page.waitForURL(/\/category\//)
  })

  test('has a button that opens the search in place', async ({ open }) => {
    const page = await open(path(theGuide(guides, ({ steps }) => steps.length > 5)), PHONE)
    await page.locator('.search-open').tap()
    await expect.poll(() => hasFocus(page.locator('.search-dialog input'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.search-dialog').isVisible()).toBe(false)
  })
})
