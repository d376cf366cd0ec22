import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { HOME, pathOf } from '../../src/routes.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { sampleGuides } from './sample.ts'

const HTML_AND_CSS_BYTES = 20 * 1024
const SCRIPT_BYTES = 6 * 1024
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const guides = await sampleGuides()
const packed = (content: Buffer): number => brotliCompressSync(content).length
/** The bytes of a file of the sample site, by an address on a page. */
const fileOf = (address: string): Buffer =>
  readFileSync(join(inject('siteFolder'), new URL(address, inject('siteUrl')).pathname.slice(new URL(inject('siteUrl')).pathname.length)))

test('a guide page with its styles weighs 20 KB at most', () => {
  const weights = guides.map(({ guideid }) => {
    const html = readFileSync(join(inject('siteFolder'), pathOf({ kind: 'guide', guideid }), 'index.html'))
    const styles = [...html.toString().matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => packed(fileOf(href)))
    expect(styles.length).toBeGreaterThan(0)
    return { guideid, bytes: packed(html) + styles.reduce((sum, bytes) => sum + bytes, 0) }
  })
  expect(weights.filter(({ bytes }) => bytes > HTML_AND_CSS_BYTES)).toEqual([])
})

test.for(Object.entries(PAGE_KINDS))(
  'scripts before anybody does anything weigh 6 KB at most, nothing moves, and the largest paint is text or the first picture: %s',
  async ([, path], { open }) => {
    const page = await open(path, PHONE)
    await page.waitForLoadState('networkidle')
    const scripts = await page.evaluate(scriptsLoaded)
    if (path === HOME) expect(scripts).not.toEqual([])
    const bytes = scripts.map((address) => packed(fileOf(address)))
    expect(bytes.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(SCRIPT_BYTES)
    const largest = (await page.evaluate(entriesOf, 'largest-contentful-paint')).at(-1) ?? ''
    expect(largest).not.toBe('')
    if (largest.startsWith('<img')) expect(largest).toContain('fetchpriority="high"')
    await scrollThrough(page)
    await expect.poll(() => page.evaluate(entriesOf, 'layout-shift')).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width)
  },
)

/** The addresses of scripts that were loaded so far, by elements or by other scripts. Runs in the page. */
function scriptsLoaded(): string[] {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return entries
    .filter(({ name, initiatorType }) => initiatorType === 'script' || new URL(name).pathname.endsWith('.js'))
    .map(({ name }) => name)
}

/** Scrolls to the end, so that every picture loads. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    const seen = [...document.images].filter((image) => image.checkVisibility())
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
  })
}

/** What paints of a kind were about so far: the start tag of the largest, or what moved and how far. Runs in the page. */
async function entriesOf(type: string): Promise<string[]> {
  type Paint = PerformanceEntry & { element?: Element | null; value?: number; sources?: { node: Node | null }[] }
  // What has changed is drawn with the next frame, and told of after it.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type, buffered: true })
  const entries: Paint[] = observer.takeRecords()
  const tagOf = (node: Node | null | undefined): string =>
    node instanceof Element ? (node.cloneNode(false) as Element).outerHTML : (node?.parentElement?.localName ?? 'something')
  return entries.map(({ element, value, sources }) =>
    sources ? `${String(value)} by ${sources.map(({ node }) => tagOf(node)).join(', ')}` : tagOf(element),
  )
}
