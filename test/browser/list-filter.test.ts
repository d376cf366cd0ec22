import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { HOME, pathOf } from '../../src/routes.ts'
import { folderForAll } from '../folders.ts'
import { test } from './browser.ts'
import { buildAndServe } from './built-site.ts'

/** A list of the sample with facts to choose from: the tag with the most cards. */
function longestTag(): string {
  const folder = join(inject('siteFolder'), 'tag')
  const counts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'page')
    .map(({ name }) => ({ name, cards: readFileSync(join(folder, name, 'index.html'), 'utf8').split('class="card card-').length }))
  return `/tag/${counts.toSorted((a, b) => b.cards - a.cards)[0]?.name ?? 'none'}/`
}

const shown = (page: Page) => page.locator('[data-listing] .card:visible')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Filter this list' })

test.for([390, 1280])('typing narrows a list at a width of %i, and Escape shows all of it again', async (width, { open }) => {
  const page = await open(longestTag(), { viewport: { width, height: 844 } })
  const all = await shown(page).count()
  expect(all).toBeGreaterThan(8)
  const title = (await shown(page).nth(1).locator('.card-title').innerText()).trim()
  await field(page).fill(title.toUpperCase())
  await expect.poll(() => shown(page).count()).toBeLessThan(all)
  await expect.poll(() => shown(page).first().innerText()).toContain(title)
  await expect.poll(() => page.getByRole('status').innerText()).toMatch(/^\d+ of \d+ shown$/)
  await field(page).press('Escape')
  await expect.poll(() => shown(page).count()).toBe(all)
  await expect.poll(() => page.locator('[data-list-filter] [role=status]').textContent()).toBe('')
})

test('facts can be combined with the keyboard alone, and show how many items each would leave', async ({ open }) => {
  const page = await open(longestTag())
  const all = await shown(page).count()
  await field(page).focus()
  await page.keyboard.press('Tab')
  const chip = page.locator('[data-list-filter] button').first()
  const left = Number(await chip.locator('small').innerText())
  await page.keyboard.press('Enter')
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => chip.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => shown(page).count()).toBe(left)
  const name = await page.locator('[data-list-filter] button[aria-pressed=false]:visible').first().innerText()
  const second = page.locator('[data-list-filter] button').filter({ hasText: name.replace(/\s*\d+$/, '') })
  const both = Number(await second.locator('small').innerText())
  await second.press('Space')
  await expect.poll(() => shown(page).count()).toBe(both)
  await second.press('Space')
  await chip.press('Space')
  await expect.poll(() => shown(page).count()).toBe(all)
})

test('without JavaScript there is the whole list and no filter', async ({ open }) => {
  const page = await open(longestTag(), { javaScriptEnabled: false })
  await expect.poll(() => shown(page).count()).toBeGreaterThan(8)
  await expect.poll(() => field(page).isVisible()).toBe(false)
})

/** Splits a list of the sample into pages like a long one, by answering for them. */
async function openPaged(open: (path: string) => Promise<Page>, failing = false): Promise<{ page: Page; titles: string[] }> {
  const path = longestTag()
  const page = await open(HOME)
  const address = new URL(path.slice(1), inject('siteUrl')).href
  const html = await (await fetch(address)).text()
  const cards = html.match(/<li class="card .*?<\/li>/gs) ?? []
  const pageOf = (number: number) => {
    const own = cards.filter((_, at) => at % 2 === number - 1)
    const cut = cards.filter((card) => !own.includes(card)).reduce((rest, card) => rest.replace(card, ''), html)
    return cut
      .replace(/data-first="[^"]*" data-page="1" data-pages="1"/, `data-first="${address}" data-page="${number}" data-pages="2"`)
      .replace(/(<ul class="cards">.*?<\/ul>)/s, `$1<nav class="pager">2</nav>`)
  }
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: pageOf(1) }))
  await page.route(`${address}page/2/`, (route) =>
    failing ? route.fulfill({ status: 500 }) : route.fulfill({ contentType: 'text/html', body: pageOf(2) }),
  )
  await page.goto(address)
  const titles = cards.map((card) => /card-title"[^>]*>\s*<a[^>]*>\s*([^<]+)/.exec(card)?.[1]?.trim().replaceAll('&#39;', "'") ?? '')
  return { page, titles }
}

test('a list of several pages is filtered as a whole', async ({ open }) => {
  const { page, titles } = await openPaged(open)
  const onFirst = titles.filter((_, at) => at % 2 === 0)
  await expect.poll(() => shown(page).count()).toBe(onFirst.length)
  await field(page).fill(titles[1] ?? '')
  await expect.poll(() => shown(page).locator('.card-title').allInnerTexts()).toContain(titles[1])
  await expect.poll(() => page.locator('.pager').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('status').innerText()).toMatch(new RegExp(`of ${titles.length} shown$`))
  await field(page).fill('')
  await expect.poll(() => shown(page).locator('.card-title').allInnerTexts()).toEqual(onFirst)
  await expect.poll(() => page.locator('.pager').isVisible()).toBe(true)
})

test('names in columns are filtered like cards, without their letters', async ({ open }) => {
  const page = await open(HOME)
  const address = new URL(longestTag().slice(1), inject('siteUrl')).href
  const html = await (await fetch(address)).text()
  const names = ['Amp', 'Bell', 'Bow'].map(
    (name) => `<li class="entry entry-category" data-letter="${name[0] ?? ''}"><a href="/">${name}</a></li>`,
  )
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: html.replace(/<ul class="cards">.*?<\/ul>/s, `<ul class="names">${names.join('')}</ul>`),
    }),
  )
  await page.goto(address)
  await field(page).fill('b')
  await expect.poll(() => page.locator('.entry:visible').allInnerTexts()).toEqual(['Bell', 'Bow'])
  await expect.poll(() => page.locator('[data-listing]').getAttribute('data-filtered')).toBe('')
  await field(page).press('Escape')
  await expect.poll(() => page.locator('.entry:visible').count()).toBe(3)
  await expect.poll(() => page.locator('[data-listing]').getAttribute('data-filtered')).toBe(null)
})

test('the tree of categories unfolds with the keyboard, and typing opens what leads to the names', async ({ open }) => {
  const page = await open('/category/')
  const tree = page.getByRole('region', { name: 'All categories' })
  const name = (text: string) => tree.getByRole('link', { name: text, exact: true })
  await expect.poll(() => name('Kitchen').isVisible()).toBe(false)
  await tree.locator('summary[aria-label=Household]').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => name('Kitchen').isVisible()).toBe(true)
  await expect.poll(() => name('Kettles').isVisible()).toBe(false)

  await field(page).fill('søborg')
  await expect.poll(() => name('Søborg Lamp').isVisible()).toBe(true)
  await expect.poll(() => tree.locator('a:visible').allInnerTexts()).toEqual(['Household', 'Lamps', 'Desk Lamp', 'Søborg Lamp'])
  await expect.poll(() => tree.getByRole('status').innerText()).toMatch(/^1 of \d+ shown$/)
  await field(page).press('Escape')
  await expect.poll(() => name('Søborg Lamp').isVisible()).toBe(false)
  await expect.poll(() => name('Kitchen').isVisible()).toBe(true)
  await expect.poll(() => name('Travel').isVisible()).toBe(true)
})

const home = folderForAll()
test('a category shows the guides that need only the tools at hand', async ({ open, onTestFinished }) => {
  const tool = (text: string) => ({ text, quantity: 1 })
  const guides = Array.from({ length: 9 }, (_, at) => ({
    guideid: at + 1,
    title: `Repair ${at + 1}`,
    category: 'Kettle',
    type: 'repair',
    tools: [tool('C-Clamps'), ...(at > 1 ? [tool('Spudger')] : [tool('c clamps')])],
    steps: [],
  }))
  const records = guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body }))
  const site = await buildAndServe(home, { records, lists: { guides } })
  onTestFinished(site.close)
  const page = await open(`${site.origin}${pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' })}`)
  const chip = page.getByRole('button', { name: 'Only with my tools' })
  await chip.click()
  await page.waitForURL('**/tools/')
  await page.getByRole('checkbox', { name: 'C-Clamps' }).check()
  await page.goBack()
  await chip.click()
  await expect.poll(() => page.locator('[data-listing] .entry:visible a').allInnerTexts()).toEqual(['Repair 1', 'Repair 2'])
  await expect.poll(() => chip.innerText()).toMatch(/2$/)
})
