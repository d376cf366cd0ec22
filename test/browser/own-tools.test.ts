import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { pathOf, TOOLS } from '../../src/routes.ts'
import type { ToolNames, ToolPartData } from '../../src/views/item/tools.ts'
import { guidesOf } from '../views/item/tool-part.ts'
import { test } from './browser.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const folder = join(inject('siteFolder'), TOOLS)
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { names } = read('all.json') as ToolNames

/** The names of the tools of each guide, as the site has them. */
const toolsOf = new Map(
  readdirSync(folder)
    .filter((name) => name.startsWith('in-'))
    .flatMap((name) => {
      const found = guidesOf(read(name) as ToolPartData)
      return found.map(({ guideid, tools }): [number, string[]] => [guideid, tools.map((place) => names[place] ?? '')])
    }),
)
const [category = '', members = []] =
  [...Map.groupBy(guides, ({ category }) => category)].toSorted(
    ([, a], [, b]) => b.filter(({ guideid }) => toolsOf.has(guideid)).length - a.filter(({ guideid }) => toolsOf.has(guideid)).length,
  )[0] ?? []
const path = pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: category })
const one = theGuide(members, ({ guideid }) => toolsOf.has(guideid))
const some = theGuide(members, ({ guideid }) => (toolsOf.get(guideid)?.length ?? 0) > 2)
/** The pages of the sample's categories. */
const pages = readdirSync(join(inject('siteFolder'), 'category'))
  .map((name) => `category/${name}/`)
  .filter((path) => existsSync(join(inject('siteFolder'), path, 'index.html')))
  .map((path) => ({ path, html: readFileSync(join(inject('siteFolder'), path, 'index.html'), 'utf8') }))

const cards = (page: Page) => page.locator('[data-listing] .card-guide:visible .card-title')
const chip = (page: Page) => page.getByRole('button', { name: 'Only with my tools' })
const marks = (page: Page) => page.locator('.own-tools')
const markOf = (page: Page, title: string) => page.locator('.card-guide').filter({ hasText: title }).first().locator('.own-tools')
/** Ticks a tool on the page of all tools. */
async function tick(page: Page, name: string, on = true): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill(name)
  await page.locator('[data-tools]').getByRole('checkbox', { name, exact: true }).setChecked(on)
}
const visit = (page: Page, path: string) => page.goto(new URL(path.slice(1), inject('siteUrl')).href, { waitUntil: 'networkidle' })

test('a category shows only the guides for which somebody has all tools, and all of them again', async ({ open }) => {
  const page = await open(TOOLS)
  for (const name of toolsOf.get(one.guideid) ?? []) await tick(page, name)
  await visit(page, path)
  const all = await cards(page).allInnerTexts()
  await expect.poll(() => markOf(page, one.title).innerText()).toBe('You have every tool')
  await chip(page).press('Enter')
  await expect.poll(() => cards(page).count()).toBeLessThan(all.length)
  expect(await cards(page).allInnerTexts()).toContain(one.title)
  expect(await page.locator('[data-list-filter] [role=status]').innerText()).toMatch(
    /^\d+ of \d+ shown · Only guides are filtered, not categories\.$/,
  )
  expect(await page.getByRole('link', { name: 'Your tools' }).isVisible()).toBe(true)
  await chip(page).press('Enter')
  await expect.poll(() => cards(page).allInnerTexts()).toEqual(all)
})

test('a card says how many of its tools somebody has, on this device and after a tick elsewhere', async ({ open }) => {
  const page = await open(path)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.reload({ waitUntil: 'networkidle' })
  expect(await marks(page).count()).toBe(0)
  expect(loaded.filter((file) => file.includes('tool'))).toEqual([])

  const other = await page.context().newPage()
  await visit(other, TOOLS)
  const [first = '', ...rest] = toolsOf.get(some.guideid) ?? []
  await tick(other, first)
  await expect.poll(() => markOf(page, some.title).innerText()).toBe(`1 of ${rest.length + 1} tools`)
  expect(loaded.filter((file) => /\/tools\/(?:titles-|words\.)/.test(file))).toEqual([])
  for (const name of rest.slice(1)) await tick(other, name)
  await expect.poll(() => markOf(page, some.title).innerText()).toBe(`${rest.length} of ${rest.length + 1} tools`)
  const has = new Set([first, ...rest.slice(1)])
  for (const { guideid, title } of members) {
    const tools = toolsOf.get(guideid) ?? []
    const have = tools.filter((name) => has.has(name)).length
    const isReady = have === tools.length && toolsOf.has(guideid)
    const said = have === 0 && !isReady ? [] : [isReady ? 'You have every tool' : `${have} of ${tools.length} tools`]
    expect([title, await markOf(page, title).allInnerTexts()]).toEqual([title, said])
  }

  // A longer list has a field: it looks for what the site says, not for what this device does.
  const field = page.locator('[data-list-filter] input')
  await field.evaluate((input: HTMLInputElement) => (input.hidden = false))
  await field.fill('of 3 tools')
  await expect.poll(() => cards(page).count()).toBe(0)

  for (const name of has) await tick(other, name, false)
  await expect.poll(() => marks(page).count()).toBe(0)
})

test('what other categories hold is narrowed by words, and not by tools', async ({ open }) => {
  const page = await open(path)
  const inner = page.locator('[data-listing] :is(.card-category, .entry-category):visible')
  const count = await inner.count()
  expect(count).toBeGreaterThan(0)
  await chip(page).click()
  await expect.poll(() => page.locator('[data-listing] :is(.card-guide, .entry-guide):visible').count()).toBe(0)
  expect(await inner.count()).toBe(count)
  expect(await page.locator('[data-list-filter] [role=status]').innerText()).toContain(`${count} of `)
  const field = page.locator('[data-list-filter] input')
  await field.evaluate((input: HTMLInputElement) => (input.hidden = false))
  await field.fill('no category is called this')
  await expect.poll(() => inner.count()).toBe(0)
})

test('without a ticked tool it says so, and leads to where tools are ticked', async ({ open }) => {
  const page = await open(path)
  await chip(page).click()
  await expect.poll(() => cards(page).count()).toBe(0)
  expect(await page.locator('[data-list-filter] [role=status]').innerText()).toMatch(
    /^\d+ of \d+ shown · Tick a tool to see what it is good for\. · Only guides are filtered, not categories\.$/,
  )
  await page.getByRole('link', { name: 'Your tools' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(TOOLS))
})

test('who comes back from a guide finds it as it was, at the same place', async ({ open }) => {
  const page = await open(TOOLS)
  for (const name of toolsOf.get(one.guideid) ?? []) await tick(page, name)
  await visit(page, path)
  await page.setViewportSize({ width: 700, height: 500 })
  await chip(page).click()
  await expect.poll(() => page.url()).toContain('tools=own')
  const own = await cards(page).allInnerTexts()
  const link = page.locator('[data-listing]').getByRole('link', { name: one.title }).first()
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(0)
  await link.click()
  await page.waitForURL((url) => url.pathname.includes('/guide/'))
  await page.goBack()
  await expect.poll(() => chip(page).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => cards(page).allInnerTexts()).toEqual(own)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  await chip(page).click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(own.length)
  expect(page.url()).not.toContain('tools=')
})

/** A category with the button, and one in its list that has it as well. */
const [outer = 'none', innerPath = 'none'] =
  pages
    .filter(({ html }) => html.includes('data-own-tools='))
    .flatMap(({ path: outer, html }) => {
      const list = html.slice(html.indexOf('data-listing'))
      return pages
        .filter(
          ({ path, html }) => html.includes('data-own-tools=') && new RegExp(`(?:card|entry)-category.{0,999}${path}"`, 's').test(list),
        )
        .map(({ path }) => [outer, path])
    })
    .find(([outer, inner]) => outer !== inner) ?? []

test('it goes along into the categories below, which can be searched with it as a whole', async ({ open }) => {
  const page = await open(`/${outer}`)
  const inner = page.locator(`[data-listing] a[href*="/${innerPath}"]`).first()
  const before = await inner.getAttribute('href')
  await chip(page).click()
  await expect.poll(() => inner.getAttribute('href')).toContain('tools=own')
  const search = await page.getByRole('link', { name: 'Search its sub-categories too' }).getAttribute('href')
  expect(new URL(search ?? '', page.url()).searchParams.get('tools')).toBe('own')
  expect(new URL(search ?? '', page.url()).searchParams.get('category')).not.toBe('')
  await inner.click()
  await page.waitForURL((url) => url.pathname.endsWith(innerPath) && url.searchParams.get('tools') === 'own')
  await expect.poll(() => chip(page).getAttribute('aria-pressed')).toBe('true')
  await page.goBack()
  await expect.poll(() => chip(page).getAttribute('aria-pressed')).toBe('true')
  await chip(page).click()
  await expect.poll(() => inner.getAttribute('href')).not.toContain('tools=')
  expect(new URL((await inner.getAttribute('href')) ?? '', page.url()).pathname).toBe(before)
})

test('featured guides are narrowed as well, and the button stays where it was pressed', async ({ open }) => {
  const found = pages.find(({ html }) => html.includes('data-featured') && html.includes('data-own-tools='))
  const page = await open(`/${found?.path ?? 'none'}`)
  const featured = page.locator('[data-featured] .card')
  const count = await featured.filter({ visible: true }).count()
  expect(count).toBeGreaterThan(0)
  await chip(page).scrollIntoViewIfNeeded()
  const top = async () => Math.round((await chip(page).boundingBox())?.y ?? 0)
  const before = await top()
  await chip(page).press('Enter')
  await expect.poll(() => page.locator('[data-featured]').isVisible()).toBe(false)
  await expect.poll(top).toBe(before)
  await page.getByRole('link', { name: 'Your tools' }).click()
  for (const name of names.slice(0, 24)) await tick(page, name)
  await page.goBack()
  await expect.poll(() => featured.filter({ visible: true }).count()).toBeGreaterThan(0)
  await chip(page).press('Enter')
  await expect.poll(() => featured.filter({ visible: true }).count()).toBe(count)
})

test('each category has it: as a button where it has guides, else as a way to search what is below', () => {
  const has = pages.map(({ path, html }) => ({
    path,
    guides: /class="(card card|entry entry)-guide/.test(html),
    below: /class="(card card|entry entry)-category/.test(html),
    button: html.includes('data-own-tools='),
    link: /<a href="[^"]*tools=own"[^>]*>\s*Only with my tools/.test(html),
  }))
  expect(has.filter(({ guides, button }) => guides !== button)).toEqual([])
  expect(has.filter(({ guides, below, link }) => (below && !guides) !== link)).toEqual([])
  expect([has.some(({ button }) => button), has.some(({ link }) => link)]).toEqual([true, true])
})

test('where the tools of guides cannot be had it says so', async ({ open }) => {
  const page = await open(path)
  await page.route(/\/tools\/in-[^/]*$/, (route) => route.fulfill({ body: 'not what it was' }))
  await page.evaluate(() => (globalThis.reportError = () => undefined))
  await chip(page).click()
  await expect.poll(() => page.locator('[data-list-filter] [role=status]').innerText()).toContain('Not all guides could be loaded.')
})
