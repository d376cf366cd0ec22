import { expect } from 'vitest'
import { pathOf, SEARCH } from '../../src/routes.ts'
import { test as base } from './browser.ts'
import { buildAndServe } from './built-site.ts'
import { ask, hits } from './search.ts'

const long = (start: string): string => `${start} ${'and whatever else belongs to it '.repeat(60)}`.slice(0, 1500).trim()
const [KETTLE, GUIDE, BEFORE, TOOL] = ['Kettle', 'Descaling', 'Unplugging', 'Spudger'].map(long) as [string, string, string, string]
const guide = (guideid: number, title: string, rest: object = {}) => ({ guideid, title, category: KETTLE, type: 'repair', ...rest })

/** A site in which every title has 1,500 characters. */
const test = base.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const guides = [
    guide(1, GUIDE, { prerequisites: [guide(2, BEFORE)], tools: [{ text: TOOL, quantity: 1 }], tags: [long('Limescale')] }),
    guide(2, BEFORE),
  ]
  const wiki = { wikiid: 1, namespace: 'CATEGORY', title: KETTLE, display_title: KETTLE, contents_rendered: '<p>Boils water.</p>' }
  const site = await buildAndServe({
    records: [
      ...guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body: { steps: [], ...body } })),
      { kind: 'wiki', id: `CATEGORY/${KETTLE}`, body: { ...wiki, suppliers: [{ name: TOOL, url: 'https://parts.example/' }] } },
      { kind: 'hierarchy', id: '', body: { hierarchy: { [KETTLE]: { [long('Element')]: null } }, display_titles: {} } },
    ],
    lists: { guides },
  })
  onCleanup(site.close)
  return site
})
/** Runs in the page: how many lines each element takes, and whether it has the whole title in it. */
const linesOf = (elements: Element[]): { lines: number; length: number; name: string }[] =>
  elements.map((element) => ({
    name: `${element.localName}.${element.className}`,
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    length: element.textContent.trim().length,
  }))

const TITLES = '.card-title, .crumbs li > * > span, .products li :is(a, span), .prerequisite > summary > span, .guides-like a, .tags a'
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

test('a title of 1,500 characters takes a few lines wherever it leads to its page, on a phone and on a desktop', async ({ open, site }) => {
  const paths = [
    '/',
    '/category/',
    pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: KETTLE }),
    pathOf({ kind: 'guide', guideid: 1 }),
    '/tag/',
  ]
  const seen = new Set<string>()
  for (const path of paths) {
    const page = await open(new URL(path.replace(/^\//, ''), site.url).href)
    for (const [device, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      for (const { lines, length, name } of await page.locator(TITLES).filter({ visible: true }).evaluateAll(linesOf)) {
        expect(lines, `${path} ${name} on a ${device}`).toBeLessThanOrEqual(4)
        if (length > 1000) seen.add(`${device} ${name.slice(0, name.indexOf('.'))}`)
      }
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), { message: path })
        .toBeLessThanOrEqual(0)
    }
  }
  const kinds = Object.keys(SIZES).flatMap((device) => ['a', 'h3', 'span'].map((element) => `${device} ${element}`))
  expect([...seen].sort()).toEqual(expect.arrayContaining(kinds))
})

test('its own page shows the whole title', async ({ open, site }) => {
  const page = await open(new URL(pathOf({ kind: 'guide', guideid: 1 }).slice(1), site.url).href)
  const heading = page.locator('h1')
  expect((await heading.innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(GUIDE)
  expect((await heading.evaluateAll(linesOf))[0]?.lines).toBeGreaterThan(10)
})

test('search results and the results below the field take a few lines', async ({ open, site }) => {
  const page = await open(new URL(SEARCH.slice(1), site.url).href, { viewport: SIZES.phone })
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
