import type { Page } from 'playwright-core'
import { ABOUT, HOME, pathOf, SEARCH } from '../../src/routes.ts'

/** A kind of page, with an example from the sample. */
export interface Kind {
  /** Its path in the site. */
  path: string
  /** The interaction before the screenshot. */
  prepare?: (page: Page) => Promise<unknown>
  /** Only the visible part, for pages that fill the window. */
  folded?: true
}

const GUIDE = pathOf({ kind: 'guide', guideid: 27 })

export const KINDS: Readonly<Record<string, Kind>> = {
  home: { path: HOME },
  category: { path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: 'Kettle' }) },
  guide: { path: GUIDE },
  wiki: { path: pathOf({ kind: 'wiki', namespace: 'WIKI', title: 'Repair Glossary' }) },
  item: { path: pathOf({ kind: 'wiki', namespace: 'ITEM', title: 'Spudger' }) },
  tag: { path: pathOf({ kind: 'tag', tag: 'heating' }) },
  team: { path: pathOf({ kind: 'team', teamid: 1 }) },
  user: { path: pathOf({ kind: 'user', userid: 1 }) },
  search: {
    path: SEARCH,
    prepare: async (page) => {
      await page.locator('form[role=search] input').first().fill('kettle')
      await page.locator('.search-hit').first().waitFor()
    },
  },
  missing: { path: '/there-is-no-such-page/' },
  about: { path: ABOUT },
  step: {
    path: GUIDE,
    prepare: (page) => page.locator('[data-do="start"]').first().click({ timeout: 5000 }),
    folded: true,
  },
}

/** The view of a page. */
export interface Look {
  width: number
  height: number
  colorScheme?: 'light' | 'dark'
  media?: 'print'
  /** The language's prefix, if it is not the source's. */
  prefix?: string
}

export const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
/** A4 at 96 dpi. */
const SHEET = { width: 794, height: 1123 }

export const LOOKS: Readonly<Record<string, Look>> = {
  phone: PHONE,
  tablet: { width: 820, height: 1180 },
  desktop: DESKTOP,
  dark: { ...DESKTOP, colorScheme: 'dark' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  print: { ...SHEET, media: 'print' },
  'right-to-left': { ...PHONE, prefix: '/ar' },
  'right-to-left-desktop': { ...DESKTOP, prefix: '/ar' },
}
