import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOME, pathOf, SEARCH } from '../../src/routes.ts'
import { every, inSweep, sweepOr } from '../sweep.ts'
import { hasFocus, idsOf, widthOf } from './acts.ts'
import { test } from './browser.ts'

const sweepTest = inSweep(test)

const GUIDE = pathOf({ kind: 'guide', guideid: 5 })
const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Those of the search; the choice of light and dark has options too. */
const options = (page: Page): Locator => page.locator('[role=option]')
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName ?? ''} ${document.activeElement?.getAttribute('role') ?? ''}`)
/** The option announced by a screen reader, as named by the input. */
const active = (page: Page): Promise<string> =>
  page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '')
const header = (page: Page): Locator => page.locator('header .search-box input')

/** Opens the dialog and types into it, key by key from the start. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(text, { delay: 20 })
  await options(page).first().waitFor()
}

test('nothing is loaded before the first key; a slash typed into a field is text, Control + K opens the dialog', async ({ open }) => {
  const page = await open(GUIDE)
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /pagefind|quick|words\.json/.test(name)).length)
  await header(page).focus()
  await expect.poll(() => loaded()).toBe(0)
  await page.keyboard.type('k')
  await options(page).first().waitFor()
  await expect.poll(() => loaded()).toBeGreaterThan(0)
  await header(page).fill('')
  await page.keyboard.type('a/b')
  await expect.poll(() => header(page).inputValue()).toBe('a/b')
  await expect.poll(() => dialog(page).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await expect.poll(() => dialog(page).isVisible()).toBe(true)
})

const KEYS = [
  ['/', HOME],
  ['/', GUIDE],
  ['Control+k', GUIDE],
  ['Meta+k', '/category/'],
] as const
const TRIED = sweepOr(KEYS, every(2))
test.for(TRIED)(
  '%s on %s opens a dialog that accepts every key from the first on, and returns the focus',
  async ([key, path], { open }) => {
    const page = await open(path)
    const link = page.locator('.site-nav a').first()
    await link.focus()
    await page.keyboard.press(key)
    await expect.poll(() => dialog(page).isVisible()).toBe(true)
    await page.keyboard.type('kettle')
    await expect.poll(() => options(page).first().innerText()).toMatch(/kettle/i)
    await expect.poll(() => dialog(page).getByRole('combobox').inputValue()).toBe('kettle')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).isVisible()).toBe(false)
    await expect.poll(() => hasFocus(link)).toBe(true)
  },
)

sweepTest('the dialog closes by its button, and opens again without duplicates', async ({ open }) => {
  const page = await open(GUIDE)
  await type(page, 'kettle')
  await dialog(page).getByRole('button', { name: 'Close search' }).click()
  await expect.poll(() => dialog(page).isVisible()).toBe(false)
  await page.keyboard.press('/')
  await expect.poll(() => page.locator('dialog').count()).toBe(1)
  await expect.poll(() => dialog(page).getByRole('listbox').count()).toBe(1)
  const ids = await idsOf(page)
  expect(ids).toEqual([...new Set(ids)])
})

describe('the key that opens it', () => {
  const key = (page: Page): Locator => page.locator('header .search-box kbd')

  test('is shown in the empty box, with a description, and is no obstacle', async ({ open }) => {
    const page = await open(GUIDE)
    await expect.poll(() => key(page).getAttribute('title')).toBe('Press / or Ctrl+K on any page to search')
    await expect.poll(() => header(page).getAttribute('aria-keyshortcuts')).toBe('/ Control+K')
    await key(page).click()
    await expect.poll(() => hasFocus(header(page))).toBe(true)
    await expect.poll(() => key(page).isVisible()).toBe(false)
    await header(page).fill('kettle')
    await page.locator('h1').click()
    await expect.poll(() => key(page).isVisible()).toBe(false)
  })

  sweepTest.for([
    ['a finger points', { hasTouch: true, isMobile: true }],
    ['no script listens', { javaScriptEnabled: false }],
  ] as const)('is not mentioned if %s', async ([, visit], { open }) => {
    const page = await open(GUIDE, visit)
    await expect.poll(() => key(page).isVisible()).toBe(false)
  })
})

describe('the combobox', () => {
  test('describes itself, and the arrows move through its options while the focus stays', async ({ open }) => {
    const page = await open(GUIDE)
    await type(page, 'kettle')
    const input = dialog(page).getByRole('combobox')
    const list = dialog(page).getByRole('listbox')
    await expect.poll(() => input.getAttribute('aria-autocomplete')).toBe('list')
    await expect.poll(() => input.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
    await expect.poll(() => input.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => options(page).count()).toBeGreaterThan(3)
    const texts = await options(page).allTextContents()
    await expect.poll(() => active(page)).toBe('')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toBe(texts[0])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toBe(texts[1])
    await expect.poll(() => page.locator('[aria-selected=true]').allTextContents()).toEqual([texts[1]])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => active(page)).toBe(texts.at(-1))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toBe(texts[0])
    await page.keyboard.press('Home')
    await expect.poll(() => active(page)).toBe('')
    await expect.poll(() => focused(page)).toBe('INPUT combobox')
    const told = page.getByRole('status').filter({ hasText: /results? for “kettle”/ })
    await expect.poll(() => told.count()).toBe(1)
  })

  test('Enter follows the chosen option to its step', async ({ open }) => {
    const page = await open(HOME)
    await type(page, 'hissing')
    const step = options(page).filter({ hasText: /^Step 2/ })
    await step.first().waitFor()
    for (let tries = 0; tries < 10 && !(await active(page)).startsWith('Step 2'); tries++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guide\/5\/#step-2$/)
  })

  sweepTest('an option has picture, path and a marked excerpt; if none is chosen, Enter leads to all results', async ({ open }) => {
    const page = await open(GUIDE)
    await type(page, 'citric')
    const option = options(page).first()
    await expect.poll(() => widthOf(option.locator('img'))).toBeGreaterThan(0)
    await expect.poll(() => option.innerText()).toMatch(/Guide · .*Kettle/)
    await expect.poll(() => dialog(page).locator('mark').first().innerText()).toMatch(/citric/i)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?q=citric$/)
  })

  sweepTest('in the header Escape closes its list, then empties it completely; leaving it closes the list', async ({ open }) => {
    const page = await open(GUIDE)
    await header(page).focus()
    await page.keyboard.type('kettle')
    await options(page).first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => header(page).getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => options(page).first().isVisible()).toBe(false)
    await expect.poll(() => header(page).inputValue()).toBe('kettle')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => options(page).first().isVisible()).toBe(true)
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => options(page).first().isVisible()).toBe(false)
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => options(page).first().isVisible()).toBe(true)
    await page.locator('main a').first().focus()
    await expect.poll(() => options(page).first().isVisible()).toBe(false)
    await header(page).focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => header(page).inputValue()).toBe('')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => options(page).count()).toBe(0)
    await page.keyboard.type('chain')
    await expect.poll(() => options(page).first().innerText()).toMatch(/chain/i)
  })
})

describe('Escape', () => {
  test('closes the list of the dialog, which stays closed until the next key, and then the dialog', async ({ open }) => {
    const page = await open(GUIDE)
    await type(page, 'kettle')
    const input = dialog(page).getByRole('combobox')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).isVisible()).toBe(true)
    await expect.poll(() => input.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => options(page).first().isVisible()).toBe(false)
    await expect.poll(() => input.inputValue()).toBe('kettle')
    await page.keyboard.type('toaster', { delay: 20 })
    await options(page).filter({ hasText: 'All results for “toaster”' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).isVisible()).toBe(false)
  })

  sweepTest('also closes the list from its button, and returns to the input', async ({ open }) => {
    const page = await open(GUIDE)
    await type(page, 'kettle')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?q=/)
    await page.goBack()
    await page.keyboard.press('/')
    await page.getByRole('group', { name: 'Recent searches' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Clear recent searches' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).isVisible()).toBe(true)
    await expect.poll(() => focused(page)).toBe('INPUT combobox')
    await expect.poll(() => options(page).first().isVisible()).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).isVisible()).toBe(false)
  })

  sweepTest('on the search page returns from the results to the query, and then empties it', async ({ open }) => {
    const page = await open(`${SEARCH}?q=kettle`)
    const input = page.locator('main').getByRole('searchbox')
    await page.locator('.search-results > li').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('INPUT ')
    await expect.poll(() => input.inputValue()).toBe('kettle')
    await page.keyboard.press('Escape')
    await expect.poll(() => input.inputValue()).toBe('')
    await expect.poll(() => page.locator('.search-results > li').count()).toBe(0)
  })
})

describe('recent searches', () => {
  test('are kept on the device, repeated in place, and deleted on request', async ({ open }) => {
    const page = await open(GUIDE)
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
    for (const text of ['kettle', 'toaster', 'Kettle']) {
      await type(page, text)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\/\?q=/)
      await page.goBack()
    }
    await page.keyboard.press('/')
    const group = page.getByRole('group', { name: 'Recent searches' })
    await group.waitFor()
    await expect.poll(() => group.getByRole('option').allTextContents()).toEqual(['Kettle', 'toaster'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await options(page).filter({ hasText: 'All results for “toaster”' }).waitFor()
    expect(page.url()).toMatch(/\/guide\/5\/$/)
    await dialog(page).getByRole('combobox').fill('')
    await group.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => options(page).count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('INPUT combobox')
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('give way to what is typed: a key selects from its results, once they arrive', async ({ open }) => {
    const page = await open(GUIDE)
    await type(page, 'kettle')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?q=/)
    await page.goBack()
    const arrival = Promise.withResolvers<undefined>()
    await page.context().route('**/pagefind/**', async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.keyboard.press('/')
    await page.getByRole('group', { name: 'Recent searches' }).waitFor()
    await page.keyboard.insertText('toaster')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(page)).toBe('')
    arrival.resolve(undefined)
    await expect.poll(() => active(page)).toMatch(/toaster/i)
    const href = (await page.locator('[role=option][aria-selected=true]').getAttribute('href')) ?? ''
    expect(href).not.toContain('search')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href.endsWith(href))
  })

  sweepTest('are on the search page too', async ({ open }) => {
    const page = await open(SEARCH)
    await page.keyboard.type('kettle')
    await page.locator('.search-results > li').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('main').getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'kettle', exact: true }).click()
    await expect.poll(() => page.locator('main').getByRole('searchbox').inputValue()).toBe('kettle')
    await page.locator('main').getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'kettle', exact: true }).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  })

  sweepTest('that are invalid, or that the device refuses, are ignored', async ({ open }) => {
    const page = await open(GUIDE)
    await page.evaluate(() => {
      localStorage.setItem('benchbook/mending/recent', '{"not": "a list"}')
    })
    await page.keyboard.press('/')
    await page.keyboard.type('kettle')
    await options(page).first().waitFor()
    await dialog(page).getByRole('combobox').fill('')
    await expect.poll(() => dialog(page).getByRole('group').count()).toBe(0)
  })
})
