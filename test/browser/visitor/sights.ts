import type { Page } from 'playwright-core'
import type { Visit } from '../browser.ts'
import { PAGE_KINDS } from '../page-kinds.ts'
import { ask, openFilters } from '../search.ts'
import type { JUDGES } from './judges.ts'

/** Something to examine: a page, after each of some actions of a reader. */
interface Sight {
  path: string
  visit?: Visit
  doing: ((page: Page) => Promise<unknown>)[]
  judges: readonly (keyof typeof JUDGES)[]
}

/** Types key by key, and chooses the second result. */
async function askQuickly(page: Page): Promise<void> {
  await page.keyboard.type('kettle', { delay: 20 })
  await page.locator('[role=option]').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
}

const SEEN = ['names', 'axe'] as const
const guide = PAGE_KINDS['a guide with prerequisites']

/** What a reader can open over a page or within it, and a missing page. */
export const SIGHTS: Record<string, Sight> = {
  'search results with filters': {
    path: PAGE_KINDS.search,
    visit: { viewport: { width: 390, height: 844 } },
    doing: [
      (page) => ask(page, 'kettle'),
      async (page) => {
        await openFilters(page)
        await page.getByRole('dialog', { name: 'Filters' }).getByRole('checkbox').first().check()
        await page.getByRole('button', { name: 'Remove all filters' }).waitFor()
      },
      async (page) => {
        await page.keyboard.press('Escape')
        await page.locator('.filter-sheet').waitFor({ state: 'detached' })
        await ask(page, 'zzzzqq')
      },
    ],
    judges: SEEN,
  },
  'search results that the Tab key walks': {
    path: `${PAGE_KINDS.search}?q=kettle`,
    doing: [(page) => page.locator('.search-results > li').first().waitFor()],
    judges: ['focus'],
  },
  'a picture that is looked at closer': {
    path: PAGE_KINDS['a guide with pictures'],
    doing: [
      async (page) => {
        await page.locator('a.step-picture').first().click()
        await page.locator('dialog.zoom[open]').waitFor()
      },
    ],
    judges: SEEN,
  },
  'the quick search': {
    path: PAGE_KINDS.home,
    doing: [
      async (page) => {
        await page.keyboard.press('/')
        await page.locator('dialog.search-dialog[open]').waitFor()
        await askQuickly(page)
      },
    ],
    judges: SEEN,
  },
  'what the box in the header found': {
    path: PAGE_KINDS['a category'],
    doing: [
      async (page) => {
        await page.locator('header .search-box input').focus()
        await askQuickly(page)
      },
    ],
    judges: SEEN,
  },
  'one step at a time': {
    path: guide,
    doing: [
      async (page) => {
        await page.locator('[data-do=start]').click()
        await page.locator('.steps-section.one-step').waitFor()
        await page.locator('[data-do=next]').click()
      },
    ],
    judges: [...SEEN, 'words'],
  },
  'what was done, after the last step, and an offer to go on': {
    path: guide,
    doing: [
      async (page) => {
        await page.locator('[data-do=start]').click()
        await page.locator('.steps-section.one-step').waitFor()
        for (let turns = await page.locator('.step-nav a').count(); turns > 0; turns--) await page.keyboard.press('ArrowRight')
        await page.locator('.ending').waitFor()
      },
      async (page) => {
        await page.goto(page.url().replace(/#.*|$/, '?anew'))
        await page.locator('.step .tick input').first().check()
        await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('begun ')))
        await page.goto(new URL('../../', page.url()).href)
        await page.locator('[data-go-on]:not([hidden])').waitFor()
      },
    ],
    judges: SEEN,
  },
  'a guide shown in another, and its shopping list, ticked off, copied and unfolded': {
    path: guide,
    doing: [
      async (page) => {
        await page.locator('[data-prerequisite] summary').first().click()
        await page.locator('[data-prerequisite] .step').first().waitFor()
        await page.getByRole('button', { name: 'Copy list' }).click()
        await page.getByRole('checkbox').first().check()
        await page.locator('.needs-before summary').click()
      },
    ],
    judges: SEEN,
  },
  'the place of the last visit': {
    path: `${guide}#step-2`,
    doing: [
      async (page) => {
        await page.locator('.step-nav a[aria-current=step]').waitFor()
        await page.goto(page.url().replace('#step-2', '?again'))
        await page.getByRole('button', { name: /^Continue/ }).waitFor()
      },
    ],
    judges: SEEN,
  },
  'a page that is not there': {
    path: '/nothing/here/',
    visit: { expectStatus: 404 },
    doing: [
      (page) =>
        page
          .locator('main', { hasText: /not (here|there|(be )?found)|no (such )?page/i })
          .locator('a:visible')
          .first()
          .waitFor(),
    ],
    judges: [...SEEN, 'widths', 'focus', 'words'],
  },
}
