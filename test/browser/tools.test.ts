import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { HOME, TOOLS } from '../../src/routes.ts'
import { test } from './browser.ts'

const tick = (page: Page, name: string) => page.locator('[data-tools]').getByRole('checkbox', { name, exact: true })
const rows = (page: Page) => page.locator('[data-guides] > li')

/** The list at one moment: files arrive one after the other. */
const standing = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[data-guides]')
    const marks = Array.from(list?.querySelectorAll('b') ?? [], ({ textContent }) => textContent)
    const missing = marks.map((text) => (text.match(/\d+/g) ?? []).map(Number)).map(([have = 0, all = 0]) => all - have)
    return { isWhole: list?.ariaBusy === 'false', missing, said: document.querySelector('[data-status]')?.textContent }
  })

test('guides that need only the ticked tools come first, and others show how many they lack', async ({ open }) => {
  const page = await open(TOOLS)
  await expect.poll(() => rows(page).count()).toBe(0)
  for (const name of ['Clean cloth', 'Phillips Screwdriver', 'Combination Pliers']) await tick(page, name).check()
  await expect.poll(() => rows(page).first().innerText()).toContain('You have every tool')
  await expect.poll(async () => (await standing(page)).isWhole).toBe(true)
  const { missing, said } = await standing(page)
  expect(missing.length).toBeGreaterThan(20)
  expect(missing).toEqual(missing.toSorted((a, b) => a - b))
  const ready = missing.filter((count) => count === 0).length
  expect(said).toBe(ready === 1 ? '1 guide needs nothing else.' : `${ready} guides need nothing else.`)
  const some = rows(page).filter({ hasText: ' of 2 tools' }).first()
  await expect.poll(() => some.innerText()).toMatch(/1 of 2 tools Missing: \S/)
})

test('ticks are kept on the device, and a category or words narrow the guides', async ({ open }) => {
  const page = await open(TOOLS)
  await tick(page, 'Clean cloth').check()
  const all = Number(await page.locator('[data-tools] li').filter({ hasText: 'Clean cloth' }).locator('a').innerText())
  expect(all).toBeGreaterThan(8)
  await expect.poll(() => rows(page).count()).toBe(all)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(all)
  await expect.poll(() => tick(page, 'Clean cloth').isChecked()).toBe(true)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 0 })
  const title = await rows(page).last().locator('a').innerText()
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(title)
  await expect.poll(() => rows(page).locator('a').allInnerTexts()).toEqual([title])
  await rows(page).locator('a').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe(title)
})

test('a tool missing on the page is found by its name, with the keyboard alone', async ({ open }) => {
  const page = await open(TOOLS)
  await expect.poll(() => tick(page, 'Tweezers').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('tweez')
  await expect.poll(() => tick(page, 'Tweezers').count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => tick(page, 'Tweezers').isChecked()).toBe(true)
})

test('a failed file is reported, and the others are shown', async ({ open }) => {
  const page = await open(TOOLS)
  await page.route(/\/tools\/in-household-[^/]*$/, (route) => route.fulfill({ body: 'not what it was' }))
  await page.evaluate(() => (globalThis.reportError = () => undefined))
  await tick(page, 'Clean cloth').check()
  await expect.poll(() => page.locator('[data-status]').innerText()).toContain('Not all guides could be loaded.')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(3)
})

test('without JavaScript the page says what it needs, and leads to the pages of tools', async ({ open }) => {
  const page = await open(TOOLS, { javaScriptEnabled: false })
  await expect.poll(() => page.locator('main').innerText()).toContain('needs JavaScript')
  await expect.poll(() => page.locator('[data-tools] a:visible').count()).toBeGreaterThan(5)
  await expect.poll(() => page.locator('main :is(input, select, button):visible').count()).toBe(0)
})

test('on a phone the number of guides stays in view while tools are ticked', async ({ open }) => {
  const page = await open(TOOLS, { viewport: { width: 390, height: 700 } })
  await tick(page, 'Clean cloth').check()
  const status = page.locator('[data-status]')
  await expect.poll(() => status.innerText()).toMatch(/need/)
  await expect.poll(() => status.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
})

test('a shopping list adds up several guides, is saved as text, and gives back what was removed', async ({ open }) => {
  const page = await open(HOME)
  const home = page.url()
  const files = readdirSync(join(inject('siteFolder'), 'guide')).filter((name) => /^\d+$/.test(name))
  const guides = files
    .filter((id) => readFileSync(join(inject('siteFolder'), 'guide', id, 'index.html'), 'utf8').includes('id="parts"'))
    .slice(0, 2)
  const titles: string[] = []
  for (const id of guides) {
    await page.goto(new URL(`guide/${id}/`, home).href)
    await page.getByRole('button', { name: 'Put on shopping list' }).click()
    await expect.poll(() => page.getByRole('status').getByRole('link', { name: 'Shopping list' }).count()).toBe(1)
    titles.push(await page.locator('h1').innerText())
  }
  await page.getByRole('status').getByRole('link', { name: 'Shopping list' }).click()
  const listed = page.locator('#guides + ul > li > a')
  await expect.poll(() => listed.allInnerTexts()).toEqual(titles)
  await page.locator('#parts + ul').getByRole('checkbox').first().check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as text' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text).toMatch(/^Shopping list\n\nParts\n☑ \S/)
  for (const title of titles) expect(text).toContain(`${title}: http`)
  await page.getByRole('button', { name: `Remove: ${titles[0] ?? ''}` }).click()
  await expect.poll(() => listed.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => listed.allInnerTexts()).toEqual(titles)
})
