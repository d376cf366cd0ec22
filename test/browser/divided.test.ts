import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect } from 'vitest'
import { succeed } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'
import { SMALL_FOLDERS } from '../small-folders.ts'
import { widthOf } from './acts.ts'
import { test } from './browser.ts'
import { firstHit, hits } from './search.ts'

const out = join(folderForAll(), 'Küche #1')
const url = `${pathToFileURL(out).href}/`
beforeAll(async () => {
  await succeed(['bundle', '--cache', SAMPLE, '--format', 'folder', '--out', out], { node: ['--import', SMALL_FOLDERS] })
})

test('in a bundle with divided folders on a disk, the search finds a page, which opens with its pictures', async ({ open }) => {
  const page = await open(`${url}search/index.html`)
  expect(await firstHit(page, 'Bicycle Inner Tube Replacement')).toMatch(/\/guide\/13\/13\/index\.html$/)
  await expect.poll(() => widthOf(page.locator('.search-picture'))).toBeGreaterThan(0)
  await hits(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/guide\/13\/13\/index\.html/)
  await expect.poll(() => widthOf(page.locator('article img'))).toBeGreaterThan(0)
  await page.locator('.crumbs a').last().click()
  await page.waitForURL(/\/category\/[0-9a-f]{2}\/[^/]+\/index\.html$/)
  await expect.poll(() => page.locator('h1').count()).toBe(1)
})

test('suggestions, and guides for ticked tools, lead there too', async ({ open }) => {
  const page = await open(`${url}index.html`)
  await page.locator('.search-box input').first().fill('inner tube')
  await expect
    .poll(() => page.locator('.search-box [role=option] a, .search-box a[role=option]').first().getAttribute('href'))
    .toMatch(/\/(?:guide|category)\/[0-9a-f]{1,2}\/[^/]+\/index\.html/)
  await page.goto(`${url}tools/index.html`)
  await page.getByRole('checkbox', { name: 'Clean cloth', exact: true }).check()
  const found = page.locator('[data-guides] a').first()
  await expect.poll(() => found.count()).toBe(1)
  await found.click()
  await page.waitForURL(/\/guide\/\d{1,2}\/\d+\/index\.html/)
  await expect.poll(() => page.locator('.step').count()).toBeGreaterThan(0)
})
