import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { inSweep } from '../sweep.ts'
import { hasFocus, PHONE } from './acts.ts'
import { test } from './browser.ts'
import { ask, hits, openFilters } from './search.ts'

const sweepTest = inSweep(test)

const box = (page: Page) => page.locator('main').getByRole('searchbox')

/** How the results of the sample are filtered, whatever the form of its index. `search` returns the address of its page. */
export function filterLaws(search: () => string): void {
  describe('filters', () => {
    test('narrow the results, are stored in the address, and restored from it', async ({ open }) => {
      const page = await open(search())
      await ask(page, 'kettle')
      const before = await hits(page).count()
      await openFilters(page)
      const choice = page.locator('.search-filters').getByLabel(/^Technique/i)
      await choice.first().check()
      await expect.poll(() => hits(page).count()).toBeLessThan(before)
      const found = await hits(page).allInnerTexts()
      await expect.poll(() => page.url()).toMatch(/type=/)
      const address = page.url()
      expect(address).toMatch(/q=kettle/)
      const again = await open(address)
      await expect.poll(() => hits(again).allInnerTexts()).toEqual(found)
      await expect.poll(() => box(again).inputValue()).toBe('kettle')
      // Their button disappears; what it changed has the focus.
      await again.getByRole('button', { name: 'Remove all filters' }).first().press('Enter')
      await expect.poll(() => hasFocus(again.getByRole('status'))).toBe(true)
      await expect.poll(() => hits(again).count()).toBe(before)
    })

    sweepTest('can be combined: each count is what choosing it would leave', async ({ open }) => {
      const page = await open(search())
      await ask(page, 'replacement')
      await openFilters(page)
      const choice = (group: string, at: number) => page.getByRole('group', { name: group, exact: true }).locator('label').nth(at)
      const countOf = async (group: string) => Number(await choice(group, 0).locator('small').textContent())
      await choice('Kind', 0).waitFor()
      await choice('Kind', 0).click()
      await expect.poll(() => page.url()).toMatch(/kind=/)
      await expect.poll(() => choice('Kind', 0).locator('input').isChecked()).toBe(true)
      const expected = await countOf('Difficulty')
      expect(expected).toBeGreaterThan(0)
      await choice('Difficulty', 0).click()
      await expect.poll(() => page.getByRole('status').innerText()).toMatch(new RegExp(`^${expected} results?`))
      await expect.poll(() => page.url()).toMatch(/kind=.*difficulty=/)
      await page.getByRole('button', { name: 'Remove all filters' }).first().click()
      await expect.poll(() => page.url()).not.toMatch(/kind=|difficulty=/)
    })

    test('do not offer a value that all results share, but offer one that only some have', async ({ open }) => {
      const page = await open(search())
      await ask(page, 'fennel')
      await openFilters(page)
      const counts = page.locator('.search-filters label small')
      await counts.first().waitFor()
      await expect.poll(() => page.getByRole('status').innerText()).toMatch(/^6 results/)
      expect((await page.locator('.search-filters label').allInnerTexts()).join()).not.toMatch(/Electronics|Phone\s+6/)
      await expect.poll(() => counts.allInnerTexts()).not.toContain('6')
      const choice = page.locator('.search-filters').getByLabel(/^Fennel Phone 3/)
      await choice.check()
      await expect.poll(() => page.getByRole('status').innerText()).not.toMatch(/^6 results/)
      await expect.poll(() => choice.isChecked()).toBe(true)
    })
  })

  describe('on a phone filters are in a sheet over the results', () => {
    const summary = (page: Page) => page.locator('.search-filters summary')
    const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
    const technique = (page: Page) => page.locator('.search-filters').getByLabel(/^Technique/)
    const isClosed = async (page: Page) => {
      await page.locator('.filter-sheet').waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(summary(page))).toBe(true)
    }

    test('whose button shows their number, and leads to them', async ({ open }) => {
      const page = await open(search(), PHONE)
      await ask(page, 'kettle')
      await summary(page).click()
      await technique(page).check()
      const show = sheet(page).getByRole('button', { name: 'Show 2 results' })
      await show.waitFor()
      const [box, button] = [await sheet(page).boundingBox(), await show.boundingBox()]
      expect(box?.y).toBeGreaterThan(100)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844)
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab')
        await expect
          .poll(() =>
            page.evaluate(() =>
              ['BODY', 'DIALOG'].includes((document.activeElement?.closest('dialog') ?? document.activeElement)?.tagName ?? ''),
            ),
          )
          .toBe(true)
      }
      await show.click()
      await page.locator('.filter-sheet').waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(hits(page).first().getByRole('link').first())).toBe(true)
      await expect.poll(() => summary(page).innerText()).toMatch(/Filters\s+1 chosen/)
      await expect.poll(() => hits(page).count()).toBe(2)
      expect((await hits(page).first().boundingBox())?.y).toBeLessThan(844 / 2)
      await summary(page).click()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.locator('.filter-sheet').waitFor({ state: 'detached' })
      await expect.poll(() => technique(page).isVisible()).toBe(true)
    })

    test('and Escape, its button, the page around it and Back close it, keeping the choice', async ({ open }) => {
      const page = await open(search(), PHONE)
      await ask(page, 'kettle')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toMatch(/q=kettle/)
      const closings = [
        () => page.keyboard.press('Escape'),
        () => sheet(page).getByRole('button', { name: 'Close' }).click(),
        () => page.touchscreen.tap(200, 40),
      ]
      for (const close of closings) {
        await summary(page).focus()
        await page.keyboard.press('Enter')
        await sheet(page).waitFor()
        await close()
        await isClosed(page)
      }
      await summary(page).click()
      await technique(page).check()
      await sheet(page).getByRole('button', { name: 'Show 2 results' }).waitFor()
      await page.goBack()
      await isClosed(page)
      await expect.poll(() => page.url()).toMatch(/q=kettle&type=/)
      await expect.poll(() => hits(page).count()).toBe(2)
      await page.goBack()
      await expect.poll(() => hits(page).count()).toBeGreaterThan(2)
      expect(page.url()).not.toContain('type=')
    })
  })

  describe('the page without a query', () => {
    const hint = (page: Page) => page.locator('[data-part=hint]').innerText()

    test('mentions filters if there are any, and nothing moves', async ({ open }) => {
      const page = await open(search(), { viewport: { width: 390, height: 844 } })
      await expect.poll(() => page.locator('.search-filters label').count()).toBe(0)
      await expect.poll(() => hint(page)).toBe('Type a few words about what you want to do or fix.')
      const top = () => page.locator('.search-found').evaluate((element) => element.getBoundingClientRect().height)
      const before = await top()
      await page.mouse.move(100, 100)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => top()).toBe(before)
      await page.locator('.search-filters summary').click()
      await page.locator('.search-filters label').first().waitFor()
      await expect.poll(() => hint(page)).toBe('Type a few words about what you want to do or fix, or choose a filter.')
      await expect.poll(() => top()).toBe(before)
    })

    sweepTest.for(['%E2%80%8B', '%C2%AD', '%EF%BB%BF'])('is also shown for an invisible text: %s', async (text, { open }) => {
      const page = await open(`${search()}?q=${text}`)
      await page.waitForLoadState('networkidle')
      await openFilters(page)
      await expect.poll(() => page.locator('.search-filters label').count()).toBeGreaterThan(0)
      await expect.poll(() => hint(page)).toMatch(/^Type a few words/)
      await expect.poll(() => page.getByRole('status').innerText()).toBe('')
      await expect.poll(() => page.locator('main').innerText()).not.toContain('“')
    })

    sweepTest('is not shown for punctuation alone, which is quoted', async ({ open }) => {
      const page = await open(`${search()}?q=%3F%3F%3F`)
      await expect.poll(() => page.getByRole('status').innerText()).toBe('Nothing found for “???”')
    })
  })

  sweepTest('filters are set and removed with the keyboard alone, and keep the focus', async ({ open }) => {
    const page = await open(search())
    await ask(page, 'kettle')
    // Filters are redrawn when the last part of the index has arrived.
    await page.waitForLoadState('networkidle')
    const pane = page.locator('.search-filters')
    const hasFocus = () => pane.evaluate((details) => details.contains(document.activeElement))
    for (let presses = 0; presses < 10 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
    if (!(await pane.evaluate((details: HTMLDetailsElement) => details.open))) await page.keyboard.press('Enter')
    await pane.locator('label').first().waitFor()
    const count = () => hits(page).count()
    const all = await count()
    const focused = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.closest('label')?.textContent : ''))
    for (let presses = 0; presses < 20 && !(await focused())?.includes('Category'); presses += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(count).toBeLessThan(all)
    await expect.poll(() => focused()).toContain('Category')
    await page.keyboard.press('Space')
    await expect.poll(count).toBe(all)
    await expect.poll(() => focused()).toContain('Category')
  })
}
