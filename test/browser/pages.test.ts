import { expect, inject } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { SWEEP, sweepOr } from '../sweep.ts'
import { unfold, violationsInBothSchemes } from './axe.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'

/** The least width, that of a phone, a window of 1280 pixels at 200 %, and a wide one. */
const WIDTHS = [320, 390, 640, 1440]

/** Outside of the sweep one of each layout: home, form, list, cards, person, text, and three guides with most that can be on one. */
const LAYOUTS: readonly string[] = ['home', 'search', 'all tags', 'a category', 'a user', 'a wiki page']
const GUIDES: readonly string[] = ['a guide with an embed', 'a guide with prerequisites', 'a guide with comments']

test.for(sweepOr(Object.entries(PAGE_KINDS), ([kind]) => LAYOUTS.includes(kind) || GUIDES.includes(kind)))(
  '%s has one heading, is scrolled sideways in no window, and axe finds nothing, in light and dark',
  async ([, path], { open }) => {
    const page = await open(path, { reducedMotion: 'reduce' })
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    const hasFolded = (await page.locator('details').count()) > 0
    // What is folded is judged with all else once it is open.
    if (SWEEP || !hasFolded) expect(await violationsInBothSchemes(page)).toEqual([])
    await unfold(page)
    if (hasFolded) expect(await violationsInBothSchemes(page)).toEqual([])
  },
)

test('a page that is not there says so, with a way on', async ({ open }) => {
  const page = await open('/nothing/here/', { expectStatus: 404 })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/not (here|there|(be )?found)|no (such )?page/i)
  await expect.poll(() => page.locator('main a').count()).toBeGreaterThan(0)
})

test('the check of the site finds nothing', async () => {
  const { code, stdout } = await benchbook(['check', '--out', inject('siteFolder'), '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] })
  expect(code).toBe(0)
})
