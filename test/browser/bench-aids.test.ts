import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { startSteps as start, tabTo } from './acts.ts'
import { test } from './browser.ts'
import { guidePath, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const TIME = '20 minutes'
const waits = (text: string) => text.includes(`Wait ${TIME}`)
const guide = theGuide(guides, ({ steps }) => steps.some(({ lines }) => lines.some(({ text_raw }) => waits(text_raw))))
const at = guide.steps.findIndex(({ lines }) => lines.some(({ text_raw }) => waits(text_raw))) + 1
const path = `${guidePath(guide)}#step-${at}`

const starter = (page: Page) => page.getByRole('button', { name: `Start timer: ${TIME}` })
const timer = (page: Page) => page.getByRole('timer')

/** A device whose speech is recorded. */
async function withVoice(page: Page, voices = 1): Promise<Page> {
  await page.addInitScript((count) => {
    const said: string[] = []
    const voice = Object.assign(new EventTarget(), {
      getVoices: () => Array.from({ length: count }),
      speak: ({ text, lang }: SpeechSynthesisUtterance) => said.push(`${lang}: ${text}`),
      cancel: () => said.push('silence'),
    })
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
    Object.assign(window, { said, voice })
  }, voices)
  await page.reload()
  return page
}
const saidBy = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))

describe('a step that names a time', () => {
  test('has a timer for it, which keeps running while others are shown, and reports when it is over', async ({ open }) => {
    const page = await open(path)
    await expect.poll(() => starter(page).count(), { message: 'only one step at a time has them' }).toBe(0)
    await page.clock.install()
    await start(page)
    await tabTo(page, starter(page))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => timer(page).allInnerTexts()).toEqual([`${TIME}: 20:00`])
    await page.clock.runFor(61_000)
    await page.keyboard.press(at > 1 ? 'ArrowLeft' : 'ArrowRight')
    await starter(page).waitFor({ state: 'detached' })
    await expect.poll(() => timer(page).innerText()).toBe(`${TIME}: 18:59`)
    await page.clock.runFor('19:00')
    await expect.poll(() => timer(page).innerText()).toBe(`Time is up: ${TIME}`)
    await expect.poll(() => page.locator('[data-step-guide] [data-said]').innerText()).toBe(`Time is up: ${TIME}`)
    await tabTo(page, page.getByRole('button', { name: TIME }))
    await page.keyboard.press('Enter')
    await expect.poll(() => timer(page).count()).toBe(0)
  })

  test('keeps its timer when the whole guide is shown again, and shows it in the window', async ({ open }) => {
    const page = await open(path)
    await start(page)
    await starter(page).click()
    await page.keyboard.press('Escape')
    await page.locator('.steps-section:not(.one-step)').waitFor()
    await expect.poll(() => timer(page).evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await expect.poll(() => starter(page).count()).toBe(0)
    await page.getByRole('button', { name: `Stop timer: ${TIME}` }).click()
    await expect.poll(() => timer(page).count()).toBe(0)
  })
})

describe('reading aloud', () => {
  test('is off until turned on, follows the shown step, and ends with the last', async ({ open }) => {
    const page = await withVoice(await open(path))
    await start(page)
    const reader = page.getByRole('button', { name: 'Read aloud' })
    await tabTo(page, reader)
    expect((await saidBy(page)).filter((text) => text !== 'silence')).toEqual([])
    await page.keyboard.press('Enter')
    const heard = await saidBy(page)
    expect(heard[1]).toMatch(new RegExp(`^en: Step ${at}\\b`))
    expect(heard.some((text) => text.includes(`Wait ${TIME}`))).toBe(true)
    await page.locator('[data-do=previous]:enabled, [data-do=next]').first().click()
    expect((await saidBy(page)).some((text) => text.startsWith(`en: Step ${at > 1 ? at - 1 : at + 1}`))).toBe(true)
    await reader.press('Enter')
    await expect.poll(() => saidBy(page)).toEqual(['silence'])
    await page.keyboard.press('Escape')
    await expect.poll(() => reader.count()).toBe(0)
  })

  test('is only offered by a device with a voice', async ({ open }) => {
    const page = await withVoice(await open(path), 0)
    await start(page)
    await starter(page).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Read aloud' }).count()).toBe(0)
  })
})
