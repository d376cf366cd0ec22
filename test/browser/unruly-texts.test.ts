import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { ABOUT, CATEGORIES, HOME, pathOf, TAGS, TEAMS } from '../../src/routes.ts'
import { benchbook } from '../benchbook.ts'
import { unfold } from './axe.ts'
import { test as base } from './browser.ts'
import { buildAndServe } from './built-site.ts'
import { GUIDES, KETTLE, unrulyCache } from './unruly/cache.ts'
import { outOfPlace, runTogether, wordless } from './unruly/judge.ts'

const test = base.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const site = await buildAndServe(unrulyCache())
  onCleanup(site.close)
  return site
})

const guideAt = (guideid: number): string => pathOf({ kind: 'guide', guideid })
const PATHS = [
  ...[HOME, CATEGORIES, TAGS, TEAMS, ABOUT, guideAt(GUIDES.wide), guideAt(GUIDES.marked), guideAt(GUIDES.endless)],
  pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: KETTLE }),
  ...[pathOf({ kind: 'user', userid: 7 }), pathOf({ kind: 'team', teamid: 3 })],
]
const SIZES = [380, 1200].map((width) => ({ width, height: 800 }))
/** What all of these pages are shorter than, with forty lists in one another and a thread of sixty replies. */
const HIGHEST_PX = 40_000

test('no text makes a page wider than its window, or stands outside of its block; every link and heading has words that people can see, and every id is there once', async ({
  open,
  site,
}) => {
  for (const path of [...PATHS, guideAt(GUIDES.invisible)]) {
    const page = await open(new URL(path.slice(1), site.url).href)
    await expect.poll(() => page.evaluate(wordless), { message: path }).toEqual([])
    await unfold(page)
    for (const size of path === guideAt(GUIDES.invisible) ? [] : SIZES) {
      await page.setViewportSize(size)
      await expect.poll(() => page.evaluate(outOfPlace), { message: `${path} at ${size.width}` }).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), { message: path }).toBeLessThan(HIGHEST_PX)
    }
    await page.close()
  }
  const { code, stdout } = await benchbook(['check', '--cache', site.cache, '--out', site.out])
  expect(stdout).not.toMatch(/comment-77/)
  expect(code, stdout).toBe(0)
})

test('marks that stand over a letter do not cover what stands above the title', async ({ open, site }) => {
  const page = await open(new URL(guideAt(GUIDES.marked).slice(1), site.url).href, { viewport: { width: 380, height: 800 } })
  const titleTop = (await page.locator('h1').boundingBox())?.y ?? 0
  const clip = { x: 0, y: 0, width: 380, height: titleTop - 12 }
  const shown = await page.screenshot({ clip })
  await page.locator(':is(h1, .lead)').evaluateAll((elements) => {
    for (const element of elements) (element as HTMLElement).style.visibility = 'hidden'
  })
  expect(shown.equals(await page.screenshot({ clip }))).toBe(true)
})

test('a name that turns the direction of writing turns nothing beside it', async ({ open, site }) => {
  const page = await open(new URL(guideAt(GUIDES.wide).slice(1), site.url).href)
  await expect.poll(() => page.evaluate(runTogether)).toEqual([])
})

test('no page holds a character that HTML has no place for', async ({ site }) => {
  for await (const path of filesBelow(site.out)) {
    if (!path.endsWith('.html')) continue
    const text = await readFile(join(site.out, path), 'utf8')
    // eslint-disable-next-line no-control-regex
    expect(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/.exec(text)?.index, path).toBeUndefined()
  }
})
