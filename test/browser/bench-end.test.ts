import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { shownSteps as shown, startSteps as start, tabTo } from './acts.ts'
import { test } from './browser.ts'
import { guidePath as path, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const short = theGuide(
  guides,
  ({ steps, conclusion_raw, type }) => steps.length > 2 && steps.length < 6 && !conclusion_raw && type === 'replacement',
)
const concluded = theGuide(guides, ({ steps, conclusion_raw }) => steps.length > 2 && Boolean(conclusion_raw))

const ending = (page: Page) => page.locator('.ending')
const isOneStep = async (page: Page) => (await page.locator('.steps-section.one-step').count()) > 0

async function leaf(page: Page, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await page.keyboard.press('ArrowRight')
}

describe('after the last step', () => {
  const count = short.steps.length

  test('a summary shows what was done and how long it took, over two visits', async ({ open }) => {
    const page = await open(path(short))
    await page.clock.install()
    await start(page)
    await page.clock.fastForward('12:00')
    await page.locator('[data-do=next]').press('Enter')
    await page.keyboard.press('Escape')
    await page.clock.fastForward('45:00')
    await start(page)
    await page.clock.fastForward('01:00:00')
    await leaf(page, count - 1)
    await ending(page).waitFor()
    await expect.poll(() => shown(page)).toEqual([''])
    const text = await ending(page).innerText()
    expect(text).toContain(`1 of ${count} steps ticked`)
    expect(text).toContain('Time taken: 1 hour, 12 minutes')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), { message: 'a screen reader reads it' })
      .toBe('That was the last step')
    await expect.poll(() => ending(page).getByRole('link').count()).toBe(count - 1)
    const second = ending(page).getByRole('link', { name: `Step 2 of ${count}` })
    await second.press('Enter')
    await expect.poll(() => shown(page)).toEqual(['step-2'])
  })

  test('the time starts again if nothing is ticked', async ({ open }) => {
    const page = await open(path(short))
    await page.clock.install()
    for (const time of ['30:00', '02:00']) {
      await start(page)
      await page.clock.fastForward(time)
      await leaf(page, count)
      await ending(page).waitFor()
      if (time === '02:00') await expect.poll(() => ending(page).innerText()).toContain('Time taken: 2 minutes')
      await page.keyboard.press('Escape')
    }
    await expect.poll(() => ending(page).count()).toBe(0)
    await expect.poll(() => isOneStep(page)).toBe(false)
  })

  test('the steps are walked through in reverse, by keyboard alone, without ticks', async ({ open }) => {
    const page = await open(path(short))
    await start(page)
    await leaf(page, count)
    await ending(page).waitFor()
    const reverse = ending(page).getByRole('button', { name: 'Put it back together' })
    await tabTo(page, reverse)
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page)).toEqual([`step-${count}`])
    const walked = []
    for (let turns = 1; turns < count; turns++) {
      await page.locator('[data-do=next]').press('Enter')
      walked.push(...(await shown(page)))
    }
    expect(walked).toEqual(Array.from({ length: count - 1 }, (_, at) => `step-${count - 1 - at}`))
    await expect.poll(() => page.locator('[data-steps] input[data-tick]:checked').count()).toBe(0)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(page)).toEqual(['step-2'])
    await leaf(page, 2)
    await ending(page).waitFor()
    await expect.poll(() => reverse.count(), { message: 'it is together again' }).toBe(0)
    await page.keyboard.press('Escape')
    await start(page)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator('[data-reverse]').count()).toBe(0)
  })

  test('a conclusion follows', async ({ open }) => {
    const page = await open(path(concluded))
    await start(page)
    await leaf(page, concluded.steps.length)
    await ending(page).getByRole('button', { name: 'Conclusion' }).press('Enter')
    await expect.poll(() => isOneStep(page)).toBe(false)
    await expect.poll(() => page.locator('#conclusion').evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(500)
  })

  test('if its words cannot be loaded, the last step is the end', async ({ open }) => {
    const page = await open(path(short), { expectStatus: 503 })
    await page.route('**/words.json', (route) => route.fulfill({ status: 503, body: '' }))
    await start(page)
    await leaf(page, count)
    await expect.poll(() => isOneStep(page)).toBe(false)
  })
})
