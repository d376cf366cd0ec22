import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { rebuildSvg } from '../../src/svg/rebuild.ts'
import { BOMBS } from '../svg/bombs.ts'
import { test as base } from './browser.ts'

/** A drawing of ordinary size: 5,000 transparent discs. */
const ORDINARY = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${'<circle cx="90" cy="90" r="20" opacity=".5"/>'.repeat(5000)}</svg>`
/** The limit of a drawing's cost, as a multiple of the ordinary one: a bomb takes thousands of times as long, or stops the browser. */
const MOST = 50

/** The CPU time of a page's thread, once `Performance.enable` has requested `threadTicks`. */
async function taskMs(session: CDPSession): Promise<number> {
  return 1000 * ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Paints a drawing to its last pixel, as a page shows it: milliseconds of CPU time. */
async function paint(page: Page, svg: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskMs(session)
  await page.evaluate(async (text) => {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
    await image.decode()
    const context = new OffscreenCanvas(400, 300).getContext('2d', { willReadFrequently: true })
    context?.drawImage(image, 0, 0, 400, 300)
    context?.getImageData(0, 0, 1, 1)
  }, svg)
  return (await taskMs(session)) - before
}

const test = base.extend('page', { scope: 'test' }, async ({ open }) => {
  const page = await open('/')
  // The site's policy forbids data URLs of pictures.
  await page.goto('about:blank')
  return page
})

test.for(Object.entries(BOMBS))('the most expensive drawing that is kept is painted in time: %s', async ([, { most, draw }], { page }) => {
  const kept = rebuildSvg(Buffer.from(draw(most)))?.svg ?? ''
  expect(kept).toContain('<svg')
  const ordinaryMs = await paint(page, ORDINARY)
  expect((await paint(page, kept)) / ordinaryMs).toBeLessThan(MOST)
})
