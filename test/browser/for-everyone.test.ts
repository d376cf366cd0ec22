import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { SEARCH } from '../../src/routes.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { hits } from './search.ts'

const { home, 'a category': category, 'a tag': tag, 'a guide with prerequisites': guide } = PAGE_KINDS
const WALKED = { home, 'search results': `${SEARCH}?q=kettle`, category, tag, guide }

describe.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active', colorScheme: 'dark' }],
] as const)('in %s', (_, visit) => {
  test.for(Object.entries(WALKED))('all that the Tab key reaches shows that it has the focus: %s', async ([, path], { open }) => {
    const page = await open(path, visit)
    if (path === WALKED['search results']) await hits(page).first().waitFor()
    await page.waitForLoadState('networkidle')
    const reached = new Set<string>()
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      const { name, ring } = await page.evaluate(focusRing)
      if (name.startsWith('<body')) break
      reached.add(name)
      expect(ring, name).toBeGreaterThanOrEqual(2)
    }
    expect(reached.size).toBeGreaterThan(8)
  })
})

/** What has the focus, and how wide the ring is, in pixels, that it or the card around it has in another colour than the page. Runs in the page. */
function focusRing(): { name: string; ring: number } {
  const focused = document.activeElement ?? document.body
  const { backgroundColor } = getComputedStyle(document.body)
  const rings = [focused, focused.closest('.card')].map((element) => {
    if (!element) return 0
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle === 'none' || outlineColor === backgroundColor ? 0 : Number.parseFloat(outlineWidth)
  })
  return { name: focused.outerHTML.slice(0, 160), ring: Math.max(...rings) }
}

describe('colours that a person set for all pages', () => {
  const visit = { forcedColors: 'active', colorScheme: 'dark' } as const
  const styleOf = (page: Page, selector: string, property: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [property, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(property), [property, pseudo] as const)

  test('leave the bullets, and the line that shows how far one is', async ({ open }) => {
    const page = await open(PAGE_KINDS['a guide with pictures'], visit)
    const ground = await styleOf(page, 'body', 'background-color')
    await expect.poll(() => styleOf(page, '.line-plain', 'background-color', '::before')).not.toBe(ground)
    await page.locator('.step').last().scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('progress').evaluate((line: HTMLProgressElement) => line.position)).toBe(1)
    const { channels } = await sharp(await page.locator('.step-progress').screenshot()).stats()
    expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(128)
  })

  test('tell a button that is pressed, also where it has the focus no more', async ({ open }) => {
    const page = await open(PAGE_KINDS['a guide with pictures'], visit)
    await page.locator('a.step-picture').first().click()
    await page.locator('dialog.zoom[open]').waitFor()
    await page.keyboard.press('+')
    await page.locator('[data-zoom-do=closer][aria-pressed=true]').waitFor()
    await expect.poll(() => styleOf(page, '[data-zoom-do=closer]', 'outline-style')).toBe('solid')
  })

  test('give buttons an edge, and leave no choice of light and dark', async ({ open }) => {
    const page = await open(SEARCH, visit)
    await expect
      .poll(() => styleOf(page, '.search-form button', 'border-top-color'))
      .not.toBe(await styleOf(page, 'body', 'background-color'))
    await expect.poll(() => styleOf(page, '.search-form button', 'border-top-width')).not.toBe('0px')
    await expect.poll(() => page.locator('.theme').isVisible()).toBe(false)
  })
})

test.for(Object.entries(PAGE_KINDS))(
  'without JavaScript the same can be read, and nothing waits for it: %s',
  async ([kind, path], { open }) => {
    const page = await open(path, { javaScriptEnabled: false })
    const plain = (await page.locator('main').innerText()).replace(/\s+/g, ' ')
    if (kind === 'search') return expect(plain).toMatch(/needs JavaScript/)
    for (const control of await page.locator('main :is(button, select, input):visible').all())
      await expect
        .poll(() => control.evaluate((element: HTMLButtonElement | HTMLInputElement) => element.form?.action), {
          message: await control.innerHTML(),
        })
        .toContain(SEARCH)
    const withScripts = await open(path)
    const texts = await withScripts.locator('main :is(h1, h2, h3, p:not([role]), .line-text)').evaluateAll(textsToRead)
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(plain).toContain(text)
  },
)

/** The texts that stand on the page for a reader, without those of what a script shows. Runs in the page. */
function textsToRead(elements: Element[]): string[] {
  return elements
    .filter((element) => element.checkVisibility() && !element.closest('[data-list-filter], .bench-bar, .resume, [data-prerequisite]'))
    .map((element) => (element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : ''))
}
