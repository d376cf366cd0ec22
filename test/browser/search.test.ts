import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { serveSite } from '../../src/publish/serve.ts'
import { pathOf, SEARCH } from '../../src/routes.ts'
import { indexSite } from '../../src/search/index/index-site.ts'
import { documentOf, stream } from '../search/documents.ts'
import { every, inSweep, sweepOr } from '../sweep.ts'
import { test } from './browser.ts'
import { sampleGuides } from './sample.ts'
import { ask, firstHit, hits } from './search.ts'

const sweepTest = inSweep(test)

const guides = await sampleGuides()
const box = (page: Page) => page.getByRole('searchbox')

test('results come as one types, with a picture, where it is and a marked excerpt', async ({ open }) => {
  const page = await open(SEARCH)
  expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('kettle descale', { delay: 20 })
  await page.getByRole('status').filter({ hasText: 'kettle descale' }).waitFor()
  const hit = hits(page).first()
  expect(await hit.getByRole('link').first().innerText()).toBe('How to Descale a Kettle')
  expect(await hit.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0)
  expect(await hit.innerText()).toMatch(/Kettle/)
  expect(await hit.locator('mark').count()).toBeGreaterThan(0)
})

test('every guide is the first hit for its exact title', { timeout: 300_000 }, async ({ open }) => {
  const page = await open(SEARCH)
  const wrong: string[] = []
  for (const { guideid, title } of sweepOr(guides, every(10))) {
    const twins = guides.filter((other) => other.title === title)
    const hit = await firstHit(page, title)
    if (!twins.some((twin) => hit.endsWith(pathOf({ kind: 'guide', guideid: twin.guideid }))))
      wrong.push(`"${title}" (${guideid}) finds ${hit}`)
  }
  expect(wrong).toEqual([])
})

test('a hit inside a guide leads to its step', async ({ open }) => {
  const page = await open(SEARCH)
  await ask(page, 'hissing')
  await page.locator('.search-results a[href$="/guide/5/#step-2"]').click()
  await page.waitForURL(/\/guide\/5\/#step-2$/)
  expect(await page.locator('#step-2').innerText()).toMatch(/hissing/i)
})

describe('filters', () => {
  test('narrow the results, stand in the address, and come back with it', async ({ open }) => {
    const page = await open(SEARCH)
    await ask(page, 'kettle')
    const before = await hits(page).count()
    const filters = page.locator('.search-filters')
    if (!(await filters.evaluate((details: HTMLDetailsElement) => details.open))) await filters.locator('summary').click()
    const choice = filters.getByLabel(/^Technique/i).first()
    await choice.check()
    await expect.poll(() => hits(page).count()).toBeLessThan(before)
    const found = await hits(page).allInnerTexts()
    await expect.poll(() => page.url()).toMatch(/type=/)
    const address = page.url()
    expect(address).toMatch(/q=kettle/)
    const again = await open(address)
    await expect.poll(() => hits(again).allInnerTexts()).toEqual(found)
    expect(await box(again).inputValue()).toBe('kettle')
  })

  sweepTest('are combined: each count is what choosing it would leave', async ({ open }) => {
    const page = await open(`${SEARCH}?q=replacement`)
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

  sweepTest('have counts', async ({ open }) => {
    const page = await open(`${SEARCH}?q=battery`)
    await expect.poll(() => page.locator('.search-filters label').count()).toBeGreaterThan(1)
    expect(await page.locator('.search-filters label').first().textContent()).toMatch(/\d/)
  })
})

describe('the page without a question', () => {
  const hint = (page: Page) => page.locator('[data-part=hint]').innerText()

  test('speaks of filters where there are some to choose, and nothing moves', async ({ open }) => {
    const page = await open(SEARCH, { viewport: { width: 390, height: 844 } })
    expect(await page.locator('.search-filters label').count()).toBe(0)
    expect(await hint(page)).toBe('Type a few words about what you want to do or fix.')
    const top = () => page.locator('.search-found').evaluate((element) => element.getBoundingClientRect().height)
    const before = await top()
    await page.mouse.move(100, 100)
    await page.waitForLoadState('networkidle')
    expect(await top()).toBe(before)
    await page.locator('.search-filters summary').click()
    await page.locator('.search-filters label').first().waitFor()
    await expect.poll(() => hint(page)).toBe('Type a few words about what you want to do or fix, or choose a filter.')
    expect(await top()).toBe(before)
  })

  sweepTest.for(['%E2%80%8B', '%C2%AD', '%EF%BB%BF'])('is that of a text that nobody sees as well: %s', async (text, { open }) => {
    const page = await open(`${SEARCH}?q=${text}`)
    await expect.poll(() => page.locator('.search-filters label').count()).toBeGreaterThan(0)
    await expect.poll(() => hint(page)).toMatch(/^Type a few words/)
    expect(await page.getByRole('status').innerText()).toBe('')
    expect(await page.locator('main').innerText()).not.toContain('“')
  })

  sweepTest('is not that of signs alone, which are named', async ({ open }) => {
    const page = await open(`${SEARCH}?q=%3F%3F%3F`)
    await expect.poll(() => page.getByRole('status').innerText()).toBe('Nothing found for “???”')
  })
})

sweepTest('the page of a tag is found by its name, behind the guide that is called like it', async ({ open }) => {
  const page = await open(SEARCH)
  await ask(page, 'measuring')
  const kinds = await page.locator('.search-results [data-part=kind]').allInnerTexts()
  expect(kinds[0]).toBe('Guide')
  const tag = hits(page).nth(kinds.indexOf('Tag')).getByRole('link')
  await tag.first().click()
  await page.waitForURL(/\/tag\/measuring-[0-9a-f]+\/$/)
})

test('an order by title is an order by title, and stands in the address', async ({ open }) => {
  const page = await open(`${SEARCH}?q=replacement`)
  await hits(page).first().waitFor()
  const titles = () => page.locator('.search-results h2').allInnerTexts()
  const before = await titles()
  await page.getByLabel('Sort by').selectOption('title')
  await expect.poll(titles).not.toEqual(before)
  const sorted = await titles()
  expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b, 'en')))
  await expect.poll(() => page.url()).toContain('sort=title')
})

test('everything can be reached with the keyboard', async ({ open }) => {
  const page = await open(`${SEARCH}?q=kettle`)
  await hits(page).first().waitFor()
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName)
  const first = await hits(page).first().getByRole('link').first().getAttribute('href')
  expect(await focused()).toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('INPUT')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === new URL(first ?? '', 'http://localhost').pathname)
})

sweepTest('filters are set and taken off with the keyboard alone, and keep the focus', async ({ open }) => {
  const page = await open(`${SEARCH}?q=kettle`)
  await hits(page).first().waitFor()
  // Filters are drawn again when the last part of the index has come.
  await page.waitForLoadState('networkidle')
  const count = () => hits(page).count()
  const all = await count()
  const focused = () =>
    page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.closest('label')?.textContent : ''))
  for (let presses = 0; presses < 20 && !(await focused())?.includes('Category'); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(count).toBeLessThan(all)
  expect(await focused()).toContain('Category')
  await page.keyboard.press('Space')
  await expect.poll(count).toBe(all)
  expect(await focused()).toContain('Category')
})

test('nothing found is a sentence with a way on', async ({ open }) => {
  const page = await open(SEARCH)
  await ask(page, 'xylophone quartet')
  expect(await hits(page).count()).toBe(0)
  expect(await page.locator('main').innerText()).toMatch(/nothing/i)
  expect(await page.locator('main').getByRole('link', { name: 'categories' }).first().isVisible()).toBe(true)
})

test('with JavaScript off the page says so, with a way on', async ({ open }) => {
  const page = await open(SEARCH, { javaScriptEnabled: false })
  expect(await page.locator('main').innerText()).toMatch(/JavaScript/)
})

test('the slash goes to the box of the search page itself', async ({ open }) => {
  const page = await open(SEARCH)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.locator('dialog').count()).toBe(0)
})

sweepTest('a word with a slip is doubted also where other words that begin like it are found', async ({ open }) => {
  const page = await open(SEARCH)
  await ask(page, 'needel')
  await page.getByRole('link', { name: 'Did you mean “needle”?' }).waitFor()
  expect(await page.locator('[data-part=suggested] h2').first().innerText()).toMatch(/needle/i)
  await page.getByRole('link', { name: 'Did you mean “needle”?' }).click()
  await expect.poll(() => hits(page).first().innerText()).toMatch(/needle/i)
  for (const right of ['needle', 'kettles', 'loosening']) {
    await ask(page, right)
    await page.waitForLoadState('networkidle')
    await hits(page).first().waitFor()
    expect(await page.locator('[data-part=meant]').isVisible(), right).toBe(false)
  }
})

sweepTest('a result says which words it lacks, and which others it has for them, here and in the dialog', async ({ open }) => {
  const page = await open(SEARCH)
  const lines = page.locator('.search-results .search-why')
  await ask(page, 'kettle xylophone')
  expect(await lines.first().innerText()).toBe('without: xylophone')
  await ask(page, 'tire lever')
  expect(await lines.allInnerTexts()).toContain('also: tyre')
  await ask(page, 'kettle')
  expect(await lines.first().isVisible()).toBe(false)
  await page.goto(new URL('../', page.url()).href)
  await page.keyboard.press('/')
  await page.locator('dialog input').fill('kettle xylophone')
  expect(await page.locator('dialog .quick-why').first().innerText()).toBe('without: xylophone')
})

test('a word with a slip leads to what it may have meant', async ({ open }) => {
  const page = await open(SEARCH)
  await ask(page, 'dascaling')
  await page.getByRole('link', { name: 'Did you mean “descaling”?' }).waitFor()
  expect(await page.locator('[data-part=suggested] h2').first().innerText()).toMatch(/descal/i)
  await page.getByRole('link', { name: 'Did you mean “descaling”?' }).click()
  await page.waitForURL(/q=descaling/)
  await hits(page).first().waitFor()
  expect(await page.locator('[data-part=meant]').isVisible()).toBe(false)
})

describe('the index', () => {
  test('is searched in a worker, so that the page stays quick', async ({ open }) => {
    const page = await open(SEARCH)
    await ask(page, 'kettle')
    expect(page.workers().length).toBeGreaterThan(0)
    for (const worker of page.workers()) expect(worker.url()).toContain('/index-worker')
  })

  sweepTest('may have many parts, which share a few workers', async ({ open, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'benchbook-parts-'))
    await cp(inject('siteFolder'), folder, { recursive: true })
    const documents = Array.from({ length: 24 }, (_, at) =>
      documentOf(`/guide/${at}/`, `Kettle ${at + 100}`, { text: `Pull lever ${at + 200}.` }),
    )
    await indexSite(stream(documents), folder, { shardSize: 2, large: { size: 2, words: Infinity } })
    const site = await serveSite(folder, { base: '/mending/', port: 0 })
    onTestFinished(async () => {
      site.close()
      await rm(folder, { recursive: true, force: true })
    })
    const page = await open(`${site.url}search/`)
    await ask(page, 'lever')
    expect(await page.getByRole('status').innerText()).toContain('24')
    expect(page.workers().length).toBeLessThanOrEqual(8)
    for (const at of [0, 7, 23]) {
      expect(await firstHit(page, `lever ${at + 200}`)).toBe(`/mending/guide/${at}/`)
      expect(await firstHit(page, `Kettle ${at + 100}`)).toBe(`/mending/guide/${at}/`)
    }
  })

  const WITHOUT_WORKERS = [
    ['that knows no workers', () => Reflect.deleteProperty(globalThis, 'Worker')],
    [
      'whose workers cannot be modules',
      () => {
        const Original = globalThis.Worker
        globalThis.Worker = class extends Original {
          constructor(url: string | URL) {
            super(new URL('../pagefind/pagefind.js', new URL(url, location.href)))
          }
        }
      },
    ],
  ] as const
  test.for(sweepOr(WITHOUT_WORKERS, every(2)))('is searched by the page in a browser %s', async ([, change], { open }) => {
    // The stand-in names its script as a text, which the policy of the pages forbids.
    const page = await open(SEARCH, { bypassCSP: true })
    await page.addInitScript(change)
    await page.reload()
    await ask(page, 'kettle')
    await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
    expect(page.workers()).toEqual([])
  })
})
