import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { ABOUT, CATEGORIES, HOME, pathOf, SEARCH, TAGS, TEAMS } from '../../src/routes.ts'
import { benchbook } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { test as base } from './browser.ts'
import { buildAndServe } from './built-site.ts'
import { ask, hits } from './search.ts'
import { GUIDES, KETTLE, LONG, unrulyCache } from './unruly/cache.ts'
import { runTogether, unfold } from './visitor/in-page.ts'
import { faultsOf } from './visitor/judges.ts'

const home = folderForAll()
const test = base.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const site = await buildAndServe(home, unrulyCache())
  onCleanup(site.close)
  return site
})

const guideAt = (guideid: number): string => pathOf({ kind: 'guide', guideid })
const PATHS = [
  ...[HOME, CATEGORIES, TAGS, TEAMS, ABOUT],
  ...[GUIDES.wide, GUIDES.marked, GUIDES.endless, GUIDES.long].map(guideAt),
  ...[KETTLE, LONG.category].map((title) => pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })),
  ...[pathOf({ kind: 'user', userid: 7 }), pathOf({ kind: 'team', teamid: 3 })],
]
/** A height that none of these pages reaches, with forty nested lists and a thread of sixty replies. */
const HIGHEST_PX = 40_000

const TITLES = '.card-title, .crumbs li > * > span, .products li :is(a, span), .prerequisite > summary > span, .guides-like a, .tags a'

/** Runs in the page: how many lines each element takes, and whether it contains the whole title. */
const linesOf = (elements: Element[]): { lines: number; length: number; name: string }[] =>
  elements.map((element) => ({
    name: element.localName,
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    length: element.textContent.trim().length,
  }))

test('no text overflows its window or block; links and headings have words, and linked titles four lines at most', async ({
  open,
  site,
}) => {
  const whole = new Set<string>()
  for (const path of [...PATHS, guideAt(GUIDES.invisible)]) {
    const page = await open(new URL(path.slice(1), site.url).href)
    await page.evaluate(unfold)
    expect(await faultsOf(page, open, path === guideAt(GUIDES.invisible) ? ['names'] : ['names', 'widths']), path).toEqual([])
    for (const width of path === guideAt(GUIDES.invisible) ? [] : [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), { message: path }).toBeLessThan(HIGHEST_PX)
      const titles = await page.locator(TITLES).filter({ visible: true }).evaluateAll(linesOf)
      const high = titles.filter(({ lines }) => lines > 4)
      expect(high, `${path} at ${width}`).toEqual([])
      for (const { name, length } of titles) if (length > 1000) whole.add(`${width} ${name}`)
    }
    await page.close()
  }
  expect([...whole].sort()).toEqual([390, 1440].flatMap((width) => ['a', 'h2', 'h3', 'span'].map((name) => `${width} ${name}`)).sort())
  const { code, stdout } = await benchbook(['check', '--cache', site.cache, '--out', site.out])
  expect(stdout).not.toMatch(/comment-77/)
  expect(code, stdout).toBe(0)
})

describe('a title of 1,500 characters', () => {
  test('is complete on its own page', async ({ open, site }) => {
    const page = await open(new URL(guideAt(GUIDES.long).slice(1), site.url).href)
    const heading = page.locator('h1')
    await expect.poll(async () => (await heading.innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(LONG.guide)
    await expect.poll(async () => (await heading.evaluateAll(linesOf))[0]?.lines).toBeGreaterThan(10)
  })

  test('takes a few lines among search results, and below the field', async ({ open, site }) => {
    const page = await open(new URL(SEARCH.slice(1), site.url).href, { viewport: { width: 390, height: 844 } })
    await ask(page, 'descaling')
    await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
    for (const { lines, length } of await page.locator('.search-hit h2').evaluateAll(linesOf)) {
      expect(lines).toBeLessThanOrEqual(4)
      expect(length).toBeGreaterThan(1000)
    }
    expect((await page.locator('.search-where').first().evaluateAll(linesOf))[0]?.lines).toBeLessThanOrEqual(2)
    await page.goto(site.url)
    await page.keyboard.press('/')
    await page.keyboard.type('descaling', { delay: 20 })
    await page.locator('.quick-title').first().waitFor()
    const [found] = await page.locator('.quick-title').first().evaluateAll(linesOf)
    expect(found?.lines).toBeLessThanOrEqual(2)
    expect(found?.length).toBeGreaterThan(1000)
  })
})

test('marks stacked on a letter do not cover what is above the title', async ({ open, site }) => {
  const page = await open(new URL(guideAt(GUIDES.marked).slice(1), site.url).href, { viewport: { width: 380, height: 800 } })
  const titleTop = (await page.locator('h1').boundingBox())?.y ?? 0
  const clip = { x: 0, y: 0, width: 380, height: titleTop - 12 }
  const shown = await page.screenshot({ clip })
  await page.locator(':is(h1, .lead)').evaluateAll((elements) => {
    for (const element of elements) (element as HTMLElement).style.visibility = 'hidden'
  })
  expect(shown.equals(await page.screenshot({ clip }))).toBe(true)
})

test('a name that changes the direction of writing does not affect its surroundings', async ({ open, site }) => {
  const page = await open(new URL(guideAt(GUIDES.wide).slice(1), site.url).href)
  await expect.poll(() => page.evaluate(runTogether)).toEqual([])
})

test('no page contains a character that is invalid in HTML', async ({ site }) => {
  for await (const path of filesBelow(site.out)) {
    if (!path.endsWith('.html')) continue
    const text = await readFile(join(site.out, path), 'utf8')
    // eslint-disable-next-line no-control-regex
    expect(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/.exec(text)?.index, path).toBeUndefined()
  }
})

test('an address of unknown form that a guide declares as its own leads to its page', async ({ open, site }) => {
  const page = await open(new URL(`x/special+case/${GUIDES.marked}`, site.url).href, { expectStatus: 404 })
  await page.waitForURL((url) => url.pathname.endsWith(guideAt(GUIDES.marked)))
  await expect.poll(() => page.locator('h1').innerText()).toContain('aaa')
})
