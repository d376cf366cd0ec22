import { expect } from 'vitest'
import { test } from './browser.ts'
import { guidePath, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
/** A4 without its margins, in CSS pixels. */
const SHEET = { viewport: { width: 696, height: 1020 } }
const STEPS_A_SHEET = 4

const pagesOf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length

test('at least four steps fit on a sheet, after the first', async ({ open }) => {
  for (const { guideid, steps } of guides.toSorted((a, b) => b.steps.length - a.steps.length).slice(0, 3)) {
    const page = await open(guidePath({ guideid }), { javaScriptEnabled: false })
    expect(pagesOf(await page.pdf({ format: 'a4' }))).toBeLessThanOrEqual(1 + Math.ceil(steps.length / STEPS_A_SHEET))
    await page.close()
  }
})

test('tools and parts are at the top of the first sheet; steps are in two columns, each next to its picture', async ({ open }) => {
  const needy = theGuide(
    guides,
    ({ tools, parts, introduction_rendered }) => tools.length > 2 && parts.length > 0 && introduction_rendered !== '',
  )
  const page = await open(guidePath(needy), SHEET)
  await page.emulateMedia({ media: 'print' })
  const needs = await page.locator('.needs').boundingBox()
  expect(needs?.y).toBeCloseTo((await page.locator('.guide-introduction').boundingBox())?.y ?? 0, 0)
  expect((needs?.y ?? 0) + (needs?.height ?? Infinity)).toBeLessThan(SHEET.viewport.height / 2)

  const pictured = theGuide(guides, ({ steps }) => steps.length > 5 && steps.every(({ media }) => media?.type === 'image'))
  await page.goto(new URL(`../${pictured.guideid}/`, page.url()).href)
  const lefts = await page.locator('.step').evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().x)))
  expect(new Set(lefts).size).toBe(2)
  for (const place of ['.step-media >> nth=0', '#steps'])
    await expect.poll(() => page.locator(place).evaluate((element) => getComputedStyle(element).breakAfter)).toBe('avoid')
})

test('the foot of each sheet has the title and "3 of 9"', async ({ open }) => {
  const guide = theGuide(guides, () => true)
  const page = await open(guidePath(guide))
  await page.emulateMedia({ media: 'print' })
  const foot = () =>
    page.evaluate(() => ['--sheet-title', '--sheet-of'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)))
  await expect.poll(() => foot()).toEqual([JSON.stringify(guide.title), '"of"'])
})

test('fourteen steps fit on three sheets with the footer; cautions are repeated in front, on paper only', async ({ open }) => {
  const page = await open(guidePath(theGuide(guides, ({ guideid, steps }) => guideid === 19 && steps.length === 14)))
  expect(pagesOf(await page.pdf({ format: 'a4' }))).toBe(3)
  const cautions = page.locator('.cautions')
  await expect.poll(() => cautions.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => cautions.allTextContents()).toEqual([expect.stringMatching(/^Caution\s*Step 9: A grub screw/)])
  await expect.poll(() => cautions.isVisible()).toBe(true)
})

test('each tool and each step has a box to tick', async ({ open }) => {
  const guide = theGuide(guides, ({ tools, steps }) => tools.length > 2 && steps.length > 2)
  const page = await open(guidePath(guide), { javaScriptEnabled: false })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('.products input').first().isVisible()).toBe(true)
  const title = page.locator('.step-title').first()
  const box = () => title.evaluate((element) => getComputedStyle(element, '::before').borderTopStyle)
  await expect.poll(box).toBe('solid')
})
