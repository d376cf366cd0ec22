import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './browser.ts'
import { guidePath as path, hasMedia, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps }) => steps.length >= 5 && steps.every((step) => step.media?.type === 'image'))

/** The distance of an element from the top of the window, in pixels. */
const topOf = (page: Page, selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

const FRAGMENTS = ['#step-3', `#s${String(long.steps[2]?.stepid)}`]
test.for(FRAGMENTS)('a link to a step scrolls to it, and each step has one at its number: %s', async (fragment, { open }) => {
  const page = await open(`${path(long)}${fragment}`)
  await expect.poll(() => topOf(page, '#step-3')).toBeLessThan(450)
  await expect.poll(() => topOf(page, '#step-3')).toBeGreaterThanOrEqual(-1)
  await page.locator('#step-2 a[href="#step-2"]').first().click()
  expect(new URL(page.url()).hash).toBe('#step-2')
})

test('an embed loads nothing until clicked, and then its player', async ({ open }) => {
  const page = await open(path(theGuide(guides, hasMedia('embed'))), { expectForeign: 'https://www.youtube-nocookie.com/' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const embed = page.locator('a.embed').first()
  await embed.scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  expect(requests.filter((url) => url.includes('youtube'))).toEqual([])
  await embed.click()
  await page.locator('iframe').waitFor()
  expect(requests.some((url) => url.startsWith('https://www.youtube-nocookie.com/'))).toBe(true)
  await expect
    .poll(() => page.locator('iframe').getAttribute('title'), { message: 'its name, and no more' })
    .toBe('Three good joints and two bad ones, in slow motion')
})

test('a video plays', async ({ open }) => {
  const page = await open(path(theGuide(guides, hasMedia('video'))))
  const video = page.locator('video').first()
  const seconds = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    await new Promise((moved) => element.addEventListener('timeupdate', moved, { once: true }))
    return { position: element.currentTime, duration: element.duration }
  })
  expect(seconds.position).toBeGreaterThan(0)
  expect(seconds.duration).toBeGreaterThan(0.5)
})

test('print has the steps and no navigation', async ({ open }) => {
  const page = await open(path(long))
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('.site-nav').isVisible()).toBe(false)
  await expect.poll(() => page.locator('.search-box').isVisible()).toBe(false)
  for (const [index] of long.steps.entries()) await expect.poll(() => page.locator(`#step-${index + 1}`).isVisible()).toBe(true)
})

test('in print no picture and no line of a step is split, and a colour has its name next to it', async ({ open }) => {
  const coloured = theGuide(guides, ({ steps }) => steps.some(({ lines }) => lines.some(({ bullet }) => bullet === 'red')))
  const page = await open(path(coloured))
  await page.emulateMedia({ media: 'print' })
  const breaks = await page
    .locator('.step-media, .step-text > .lines > .line')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).breakInside))
  expect(new Set(breaks)).toEqual(new Set(['avoid']))
  const name = await page.locator('.mark-red > .mark >> nth=0').evaluate((mark) => getComputedStyle(mark, '::after').content)
  expect(name).toBe('"Red"')
})
