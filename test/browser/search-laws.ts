import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inSweep } from '../sweep.ts'
import { hasFocus, widthOf } from './acts.ts'
import { test } from './browser.ts'
import { ask, hits } from './search.ts'

const box = (page: Page) => page.locator('main').getByRole('searchbox')

/**
 * What the search of the sample finds, whatever the form of its index. `search` returns the address of its page; all tests but the first
 * are `further`.
 */
export function findingLaws(search: () => string, further = test): void {
  test('results appear while typing, with a picture, their path and a marked excerpt', async ({ open }) => {
    const page = await open(search())
    await expect.poll(() => hasFocus(box(page))).toBe(true)
    await page.keyboard.type('kettle descale', { delay: 20 })
    await page.getByRole('status').filter({ hasText: 'kettle descale' }).waitFor()
    const hit = hits(page).first()
    await expect.poll(() => hit.getByRole('link').first().innerText()).toBe('How to Descale a Kettle')
    await expect.poll(() => widthOf(hit.locator('img'))).toBeGreaterThan(0)
    await expect.poll(() => hit.innerText()).toMatch(/Kettle/)
    await expect.poll(() => hit.locator('mark').count()).toBeGreaterThan(0)
  })

  further('a hit inside a guide leads to its step', async ({ open }) => {
    const page = await open(search())
    await ask(page, 'hissing')
    await page.locator('.search-results a[href$="/guide/5/#step-2"]').click()
    await page.waitForURL(/\/guide\/5\/#step-2$/)
    await expect.poll(() => page.locator('#step-2').innerText()).toMatch(/hissing/i)
  })

  further('an order by title is correct, and stored in the address', async ({ open }) => {
    const page = await open(`${search()}?q=replacement`)
    await hits(page).first().waitFor()
    const titles = () => page.locator('.search-results h2').allInnerTexts()
    const before = await titles()
    await page.getByLabel('Sort by').selectOption('title')
    await expect.poll(titles).not.toEqual(before)
    const sorted = await titles()
    expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b, 'en')))
    await expect.poll(() => page.url()).toContain('sort=title')
  })

  further('everything can be reached with the keyboard', async ({ open }) => {
    const page = await open(`${search()}?q=kettle`)
    await hits(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName)
    const first = await hits(page).first().getByRole('link').first().getAttribute('href')
    await expect.poll(() => focused()).toBe(first)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused()).toBe('INPUT')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === new URL(first ?? '', 'http://localhost').pathname)
  })

  further('an empty result gives a sentence with an alternative', async ({ open }) => {
    const page = await open(search())
    await ask(page, 'xylophone quartet')
    await expect.poll(() => hits(page).count()).toBe(0)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/nothing/i)
    await expect.poll(() => page.locator('main').getByRole('link', { name: 'categories' }).first().isVisible()).toBe(true)
  })

  inSweep(test)('a result shows which words it lacks, and which synonyms it has, here and in the dialog', async ({ open }) => {
    const page = await open(search())
    const lines = page.locator('.search-results .search-why')
    await ask(page, 'kettle xylophone')
    await expect.poll(() => lines.first().innerText()).toBe('without: xylophone')
    await ask(page, 'tire lever')
    await expect.poll(() => lines.allInnerTexts()).toContain('also: tyre')
    await ask(page, 'kettle')
    await expect.poll(() => lines.first().isVisible()).toBe(false)
    await page.goto(new URL('../', page.url()).href)
    await page.keyboard.press('/')
    await page.locator('dialog input').fill('kettle xylophone')
    await expect.poll(() => page.locator('dialog .quick-why').first().innerText()).toBe('without: xylophone')
  })

  test('a misspelled word leads to the likely one', async ({ open }) => {
    const page = await open(search())
    await ask(page, 'dascaling')
    await page.getByRole('link', { name: 'Did you mean “descaling”?' }).waitFor()
    await expect.poll(() => page.locator('[data-part=suggested] h2').first().innerText()).toMatch(/descal/i)
    await expect.poll(() => page.title()).toMatch(/^dascaling – /)
    const found = await page.locator('.search-hit h2 a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(found).toEqual([...new Set(found)])
    await page.getByRole('link', { name: 'Did you mean “descaling”?' }).click()
    await page.waitForURL(/q=descaling/)
    await hits(page).first().waitFor()
    await expect.poll(() => page.locator('[data-part=meant]').isVisible()).toBe(false)
  })

  test('an index is searched in a worker, so that the page stays responsive', async ({ open }) => {
    const page = await open(search())
    await ask(page, 'kettle')
    expect(page.workers().length).toBeGreaterThan(0)
    for (const worker of page.workers()) expect(worker.url()).toContain('/search-worker')
  })
}
