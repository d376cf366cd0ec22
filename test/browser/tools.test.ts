import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { TOOLS } from '../../src/routes.ts'
import { test } from './browser.ts'

const tick = (page: Page, name: string) => page.locator('[data-tools]').getByRole('checkbox', { name, exact: true })
const rows = (page: Page) => page.locator('[data-guides] > li')

/** Guides of the sample whose tools are all optional. */
const WITHOUT_TOOLS = ['Take Pictures That Help Someone Repair']

/** What stands there at one moment: files arrive one after the other. */
const standing = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[data-guides]')
    const marks = Array.from(list?.querySelectorAll('b') ?? [], ({ textContent }) => textContent)
    const missing = marks.map((text) => (text.match(/\d+/g) ?? []).map(Number)).map(([have = 0, all = 0]) => all - have)
    return { isWhole: list?.ariaBusy === 'false', missing, said: document.querySelector('[data-status]')?.textContent }
  })

test('guides that need only the ticked tools come first, and others say how many they lack', async ({ open }) => {
  const page = await open(TOOLS)
  expect(await rows(page).count()).toBe(0)
  for (const name of ['Clean cloth', 'Phillips Screwdriver', 'Combination Pliers']) await tick(page, name).check()
  await expect.poll(() => rows(page).first().innerText()).toContain('You have every tool')
  await expect.poll(async () => (await standing(page)).isWhole).toBe(true)
  const { missing, said } = await standing(page)
  expect(missing.length).toBeGreaterThan(20)
  expect(missing).toEqual(missing.toSorted((a, b) => a - b))
  const ready = missing.filter((count) => count === 0).length
  expect(said).toBe(ready === 1 ? '1 guide needs nothing else.' : `${ready} guides need nothing else.`)
  const some = await rows(page).filter({ hasText: ' of 2 tools' }).first().innerText()
  expect(some).toMatch(/1 of 2 tools Missing: \S/)
})

test('a guide lacks what only the guides before it need', async ({ open }) => {
  const page = await open(TOOLS)
  for (const name of ['T15', 'Combination Pliers', 'Multimeter', 'Spudger']) {
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill(name)
    await page.locator('[data-tools]').getByRole('checkbox', { name }).check()
  }
  const row = rows(page).filter({ hasText: 'Kettle 1.7 L Control Replacement' })
  await expect.poll(() => row.innerText()).toMatch(/4 of 5 tools Missing: Phillips/)
})

test('a guide that can do without any tool can be done with each', async ({ open }) => {
  const page = await open(TOOLS)
  await tick(page, 'Clean cloth').check()
  for (const title of WITHOUT_TOOLS)
    await expect.poll(() => rows(page).filter({ hasText: title }).innerText()).toContain('You have every tool')
  await tick(page, 'Clean cloth').uncheck()
  await expect.poll(() => rows(page).count()).toBe(0)
})

test('ticks are kept on the device, and a category or words narrow the guides', async ({ open }) => {
  const page = await open(TOOLS)
  await tick(page, 'Clean cloth').check()
  const needing = Number(await page.locator('[data-tools] li').filter({ hasText: 'Clean cloth' }).locator('a').innerText())
  expect(needing).toBeGreaterThan(8)
  const all = needing + WITHOUT_TOOLS.length
  await expect.poll(() => rows(page).count()).toBe(all)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(all)
  expect(await tick(page, 'Clean cloth').isChecked()).toBe(true)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 0 })
  const title = await rows(page).last().locator('a').innerText()
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(title)
  await expect.poll(() => rows(page).locator('a').allInnerTexts()).toEqual([title])
  await rows(page).locator('a').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe(title)
})

test('a tool that does not stand on the page is found by its name, with the keyboard alone', async ({ open }) => {
  const page = await open(TOOLS)
  expect(await tick(page, 'Tweezers').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('tweez')
  await expect.poll(() => tick(page, 'Tweezers').count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => tick(page, 'Tweezers').isChecked()).toBe(true)
})

test('a file that cannot be had is said, and the others are shown', async ({ open }) => {
  const page = await open(TOOLS)
  await page.route(/\/tools\/in-household-[^/]*$/, (route) => route.fulfill({ body: 'not what it was' }))
  await page.evaluate(() => (globalThis.reportError = () => undefined))
  await tick(page, 'Clean cloth').check()
  await expect.poll(() => page.locator('[data-status]').innerText()).toContain('Not all guides could be loaded.')
  expect(await rows(page).count()).toBeGreaterThan(3)
})

test('where the browser keeps nothing a tick holds until the page is left, and that is said', async ({ open }) => {
  const page = await open(TOOLS)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await tick(page, 'Clean cloth').check()
  await expect.poll(async () => (await standing(page)).said).toMatch(/need nothing else\. This browser keeps nothing here/)
  expect(await tick(page, 'Clean cloth').isChecked()).toBe(true)
  await page.reload()
  expect(await tick(page, 'Clean cloth').isChecked()).toBe(false)
})

test('where no guide can be done it says how much the nearest lack, and where none is near, what else to do', async ({ open }) => {
  const page = await open(TOOLS)
  await tick(page, 'Combination Pliers').check()
  const categories = page.getByRole('combobox', { name: 'Category' })
  await categories.waitFor()
  const seen = new Set<string>()
  for (let at = 1; at < (await categories.locator('option').count()); at++) {
    await categories.selectOption({ index: at })
    await expect.poll(async () => (await standing(page)).isWhole).toBe(true)
    const { missing, said = '' } = await standing(page)
    const [nearest] = missing
    if (nearest === undefined) expect(said).toBe('No guide here matches. Tick more tools, or try other words or another category.')
    else if (nearest > 0)
      expect(said).toBe(`No guide here can be done with these tools alone yet. The nearest need ${nearest === 1 ? 'one' : nearest} more:`)
    else expect(said).toMatch(/nothing else\.$/)
    seen.add(nearest === undefined ? 'none' : nearest > 0 ? 'near' : 'ready')
  }
  expect(seen).toContain('near')
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill('no guide is called this')
  await expect.poll(async () => (await standing(page)).said).toContain('No guide here matches.')
})

test('says how many tools are found by their names, and when none has that name', async ({ open }) => {
  const page = await open(TOOLS)
  const line = page.locator('[data-found]')
  const others = await line.innerText()
  expect(others).toMatch(/^and \d+ more: type a name to find them$/)
  const field = page.getByRole('searchbox', { name: 'Find a tool' })
  await field.fill('e')
  await expect.poll(() => line.innerText()).not.toBe(others)
  const shown = await page.locator('[data-tools] li:visible').count()
  expect(shown).toBeGreaterThanOrEqual(24)
  await field.fill('flux capacitor')
  await expect.poll(() => line.innerText()).toBe('No tool here is called “flux capacitor”. Try another name for it.')
  expect(await page.locator('[data-tools] li:visible').count()).toBe(0)
  await field.fill('tweez')
  await expect.poll(() => tick(page, 'Tweezers').count()).toBe(1)
  await expect.poll(() => line.innerText()).toBe('')
  await field.fill('')
  await expect.poll(() => line.innerText()).toMatch(/^and \d+ more/)
  const left = Number(/\d+/.exec(await line.innerText()))
  expect(left + (await page.locator('[data-tools] li').count())).toBe(Number(await line.getAttribute('data-all')))
})

test('says when the names of tools cannot be had, and has them when somebody types again', async ({ open }) => {
  const page = await open(TOOLS)
  await page.evaluate(() => (globalThis.reportError = () => undefined))
  await page.route(/\/tools\/all[^/]*$/, (route) => route.fulfill({ body: 'not what it was' }))
  const field = page.getByRole('searchbox', { name: 'Find a tool' })
  await field.fill('twee')
  const line = page.locator('[data-found]')
  await expect.poll(() => line.innerText()).toBe('The names of the tools could not be loaded. Check the connection and type again.')
  await page.unroute(/\/tools\/all[^/]*$/)
  await field.fill('tweez')
  await expect.poll(() => tick(page, 'Tweezers').count()).toBe(1)
})

test('titles are loaded only for the guides that are shown, until words are looked for in them', async ({ open }) => {
  const page = await open(TOOLS)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname.replace(/.*\//, '')))
  await tick(page, 'Combination Pliers').check()
  const categories = page.getByRole('combobox', { name: 'Category' })
  await categories.waitFor()
  await expect.poll(async () => (await standing(page)).isWhole).toBe(true)
  const parts = (await categories.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).filter(
    Boolean,
  )
  const titles = () => loaded.filter((name) => name.startsWith('titles-'))
  expect(parts.every((part) => loaded.includes(`in-${part}.json`))).toBe(true)
  expect(titles().length).toBeLessThan(parts.length)
  expect(titles().length).toBeGreaterThan(0)
})

test('guides that name no tools are counted', async ({ open }) => {
  const page = await open(TOOLS)
  expect(await page.locator('.tools-unknown').innerText()).toMatch(/^\d+ guides? names? no tools and (?:is|are) left out here/)
})
