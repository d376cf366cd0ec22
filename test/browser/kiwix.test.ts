import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { succeed } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'
import { test } from './browser.ts'
import { whyNo } from '../tools.ts'
import { startReader, whyNoReader } from './kiwix-serve.ts'

const whyNoIndex = whyNoReader || whyNo('zimwriterfs', 'zim-tools')

const path = join(folderForAll(), 'bicycles.zim')
let url: string
beforeAll(async () => {
  if (whyNoReader) return undefined
  const what = ['--category', 'Bicycle', '--format', 'zim', ...(whyNoIndex ? [] : ['--full-text'])]
  await succeed(['bundle', '--cache', SAMPLE, '--out', path, ...what])
  const reader = await startReader(path)
  url = reader.url
  return reader.stop
})

/** Opens an entry of the archive, and records missing files. Additions of the reader to pages are ignored. */
async function opened(page: Page, path: string): Promise<string[]> {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  await page.goto(`${url}bicycles/A/${path}`, { waitUntil: 'networkidle' })
  return missing
}

if (whyNoReader) console.warn(`Skipped: a bundle in a reader, since ${whyNoReader}.`)

test.skipIf(whyNoReader)('in a reader the site is not an app; pages are complete, and links work', async ({ browser }) => {
  const page = await browser.newPage()
  const missing = await opened(page, 'guide/13/index.html')
  await expect.poll(() => page.locator('link[rel=manifest], [data-keep], a[href*="kept/"]').count()).toBe(0)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  const answers = await Promise.all(['service-worker.js', 'app.webmanifest'].map((name) => fetch(`${url}bicycles/A/${name}`)))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  await page.locator('main a[href$="guide/14/index.html"]').first().click()
  await page.waitForURL(/\/guide\/14\/index\.html/)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Bicycle Rear Wheel Removal')
  const broken = await page.evaluate(() => Array.from(document.images).filter((image) => image.complete && image.naturalWidth === 0).length)
  expect([missing, broken]).toEqual([[], 0])
  await page.close()
})

test.skipIf(whyNoReader)("one step at a time covers the reader's own bar", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await opened(page, 'guide/13/index.html')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Whole guide' }).waitFor()
  // An inert element is never the element at a point: only the picture shows it.
  const seen = () => page.screenshot({ clip: { x: 0, y: 0, width: 390, height: 70 }, animations: 'disabled' })
  const withBar = await seen()
  await page.locator('#kiwixtoolbar').evaluateAll((bars) => bars.forEach((bar) => (bar.style.display = 'none')))
  expect((await seen()).equals(withBar)).toBe(true)
  await page.close()
})

test.skipIf(whyNoReader)('our own search works inside a reader', async ({ browser }) => {
  const page = await browser.newPage()
  expect(await opened(page, 'search/index.html?q=bicycle%20inner%20tube')).toEqual([])
  await expect.poll(() => page.locator('.search-hit h2').first().innerText()).toBe('Bicycle Inner Tube Replacement')
  await page.locator('.search-hit h2 a').first().click()
  await page.waitForURL(/\/guide\/13\/index\.html/)
  await page.close()
})

test.skipIf(whyNoReader)('a reader suggests pages by their titles, and knows the addresses of the service', async () => {
  const suggested = (await (await fetch(`${url}suggest?content=bicycles&term=bicycle%20inner`)).json()) as {
    value: string
    path?: string
  }[]
  expect(suggested.map(({ value }) => value)).toContain('bicycle inner tube replacement')
  const answer = await fetch(`${url}bicycles/A/Guide/Bicycle+Inner+Tube+Replacement/13`)
  expect([answer.status, new URL(answer.url).pathname]).toEqual([200, expect.stringMatching(/\/guide\/13\/index\.html$/)])
})

test('the search of a reader finds words of our pages, each page by its own title', async ({ skip }) => {
  skip(whyNoIndex !== '', whyNoIndex)
  const page = await (await fetch(`${url}search?content=bicycles&pattern=levers`)).text()
  const found = Array.from(page.matchAll(/<a href="[^"]*\/(guide\/\d+)\/index\.html">\s*([^<]+?)\s*<\/a>/g), ([, path, title]) => [
    path,
    title,
  ])
  expect(found).toContainEqual(['guide/13', 'Bicycle Inner Tube Replacement'])
  expect(await (await fetch(`${url}search?content=bicycles&pattern=appearance`)).text()).not.toContain('/index.html')
})
