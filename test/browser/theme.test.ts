import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { HOME, pathOf, SEARCH } from '../../src/routes.ts'
import { startSteps } from './acts.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'

const ground = (page: Page) => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
/** The colour of the browser's frame. */
const around = (page: Page) =>
  page
    .locator('meta[name=theme-color]')
    .evaluateAll((metas: HTMLMetaElement[]) => metas.find(({ media }) => matchMedia(media).matches)?.content)
const choose = (page: Page, theme: string) => page.locator('.theme select').selectOption(theme)

const styleOf = (page: Page, selector: string, property: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [property, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(property), [property, pseudo] as const)
const GUIDE = pathOf({ kind: 'guide', guideid: 5 })
const [LIGHT, DARK] = ['rgb(250, 246, 240)', 'rgb(24, 21, 18)']

test('a page follows the device until the reader chooses, and the choice is kept', async ({ open }) => {
  const page = await open(HOME, { colorScheme: 'dark' })
  expect([await ground(page), await around(page)]).toEqual([DARK, '#181512'])
  await choose(page, 'light')
  expect([await ground(page), await around(page)]).toEqual([LIGHT, '#faf6f0'])
  await page.goto(new URL(SEARCH.slice(1), page.url()).href)
  expect([await ground(page), await around(page)]).toEqual([LIGHT, '#faf6f0'])
  await expect.poll(() => page.locator('.theme select').inputValue()).toBe('light')
  await choose(page, 'system')
  expect([await ground(page), await around(page)]).toEqual([DARK, '#181512'])
})

test('the choice is known before the first paint, other open pages follow it, and dark is not printed', async ({ open }) => {
  const page = await open(HOME, { colorScheme: 'light' })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await choose(page, 'dark')
  await expect.poll(() => ground(other)).toBe(DARK)
  await other.emulateMedia({ media: 'print' })
  await expect.poll(() => ground(other)).toBe('rgb(255, 255, 255)')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('body')) return
      document.documentElement.dataset.seen = document.documentElement.dataset.theme
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('data-seen')).toBe('dark')
})

test('without scripts the device decides, and there is nothing to choose', async ({ open }) => {
  const page = await open(HOME, { javaScriptEnabled: false, colorScheme: 'dark' })
  await expect.poll(() => page.locator('.theme').isVisible()).toBe(false)
})

test('a reader who denies storage can choose for the page', async ({ open }) => {
  const page = await open(HOME, { colorScheme: 'light' })
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.reload()
  await choose(page, 'dark')
  await expect.poll(() => ground(page)).toBe(DARK)
})

test('an invalid stored choice is ignored', async ({ open }) => {
  const page = await open(HOME, { colorScheme: 'dark' })
  for (const odd of ['', 'x', '{"theme":"light"}', 'light dark', '__proto__']) {
    await page.evaluate((text) => localStorage.setItem('theme', text), odd)
    await page.reload()
    expect([odd, await ground(page), await page.locator('.theme select').inputValue()]).toEqual([odd, DARK, 'system'])
  }
  await choose(page, 'light')
  await expect.poll(() => ground(page)).toBe(LIGHT)
})

test('with a preference for more contrast pages are black on white, or white on black', async ({ open }) => {
  const [light, dark] = [
    await open(HOME, { contrast: 'more', colorScheme: 'light' }),
    await open(HOME, { contrast: 'more', colorScheme: 'dark' }),
  ]
  expect([await ground(light), await ground(dark)]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
})

test('with a preference for less motion there is none', async ({ open }) => {
  const home = await open(HOME, { reducedMotion: 'reduce' })
  await expect.poll(() => styleOf(home, '.card', 'transition-duration')).toMatch(/^0s(, 0s)*$/)
  const guide = await open(GUIDE, { reducedMotion: 'reduce' })
  await expect.poll(() => styleOf(guide, '.step-nav ol', 'scroll-behavior')).toBe('auto')
  await startSteps(guide)
  await expect.poll(() => styleOf(guide, '.step:visible', 'animation-name')).toBe('none')
})

describe('colours that a person set for all pages', () => {
  const visit = { forcedColors: 'active', colorScheme: 'dark' } as const

  test('keep bullets and the progress line, and distinguish a pressed button, with the focus or not', async ({ open }) => {
    const page = await open(PAGE_KINDS['a guide with pictures'], visit)
    const ground = await styleOf(page, 'body', 'background-color')
    await expect.poll(() => styleOf(page, '.line-plain', 'background-color', '::before')).not.toBe(ground)
    await page.locator('.step').last().scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('progress').evaluate((line: HTMLProgressElement) => line.position)).toBe(1)
    const { channels } = await sharp(await page.locator('.step-progress').screenshot()).stats()
    expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(128)
    await page.locator('a.step-picture').first().click()
    await page.locator('dialog.zoom[open]').waitFor()
    await page.keyboard.press('+')
    await page.locator('[data-zoom-do=closer][aria-pressed=true]').waitFor()
    await expect.poll(() => styleOf(page, '[data-zoom-do=closer]', 'outline-style')).toBe('solid')
  })

  test('give buttons an edge, and hide the choice of light and dark', async ({ open }) => {
    const page = await open(SEARCH, visit)
    await expect
      .poll(() => styleOf(page, '.search-form button', 'border-top-color'))
      .not.toBe(await styleOf(page, 'body', 'background-color'))
    await expect.poll(() => styleOf(page, '.search-form button', 'border-top-width')).not.toBe('0px')
    await expect.poll(() => page.locator('.theme').isVisible()).toBe(false)
  })
})
