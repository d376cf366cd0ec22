import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { pathOf, SEARCH, TOOLS } from '../../src/routes.ts'
import type { ToolNames, ToolPartData } from '../../src/views/item/tools.ts'
import { guidesOf } from '../views/item/tool-part.ts'
import { test } from './browser.ts'
import { ask, hits, openFilters } from './search.ts'

const folder = join(inject('siteFolder'), TOOLS)
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { names, keys } = read('all.json') as ToolNames
const keyOf = (place: number): string => keys[place] ?? (names[place] ?? '').toLowerCase()
const OWN = ['Phillips Screwdriver', 'Clean cloth', 'Spudger', 'Combination Pliers'].map((name) => keyOf(names.indexOf(name)))

/** The paths of the guides that need no other tools, as the files of the site say. */
const ready = readdirSync(folder)
  .filter((name) => name.startsWith('in-'))
  .flatMap((name) => guidesOf(read(name) as ToolPartData).map(({ guideid, tools }) => ({ guideid, tools: tools.map(keyOf) })))
  .filter(({ tools }) => tools.every((key) => OWN.includes(key)))
  .map(({ guideid }) => new URL(pathOf({ kind: 'guide', guideid }).slice(1), inject('siteUrl')).pathname)

const base = new URL(inject('siteUrl')).pathname
const keep = (page: Page, tools: readonly string[]) =>
  page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [`tools ${base}`, JSON.stringify(tools)] as const)
const choice = (page: Page) => page.getByRole('checkbox', { name: 'Only with my tools' })
const choose = (page: Page) => page.getByRole('group', { name: 'Your tools' }).getByRole('link', { name: 'Choose the tools you have' })
const status = (page: Page) => page.locator('.search-bar [role=status]')

async function pathsOf(page: Page): Promise<string[]> {
  const more = page.locator('[data-part=more]')
  while (await more.isVisible()) {
    const before = await hits(page).count()
    await more.click()
    await expect.poll(() => hits(page).count()).toBeGreaterThan(before)
  }
  return hits(page).evaluateAll((all) => all.map((hit) => hit.querySelector('a')?.pathname ?? ''))
}

async function openWith(open: (path: string) => Promise<Page>, tools: readonly string[], path = SEARCH): Promise<Page> {
  const page = await open(TOOLS)
  await keep(page, tools)
  await page.goto(new URL(path.slice(1), inject('siteUrl')).href, { waitUntil: 'load' })
  return page
}

test('a search can be narrowed to what needs no other tools, with the keyboard, and widened again', async ({ open }) => {
  const page = await openWith(open, OWN)
  await ask(page, 'cloth')
  const all = await pathsOf(page)
  await openFilters(page)
  await choice(page).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => page.url()).toContain('tools=own')
  const own = all.filter((path) => ready.includes(path))
  expect([own.length > 0, own.length < all.length]).toEqual([true, true])
  await expect.poll(() => status(page).innerText()).toBe(`${own.length} result${own.length === 1 ? '' : 's'} for “cloth”`)
  expect((await pathsOf(page)).toSorted()).toEqual(own.toSorted())
  expect(await choice(page).evaluate((box) => box === document.activeElement)).toBe(true)

  await page.reload()
  await expect.poll(() => choice(page).isChecked()).toBe(true)
  await expect.poll(() => hits(page).count()).toBe(own.length)
  await page.getByRole('button', { name: 'Remove all filters' }).first().click()
  await expect.poll(() => page.url()).not.toContain('tools=own')
  expect(await choice(page).isChecked()).toBe(false)
  await expect.poll(async () => (await pathsOf(page)).length).toBe(all.length)
})

test('without words it finds every guide that needs no other tools', async ({ open }) => {
  const page = await openWith(open, OWN, `${SEARCH}?tools=own`)
  await expect.poll(() => status(page).innerText()).toBe(`${ready.length} results`)
  expect((await pathsOf(page)).toSorted()).toEqual(ready.toSorted())
})

test('where it leaves nothing the search says what there is without it, and offers that first', async ({ open }) => {
  const page = await openWith(open, ['clean cloth'], `${SEARCH}?q=solder&tools=own`)
  const notice = page.locator('[data-part=nothing]')
  await expect.poll(() => notice.isVisible()).toBe(true)
  const first = notice.getByRole('listitem').first()
  expect(await first.innerText()).toMatch(/^remove all filters \(\d+ results for “solder”\)$/)
  expect(await notice.innerText()).not.toMatch(/spelling|fewer words/)
  const total = Number(/\d+/.exec(await first.innerText())?.[0])
  await first.getByRole('button').click()
  await expect.poll(() => status(page).innerText()).toBe(`${total} results for “solder”`)
  await ask(page, 'qqqqxyzzy')
  expect(await notice.innerText()).toMatch(/spelling[\s\S]*fewer words/)
})

test('without ticked tools there is no such filter, and an address that has it finds all', async ({ open }) => {
  const page = await openWith(open, [], `${SEARCH}?q=battery&tools=own`)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await expect.poll(() => hits(page).count()).toBeGreaterThan(3)
  await openFilters(page)
  expect(await choice(page).isVisible()).toBe(false)
  expect(await choose(page).isVisible()).toBe(true)
  expect(new URL(page.url()).search).toBe('?q=battery')
  expect(loaded.filter((address) => address.includes('/tools/'))).toEqual([])
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe(new URL(TOOLS.slice(1), inject('siteUrl')).pathname)
})

test('what is ticked elsewhere counts at once', async ({ open }) => {
  const page = await openWith(open, OWN, `${SEARCH}?tools=own`)
  await expect.poll(() => status(page).innerText()).toBe(`${ready.length} results`)
  const other = await page.context().newPage()
  await other.goto(new URL(TOOLS.slice(1), inject('siteUrl')).href)
  await keep(
    other,
    names.map((_, place) => keyOf(place)),
  )
  await expect.poll(async () => Number((await status(page).innerText()).split(' ')[0])).toBeGreaterThan(ready.length)
  await keep(other, [])
  await expect.poll(() => choice(page).isVisible()).toBe(false)
})

test('beside it stands the way to where tools are ticked, and back to what was asked', async ({ open }) => {
  const page = await openWith(open, [], `${SEARCH}?q=cloth`)
  await openFilters(page)
  await choose(page).click()
  await page.waitForURL((url) => url.pathname.endsWith(TOOLS))
  await keep(page, OWN)
  await page.goBack()
  await expect.poll(() => choice(page).isVisible()).toBe(true)
  await expect.poll(() => status(page).innerText()).toContain('“cloth”')
  expect(await choose(page).isVisible()).toBe(true)
})

test('who comes back to it finds as many results as before', async ({ open }) => {
  const everyTool = names.map((_, place) => keyOf(place))
  const page = await openWith(open, everyTool, `${SEARCH}?tools=own`)
  await page.getByRole('button', { name: 'Show more results' }).click()
  await expect.poll(() => hits(page).count()).toBeGreaterThan(10)
  const before = await hits(page).count()
  const first = await hits(page).first().elementHandle()
  // As of a page that a browser kept whole.
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expect.poll(() => first.evaluate((hit) => hit.isConnected)).toBe(false)
  expect(await hits(page).count()).toBe(before)
})

test('where the tools of guides cannot be had the search says so, and answers once they can', async ({ open }) => {
  const page = await openWith(open, OWN, `${SEARCH}?q=battery`)
  await expect.poll(() => hits(page).count()).toBeGreaterThan(3)
  await page.route(/\/tools\/in-[^/]*$/, (route) => route.fulfill({ body: 'not what it was' }))
  await page.evaluate(() => (console.error = () => undefined))
  await openFilters(page)
  await choice(page).check()
  await expect.poll(() => page.getByRole('alert').isVisible()).toBe(true)
  await page.unroute(/\/tools\/in-[^/]*$/)
  await choice(page).uncheck()
  await expect.poll(() => hits(page).count()).toBeGreaterThan(3)
  await choice(page).check()
  await expect.poll(() => status(page).innerText()).toMatch(/^\d+ results? for “battery”$/)
})

test('on a phone it stands in the sheet of the filters', async ({ open }) => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const page = await openWith((path) => open(path, phone), OWN, `${SEARCH}?q=cloth`)
  await expect.poll(() => hits(page).count()).toBeGreaterThan(3)
  await openFilters(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'Only with my tools' }).check()
  await expect.poll(() => sheet.locator('[data-part=reveal]').innerText()).toMatch(/^Show \d+ results?$/)
  await sheet.locator('[data-part=reveal]').click()
  await expect.poll(() => page.url()).toContain('tools=own')
  await expect.poll(() => page.locator('[data-part=chosen]').textContent()).toContain('1')
})
