import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pathOf } from '../../src/routes.ts'
import { violationsInBothSchemes, violationsOn } from './axe.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { sampleGuides } from './sample.ts'
import { ask, openFilters } from './search.ts'
import { every, inSweep, sweepOr } from '../sweep.ts'

const sweepTest = inSweep(test)

/** The category of the most guides. */
const [fullest = ''] =
  [...Map.groupBy(await sampleGuides(), ({ category }) => category)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
const CALM = { reducedMotion: 'reduce' } as const

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
  'what was done, after the last step': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.locator('[data-do=start]').click()
      await page.locator('.steps-section.one-step').waitFor()
      for (let turns = await page.locator('.step-nav a').count(); turns > 0; turns--) await page.keyboard.press('ArrowRight')
      await page.locator('.ending').waitFor()
    },
  },
  'an offer to go on with a guide': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.locator('.step .tick input').first().check()
      await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('begun ')))
      await page.goto(new URL('../../', page.url()).href)
      await page.locator('[data-go-on]:not([hidden])').waitFor()
    },
  },
  'a guide that is shown in another': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.locator('[data-prerequisite] summary').first().click()
      await page.locator('[data-prerequisite] .step').first().waitFor()
    },
  },
  'a list of what a guide needs, with one thing struck off': {
    path: PAGE_KINDS['a guide with prerequisites'],
    opening: async (page) => {
      await page.getByRole('button', { name: 'Put on shopping list' }).click()
      await page.locator('a[data-list]').click()
      await page.locator('[data-section] input').first().check()
    },
  },
  'a category for which only own tools are wanted': {
    path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: fullest }),
    opening: async (page) => {
      await page.getByRole('button', { name: 'Only with my tools' }).click()
      await page.getByRole('link', { name: 'Your tools' }).waitFor()
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

test('axe finds nothing on search results with filters, in light and dark', async ({ open }) => {
  const page = await open(PAGE_KINDS.search, { ...CALM, viewport: { width: 390, height: 844 } })
  await ask(page, 'kettle')
  expect(await violationsInBothSchemes(page)).toEqual([])
  await openFilters(page)
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Remove all filters' }).waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('.filter-sheet').waitFor({ state: 'detached' })
  await ask(page, 'zzzzqq')
  expect(await violationsInBothSchemes(page)).toEqual([])
})

test.for(sweepOr(Object.entries(OPENED), every(3)))(
  'axe finds nothing on %s, in light and dark',
  async ([, { path, opening }], { open }) => {
    const page = await open(path, CALM)
    await opening(page)
    expect(await violationsInBothSchemes(page)).toEqual([])
  },
)

sweepTest('axe finds nothing on a page that is not there, in light and dark', async ({ open }) => {
  const page = await open('/nothing/here/', { ...CALM, expectStatus: 404 })
  expect(await violationsInBothSchemes(page)).toEqual([])
})

test('axe sees what is wrong', async ({ browser }) => {
  const page = await browser.newPage()
  await page.setContent('<html><body><img src="x"><h4>x</h4></body></html>')
  const found = (await violationsOn(page)).join('\n')
  for (const rule of ['image-alt', 'html-has-lang', 'page-has-heading-one']) expect(found).toContain(rule)
  await page.setContent(
    '<html lang="en"><title>x</title><style>@media (prefers-color-scheme: dark) { body { background: #111 } }</style><p>Some words</p></html>',
  )
  expect((await violationsInBothSchemes(page)).filter((violation) => violation.includes('contrast'))).toEqual([
    expect.stringMatching(/^dark: color-contrast/),
  ])
  await page.close()
})
