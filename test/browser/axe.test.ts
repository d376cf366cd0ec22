import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { ask } from './search.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: { run: (context: Document, options: object) => Promise<AxeResults> }
  }
}

/** What axe finds on the page as it is now: rules of every level, best practices as well. */
async function violationsOn(page: Page): Promise<string[]> {
  // By way of the debugger, which no Content-Security-Policy stops.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};undefined`)
  const { violations, incomplete } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations', 'incomplete'], runOnly: undefined }),
  )
  expect(incomplete.filter(({ id }) => id === 'frame-tested')).toEqual([])
  return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${id} (${impact ?? 'none'}): ${html.slice(0, 160)}`))
}

/** Opens all that a page keeps folded. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

interface Opened {
  path: string
  opening: (page: Page) => Promise<unknown>
}

/** Types one key after the other, and chooses what is found second. */
async function askQuickly(page: Page): Promise<void> {
  await page.keyboard.type('kettle', { delay: 20 })
  await page.locator('[role=option]').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
}

/** What a reader can open over a page, or within it. */
const OPENED: Record<string, Opened> = {
  'a picture that is looked at closer': {
    path: PAGE_KINDS['a guide with pictures'],
    opening: async (page) => {
      await page.locator('a.step-picture').first().click()
      await page.locator('dialog.zoom[open]').waitFor()
    },
  },
  'the quick search': {
    path: PAGE_KINDS.home,
    opening: async (page) => {
      await page.keyboard.press('/')
      await page.locator('dialog.search-dialog[open]').waitFor()
      await askQuickly(page)
    },
  },
  'what the box in the header found': {
    path: PAGE_KINDS['a category'],
    opening: async (page) => {
      await page.locator('header .search-box input').focus()
      await askQuickly(page)
    },
  },
  'one step at a time': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.locator('[data-do=start]').click()
      await page.locator('.steps-section.one-step').waitFor()
      await page.locator('[data-do=next]').click()
    },
  },
  'a guide that is shown in another': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.locator('[data-prerequisite] summary').first().click()
      await page.locator('[data-prerequisite] .step').first().waitFor()
    },
  },
  'a shopping list that is ticked off, copied and unfolded': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.getByRole('button', { name: 'Copy list' }).click()
      await page.getByRole('checkbox').first().check()
      await page.locator('.needs-before summary').click()
    },
  },
  'the place of the last visit': {
    path: `${PAGE_KINDS['a guide with prerequisites']}#step-2`,
    opening: async (page) => {
      await page.locator('.step-nav a[aria-current=step]').waitFor()
      await page.goto(page.url().replace('#step-2', '?again'))
      await page.locator('[data-resume]:not([hidden])').waitFor()
    },
  },
}

describe.each(['light', 'dark'] as const)('axe finds nothing in %s', (colorScheme) => {
  test.for(Object.entries(PAGE_KINDS))('on %s', async ([, path], { open }) => {
    const page = await open(path, { colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOn(page)).toEqual([])
    if ((await page.locator('details').count()) === 0) return
    await unfold(page)
    expect(await violationsOn(page)).toEqual([])
  })

  test('on search results with filters', async ({ open }) => {
    const page = await open(PAGE_KINDS.search, { colorScheme, viewport: { width: 390, height: 844 } })
    await ask(page, 'kettle')
    await unfold(page)
    expect(await violationsOn(page)).toEqual([])
    await ask(page, 'zzzzqq')
    expect(await violationsOn(page)).toEqual([])
  })

  test.for(Object.entries(OPENED))('on %s', async ([, { path, opening }], { open }) => {
    const page = await open(path, { colorScheme, reducedMotion: 'reduce' })
    await opening(page)
    expect(await violationsOn(page)).toEqual([])
  })

  test('on a page that is not there', async ({ open }) => {
    const page = await open('/nothing/here/', { colorScheme, expectStatus: 404 })
    expect(await violationsOn(page)).toEqual([])
  })
})

test('axe sees what is wrong', async ({ browser }) => {
  const page = await browser.newPage()
  await page.setContent('<html><body><img src="x"><h4>x</h4></body></html>')
  const found = (await violationsOn(page)).join('\n')
  for (const rule of ['image-alt', 'html-has-lang', 'page-has-heading-one']) expect(found).toContain(rule)
  await page.close()
})
