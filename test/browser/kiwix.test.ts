import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { SAMPLE } from '../replica/peer.ts'
import { test } from './browser.ts'

const TRIES = 100
const PAUSE_MS = 100

function whyNo(program: string, from: string): string {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' })
    return ''
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `${program} (${from}) is not installed` : ''
  }
}
const whyNoReader = whyNo('kiwix-serve', 'kiwix-tools')
const whyNoIndex = whyNoReader || whyNo('zimwriterfs', 'zim-tools')

let folder: string
let reader: ChildProcess
let url: string
beforeAll(async () => {
  if (whyNoReader) return
  folder = await mkdtemp(join(tmpdir(), 'benchbook-kiwix-'))
  const path = join(folder, 'bicycles.zim')
  const { code, stderr } = await benchbook([
    'bundle',
    '--cache',
    SAMPLE,
    '--category',
    'Bicycle',
    '--format',
    'zim',
    '--out',
    path,
    ...(whyNoIndex ? [] : ['--full-text']),
  ])
  if (code !== 0) throw new Error(`The bundle could not be made:\n${stderr}`)
  const port = await freePort()
  reader = spawn('kiwix-serve', ['--port', String(port), '-i', '127.0.0.1', path], { stdio: 'ignore' })
  url = `http://127.0.0.1:${port}/`
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries++) {
    if (tries === TRIES) throw new Error('kiwix-serve does not answer.')
    await sleep(PAUSE_MS)
  }
})
afterAll(async () => {
  if (whyNoReader) return
  reader.kill()
  await once(reader, 'exit')
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Opens an entry of the archive, and notes what is missing. What the reader adds to pages is its own affair. */
async function opened(page: Page, path: string): Promise<string[]> {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  await page.goto(`${url}bicycles/A/${path}`, { waitUntil: 'networkidle' })
  return missing
}

test('in a reader, pages have their pictures, styles and scripts, and links between them lead on', async ({ browser, skip }) => {
  skip(whyNoReader !== '', whyNoReader)
  const page = await browser.newPage()
  const missing = await opened(page, 'guide/13/index.html')
  await page.locator('main a[href$="guide/14/index.html"]').first().click()
  await page.waitForURL(/\/guide\/14\/index\.html/)
  expect(await page.locator('h1').innerText()).toBe('Bicycle Rear Wheel Removal')
  const broken = await page.evaluate(() => Array.from(document.images).filter((image) => image.complete && image.naturalWidth === 0).length)
  expect([missing, broken]).toEqual([[], 0])
  await page.close()
})

test('our own search works inside a reader', async ({ browser, skip }) => {
  skip(whyNoReader !== '', whyNoReader)
  const page = await browser.newPage()
  expect(await opened(page, 'search/index.html?q=bicycle%20inner%20tube')).toEqual([])
  await expect.poll(() => page.locator('.search-hit h2').first().innerText()).toBe('Bicycle Inner Tube Replacement')
  await page.locator('.search-hit h2 a').first().click()
  await page.waitForURL(/\/guide\/13\/index\.html/)
  await page.close()
})

test('a reader suggests pages by their titles, and knows the addresses of the service', async ({ skip }) => {
  skip(whyNoReader !== '', whyNoReader)
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
  const everywhere = await (await fetch(`${url}search?content=bicycles&pattern=appearance`)).text()
  expect(everywhere).not.toContain('/index.html')
})
