import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { fingersOn, hasFocus, PHONE as ANY_PHONE, startSteps } from './acts.ts'
import { test } from './browser.ts'
import { guidePath, sampleGuides, theGuide } from './sample.ts'
import { shiftOf } from './shift.ts'

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps }) => steps.length >= 5 && steps.every((step) => step.media?.type === 'image'))
const path = guidePath(long)
const PHONE = { ...ANY_PHONE, deviceScaleFactor: 1 }

const shown = (page: Page) => page.locator('dialog.zoom img')
const scaleOf = (page: Page) => shown(page).evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)
const fileOf = (address: string | null) => new URL(address ?? '', 'http://-').pathname

async function openZoom(page: Page, at: number): Promise<void> {
  await page.locator('a.step-picture').nth(at).click()
  await page.locator('dialog.zoom[open]').waitFor()
}

for (const [name, visit] of [
  ['a phone', PHONE],
  ['a desk', {}],
] as const) {
  test(`pictures are loaded in the size that ${name} shows, without layout shifts`, async ({ open }) => {
    const page = await open(path, visit)
    const taken = await page.locator('.step-picture img').evaluateAll(async (images: HTMLImageElement[]) => {
      for (const image of images) {
        image.loading = 'eager'
        await image.decode()
      }
      return images.map((image) => {
        const widths = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
        const [, width] = /-(\d+)x\d+(?:-\d+)?(?:-[0-9a-f]{12})?\.\w+$/.exec(image.currentSrc) ?? []
        const wanted = image.getBoundingClientRect().width * devicePixelRatio
        return { taken: Number(width), right: widths.find((other) => other >= wanted) ?? Math.max(...widths) }
      })
    })
    expect(taken.length).toBeGreaterThan(3)
    expect(taken.filter(({ taken, right }) => taken !== right)).toEqual([])
    expect(await shiftOf(page)).toBe(0)
  })
}

describe('a zoomed picture', () => {
  test('opens large from its link, with its caption; keys zoom in, and move over it within its frame', async ({ open }) => {
    const page = await open(path)
    // Its code is loaded on demand.
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const link = page.locator('a.step-picture').nth(1)
    const alt = await link.locator('img').getAttribute('alt')
    await openZoom(page, 1)
    expect(scripts.some((url) => /\/zoom\.[\w-]+\.js$/.test(url))).toBe(true)
    await expect.poll(() => page.locator('dialog').count()).toBe(1)
    await expect.poll(async () => fileOf(await shown(page).getAttribute('src'))).toBe(fileOf(await link.getAttribute('href')))
    await expect.poll(() => shown(page).getAttribute('alt')).toBe(alt)
    await expect.poll(() => page.locator('.zoom-text').innerText()).toContain(alt)
    await expect.poll(() => page.locator('dialog.zoom').getAttribute('aria-label')).toBe('Pictures')

    await page.keyboard.press('+')
    await expect.poll(() => scaleOf(page)).toBeCloseTo(1.5)
    for (let pressed = 0; pressed < 40; pressed++) await page.keyboard.press('ArrowRight')
    const [image, frame] = [await shown(page).boundingBox(), await page.locator('.zoom-viewport').boundingBox()]
    expect((image?.x ?? 0) + (image?.width ?? 0)).toBeCloseTo((frame?.x ?? 0) + (frame?.width ?? 0))
    await page.keyboard.press('0')
    await expect.poll(() => scaleOf(page)).toBe(1)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(page)).toBe(2.5)
    await expect.poll(() => page.locator('[data-zoom-do=closer]').getAttribute('aria-pressed')).toBe('true')
  })

  test('keys and buttons go through all of them, and the focus returns', async ({ open }) => {
    const page = await open(path)
    const count = await page.locator('a.step-picture').count()
    const position = () => page.locator('.zoom-text').innerText()
    await page.locator('a.step-picture').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog.zoom[open]').waitFor()
    await expect.poll(() => position()).toContain(`1 / ${count}`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => position()).toContain(`2 / ${count}`)
    await page.keyboard.press('End')
    await expect.poll(() => position()).toContain(`${count} / ${count}`)
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect.poll(() => position()).toContain(`1 / ${count}`)
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await expect.poll(() => position()).toContain(`${count} / ${count}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect.poll(() => hasFocus(page.locator('a.step-picture').first())).toBe(true)
    await openZoom(page, 2)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(() => hasFocus(page.locator('a.step-picture').nth(2))).toBe(true)
    await openZoom(page, 0)
    await page.locator('dialog.zoom').evaluate((dialog: HTMLDialogElement) => {
      dialog.close()
      document.querySelector<HTMLElement>('[data-do=start]')?.focus()
    })
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await expect.poll(() => hasFocus(page.locator('[data-do=start]'))).toBe(true)
  })

  test('a double tap, two fingers and a swipe work as usual', async ({ open }) => {
    const page = await open(path, PHONE)
    await openZoom(page, 0)
    const touch = await fingersOn(page)
    const start = Date.now() / 1000
    // With explicit times: a busy machine would space two taps too far.
    const tap = async (point: { x: number; y: number }, afterS: number) => {
      await touch('touchStart', [point], start + afterS)
      await touch('touchEnd', [], start + afterS + 0.05)
    }
    await tap({ x: 100, y: 300 }, 0)
    await expect.poll(() => scaleOf(page)).toBe(1)
    await tap({ x: 100, y: 300 }, 0.4)
    await tap({ x: 102, y: 302 }, 0.6)
    await expect.poll(() => scaleOf(page)).toBe(2.5)
    await tap({ x: 100, y: 300 }, 1)
    await tap({ x: 100, y: 300 }, 1.2)
    await expect.poll(() => scaleOf(page)).toBe(1)

    await touch('touchStart', [
      { x: 150, y: 300 },
      { x: 250, y: 300 },
    ])
    await touch('touchMove', [
      { x: 100, y: 300 },
      { x: 300, y: 300 },
    ])
    await touch('touchEnd')
    await expect.poll(() => scaleOf(page)).toBeCloseTo(2, 1)
    await page.keyboard.press('0')

    await touch('touchStart', [{ x: 300, y: 300 }])
    await touch('touchMove', [{ x: 150, y: 305 }])
    await touch('touchEnd')
    await expect.poll(() => page.locator('.zoom-text').innerText()).toMatch(/^2 \//)
  })

  test('while one step is shown, only its pictures are included, and Escape only ends the dialog', async ({ open }) => {
    const page = await open(path)
    await startSteps(page)
    const step = page.locator('.step:visible')
    await step.locator('a.step-picture').first().click()
    await page.locator('dialog.zoom[open]').waitFor()
    const number = await step.getAttribute('id')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(page)).toBe(2.5)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.zoom').count()).toBe(0)
    await expect.poll(() => page.locator('html.one-step').count()).toBe(1)
    await expect.poll(() => step.getAttribute('id')).toBe(number)
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains('step-picture'))).toBe(true)
  })

  test('without scripts the link opens the file', async ({ open }) => {
    const page = await open(path, { javaScriptEnabled: false })
    const href = await page.locator('a.step-picture').first().getAttribute('href')
    expect((await page.request.get(new URL(href ?? '', page.url()).href)).headers()['content-type']).toMatch(/^image\//)
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })
})
