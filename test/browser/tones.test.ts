import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, inject } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { pathOf } from '../../src/routes.ts'
import { distance } from '../colours/pictures.ts'
import { type Open, test } from './browser.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps }) => steps.length >= 5 && steps.every((step) => step.media?.type === 'image'))
const GUIDE = pathOf({ kind: 'guide', guideid: long.guideid })
const NOTHING = 'rgba(0, 0, 0, 0)'
/** Half a step of the palette, and what a smaller copy of a picture differs. */
const NEAR = 8 + 6

/** A page whose pictures do not arrive. */
async function withoutPictures(open: Open, path: string): Promise<Page> {
  const page = await open(path)
  await page.route('**/media/**', () => undefined)
  await page.reload({ waitUntil: 'domcontentloaded' })
  return page
}

const seen = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((images: HTMLImageElement[]) =>
    images.map((image) => ({
      src: new URL(image.src).pathname,
      width: image.naturalWidth,
      ground: getComputedStyle(image).backgroundColor,
    })),
  )

async function meanOf(src: string): Promise<number> {
  const { channels } = await sharp(join(inject('siteFolder'), src.slice(new URL(inject('siteUrl')).pathname.length))).stats()
  const [r = 0, g = r, b = r] = channels.map(({ mean }) => Math.round(mean))
  return (r << 16) | (g << 8) | b
}

const numberOf = (css: string): number => (css.match(/\d+/g) ?? []).reduce((colour, channel) => colour * 256 + Number(channel), 0)

test('until they arrive, pictures are places in their own colour', async ({ open }) => {
  const page = await withoutPictures(open, GUIDE)
  const pictures = await seen(page, '.step-picture img')
  expect(pictures.length).toBeGreaterThan(3)
  for (const { src, width, ground } of pictures) {
    expect([src, width]).toEqual([src, 0])
    expect(distance(numberOf(ground), await meanOf(src)), src).toBeLessThanOrEqual(NEAR)
  }
  expect(new Set(pictures.map(({ ground }) => ground)).size).toBeGreaterThan(1)
  const thumbnails = await seen(page, '.step-nav img')
  expect(thumbnails.map(({ ground }) => ground)).toEqual(expect.arrayContaining([pictures[0]?.ground]))
})

test('on paper and in high contrast there is no colour, nor beside small pictures of things', async ({ open }) => {
  const page = await withoutPictures(open, GUIDE)
  const grounds = async (selector: string) => new Set((await seen(page, selector)).map(({ ground }) => ground))
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => grounds('.step-picture img')).toEqual(new Set([NOTHING]))
  await page.emulateMedia({ media: 'screen', contrast: 'more' })
  await expect.poll(() => grounds('.step-picture img')).toEqual(new Set([NOTHING]))
  await page.emulateMedia({ media: 'screen', contrast: 'no-preference' })
  await expect.poll(() => grounds('.products img.tone')).toEqual(new Set(['rgb(255, 255, 255)']))
})

test('a step that is shown alone has the colour in its picture’s place, and none beside the picture once that is there', async ({
  open,
}) => {
  const page = await open(GUIDE)
  let letCome = (): void => undefined
  const comes = new Promise<void>((resolve) => (letCome = resolve))
  await page.route('**/media/**', async (route) => {
    await comes
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.locator('[data-do="start"]').click()
  await page.locator('.steps-section.one-step').waitFor()
  const [picture] = await seen(page, '.one-step .step:visible .step-picture img')
  expect(picture?.width).toBe(0)
  expect(distance(numberOf(picture?.ground ?? ''), await meanOf(picture?.src ?? ''))).toBeLessThanOrEqual(NEAR)
  letCome()
  const ground = async () => (await seen(page, '.one-step .step:visible .step-picture img'))[0]?.ground
  await expect.poll(ground).toBe(NOTHING)
  await expect
    .poll(() =>
      page
        .locator('.one-step .step:visible .step-picture')
        .first()
        .evaluate((frame) => getComputedStyle(frame).backgroundColor),
    )
    .toBe(NOTHING)
})

test('a picture has one colour on all pages, and one that something shines through has none', async () => {
  const folder = inject('siteFolder')
  const tones = new Map<string, Set<string>>()
  for await (const file of filesBelow(folder)) {
    if (!file.endsWith('.html')) continue
    for (const [tag, src = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/<img src="[^"]*\/(media\/[^"]+)"[^>]*>/g)) {
      const tone = /class="(tone [^"]*)"/.exec(tag)?.[1] ?? ''
      tones.set(src, (tones.get(src) ?? new Set()).add(tone))
    }
  }
  const bare: string[] = []
  for (const [src, ofIt] of tones) expect([...ofIt].filter(Boolean).length, src).toBeLessThan(2)
  for (const [src, ofIt] of tones) {
    const toned = [...ofIt].filter(Boolean)
    const image = sharp(join(folder, src))
    const { isOpaque } = await image.stats()
    const { width, height } = await image.metadata()
    if (!isOpaque) expect(toned, src).toEqual([])
    else if (toned.length === 0 && Math.abs(height / width - 3 / 4) < 0.01) bare.push(src)
  }
  expect(tones.size).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
