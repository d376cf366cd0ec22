import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { pathOf, SHOPPING, TOOLS } from '../../src/routes.ts'
import { test } from './browser.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const SHARED = 'Phillips Screwdriver'
const needs = (name: string) => (guide: (typeof guides)[number]) =>
  guide.tools.some(({ text }) => text.toLowerCase().startsWith(name.toLowerCase())) && guide.prerequisites.length === 0
const first = theGuide(guides, (guide) => needs(SHARED)(guide) && guide.parts.length > 0)
const second = theGuide(guides, (guide) => needs(SHARED)(guide) && guide.guideid !== first.guideid)
const third = theGuide(guides, ({ guideid, tools }) => tools.length > 0 && ![first, second].some((other) => other.guideid === guideid))
const chosen = [first, second]
const UNABLE = 'This browser keeps nothing here, perhaps because this is a private window.'

const rows = (page: Page, section: string) => page.locator(`[data-section=${section}] li`)
const visit = (page: Page, path: string) => page.goto(new URL(path.slice(1), inject('siteUrl')).href, { waitUntil: 'networkidle' })
const toList = (page: Page) => page.locator('main').getByRole('link', { name: 'Shopping list' })
const put = (page: Page) => page.getByRole('button', { name: 'Put on shopping list' })

/** The list with both guides, as somebody makes it with the keyboard. */
async function fill(page: Page): Promise<void> {
  for (const { guideid } of chosen) {
    await visit(page, pathOf({ kind: 'guide', guideid }))
    await put(page).press('Enter')
    await expect.poll(() => put(page).getAttribute('aria-pressed')).toBe('true')
  }
  await toList(page).press('Enter')
  await page.waitForURL((url) => url.pathname.endsWith(SHOPPING))
  await expect.poll(() => rows(page, 'guides').count()).toBe(2)
}

/** Runs in the page. */
function refuseToKeep(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Runs in the page. */
function denyStorage(): void {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

const START = pathOf({ kind: 'guide', guideid: first.guideid })

test('what two guides need stands there once, with both guides, and what somebody has is struck off here and among the tools', async ({
  open,
}) => {
  const page = await open(START)
  await fill(page)
  const row = rows(page, 'tools').filter({ has: page.getByRole('checkbox', { name: new RegExp(SHARED, 'i') }) })
  expect(await row.count()).toBe(1)
  expect(await row.locator('.list-guides a').allInnerTexts()).toEqual(chosen.map(({ title }) => title))
  expect((await rows(page, 'parts').count()) > 0).toBe(true)
  const all = (await rows(page, 'tools').count()) + (await rows(page, 'parts').count())
  const said = page.locator('[data-said]')
  expect(await said.innerText()).toBe(`${all} things still to get.`)
  await row.getByRole('checkbox').press('Space')
  expect(await said.innerText()).toBe(`${all - 1} things still to get.`)
  expect(await row.locator('.list-thing').evaluate((thing) => getComputedStyle(thing).textDecorationLine)).toBe('line-through')
  await visit(page, TOOLS)
  const tool = page.locator('[data-tools]').getByRole('checkbox', { name: new RegExp(`^${SHARED}$`, 'i') })
  expect(await tool.isChecked()).toBe(true)
  await tool.uncheck()
  await toList(page).click()
  await expect.poll(() => said.innerText()).toBe(`${all} things still to get.`)
})

test('a guide is taken off and put back with the keyboard, and its page knows', async ({ open }) => {
  const page = await open(START)
  await fill(page)
  const all = await page.locator('[data-sections]').innerText()
  await page.getByRole('button', { name: `Remove: ${first.title}` }).press('Enter')
  expect(await rows(page, 'guides').locator('a').allInnerTexts()).toEqual([second.title])
  expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Undo')
  await page.keyboard.press('Enter')
  expect(await page.locator('[data-sections]').innerText()).toBe(all)
  await page.getByRole('button', { name: 'Empty the list' }).press('Enter')
  expect(await page.locator('[data-said]').innerText()).toBe('The list is empty now.')
  expect(await page.locator('[data-none]').isVisible()).toBe(false)
  await visit(page, START)
  expect(await put(page).getAttribute('aria-pressed')).toBe('false')
  await put(page).press('Enter')
  await expect.poll(() => page.locator('.needs-bar [data-said]').innerText()).toBe('It is on your shopping list.')
  await put(page).press('Enter')
  await expect.poll(() => page.locator('.needs-bar [data-said]').innerText()).toBe('It is no longer on your shopping list.')
  await visit(page, SHOPPING)
  expect(await page.locator('[data-none]').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Copy list' }).isVisible()).toBe(false)
})

test('the list is saved, copied and shared as one text, and on paper there are no buttons', async ({ open }) => {
  const page = await open(START, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.addInitScript(() => {
    Object.assign(navigator, { share: ({ text = '' }: ShareData) => Promise.resolve(void (document.title = text)) })
  })
  await fill(page)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as text' }).click()])
  expect(download.suggestedFilename()).toBe('Shopping list.txt')
  const text = await readFile(await download.path(), 'utf8')
  for (const guide of chosen)
    expect(text).toContain(`${guide.title}: ${new URL(pathOf({ kind: 'guide', guideid: guide.guideid }).slice(1), inject('siteUrl')).href}`)
  expect(text).toMatch(/^Shopping list\n\nParts\n☐ /)
  expect(await page.locator('[data-said]').innerText()).toBe('Saved. You can open the file without a network.')
  await page.getByRole('button', { name: 'Copy list' }).click()
  await expect.poll(() => page.locator('[data-said]').innerText()).toBe('List copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate(() => document.querySelector('title')?.text)).toBe(text)
  expect(await page.locator('[data-said]').innerText()).toMatch(/still to get\.$/)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button').and(page.locator(':visible')).count()).toBe(0)
  expect(await rows(page, 'parts').first().isVisible()).toBe(true)
})

test('what was emptied comes back beside what another window put on the list meanwhile', async ({ open }) => {
  const page = await open(START)
  await fill(page)
  await page.getByRole('button', { name: 'Empty the list' }).click()
  const other = await page.context().newPage()
  await visit(other, pathOf({ kind: 'guide', guideid: third.guideid }))
  await put(other).press('Enter')
  await expect.poll(() => rows(page, 'guides').locator('a').allInnerTexts()).toEqual([third.title])
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await rows(page, 'guides').locator('a').allInnerTexts()).toEqual([...chosen, third].map(({ title }) => title))
})

test.for([
  ['is full', refuseToKeep],
  ['is forbidden', denyStorage],
] as const)(
  'where the place to keep things %s, a guide says that it is not on the list, and its button is not pressed',
  async ([, refuse], { open }) => {
    const page = await open(START)
    await page.evaluate(refuse)
    for (let press = 1; press <= 2; press++) {
      await put(page).press('Enter')
      await expect.poll(() => page.locator('.needs-bar [data-said]').innerText()).toBe(UNABLE)
      expect(await put(page).getAttribute('aria-pressed')).toBe('false')
    }
    expect(await toList(page).isVisible()).toBe(false)
  },
)

test('where the place to keep things is full, the list shows what was ticked and removed, and says that it is not kept', async ({
  open,
}) => {
  const page = await open(START)
  await fill(page)
  const said = page.locator('[data-said]')
  for (const section of ['tools', 'parts']) {
    const box = rows(page, section).getByRole('checkbox').first()
    await page.evaluate(refuseToKeep)
    await box.check()
    expect(await said.innerText()).toMatch(new RegExp(`still to get\\. ${UNABLE}$`))
    expect(await box.isChecked()).toBe(true)
    await page.reload()
    await expect.poll(() => said.innerText()).toMatch(/still to get\.$/)
    expect(await box.isChecked()).toBe(false)
  }
  await page.evaluate(refuseToKeep)
  await page.getByRole('button', { name: `Remove: ${first.title}` }).click()
  expect(await said.innerText()).toContain(UNABLE)
  expect(await rows(page, 'guides').locator('a').allInnerTexts()).toEqual([second.title])
})

test('what a guide says of the list is covered by nothing, and the frame of its button covers no tool', async ({ open }) => {
  const page = await open(START)
  await put(page).press('Enter')
  const said = page.locator('.needs-bar [data-said]')
  await said.waitFor()
  const isOnTop = (element: Element): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)))
  }
  expect(await said.evaluate(isOnTop)).toBe(true)
  const frame = await put(page).evaluate((button) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(button)
    return button.getBoundingClientRect().bottom + parseFloat(outlineOffset) + parseFloat(outlineWidth)
  })
  expect(frame).toBeLessThanOrEqual((await page.locator('[data-shopping] .products input').first().boundingBox())?.y ?? 0)
})

test('without scripts a sentence says what the list needs, and guides have no button for it', async ({ open }) => {
  const page = await open(SHOPPING, { javaScriptEnabled: false })
  expect(await page.locator('main').innerText()).toContain('The list is kept by your browser and needs JavaScript, which is turned off.')
  expect(await page.getByRole('button', { name: 'Copy list' }).isVisible()).toBe(false)
  const guide = await open(START, { javaScriptEnabled: false })
  expect(await put(guide).isVisible()).toBe(false)
})

test('after the last guide was removed the list says that it is empty now, and Undo begins where the line does', async ({ open }) => {
  const page = await open(START)
  await fill(page)
  for (const { title } of chosen) await page.getByRole('button', { name: `Remove: ${title}` }).click()
  const said = page.locator('[data-said]')
  expect(await said.innerText()).toBe('The list is empty now.')
  expect(await page.locator('main').innerText()).not.toContain('Nothing is on the list yet.')
  const undo = page.getByRole('button', { name: 'Undo' })
  const leftOf = (what: Locator) => what.evaluate((element) => element.getBoundingClientRect().left)
  await said.evaluate((element) => (element.textContent = ''))
  expect(await leftOf(undo)).toBe(await leftOf(page.locator('.list-said')))
  await undo.click()
  await expect.poll(() => rows(page, 'guides').locator('a').allInnerTexts()).toEqual([second.title])
  expect(await said.innerText()).toMatch(/still to get\.$/)
  await page.reload()
  await expect.poll(() => rows(page, 'guides').count()).toBe(1)
})

test('every page leads to the list', async ({ open }) => {
  const page = await open('/')
  const link = page.locator('.site-footer').getByRole('link', { name: 'Shopping list' })
  expect(await link.count()).toBe(1)
  await link.click()
  await page.waitForURL((url) => url.pathname.endsWith(SHOPPING))
})

const FAILED = 'Not loaded. Check the connection and try again.'

test('a press shows at once that it is being done, says while the network is gone, and works when the page is there again', async ({
  open,
}) => {
  const page = await open(START, { expectStatus: 503 })
  const answered = Promise.withResolvers<undefined>()
  const all = (url: URL): boolean => url.pathname.endsWith(START) || url.pathname.includes('/on-demand')
  await page.route(all, (route) => answered.promise.then(() => route.fulfill({ status: 503 })))
  await put(page).press('Enter')
  const said = page.locator('.needs-bar [data-said]')
  await expect.poll(() => said.innerText()).toBe('…')
  answered.resolve(undefined)
  await expect.poll(() => said.innerText()).toBe(FAILED)
  expect(await put(page).getAttribute('aria-pressed')).toBe('false')
  await said.evaluate((element) => (element.textContent = ''))
  await put(page).press('Enter')
  await expect.poll(() => said.innerText()).toBe(FAILED)
  await page.unroute(all)
  const loaded = page.waitForEvent('load')
  await put(page).press('Enter')
  await loaded
  await put(page).press('Enter')
  await expect.poll(() => said.innerText()).toBe('It is on your shopping list.')
})
