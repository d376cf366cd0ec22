import type { Browser, Page } from 'playwright-core'
import { ABOUT, HOME, pathOf, SEARCH } from '../../src/routes.ts'

/** A kind of page, with an example from the sample. */
export interface Kind {
  path: string
  /** The interaction before the screenshot. */
  prepare?: (page: Page) => Promise<unknown>
  /** Only the visible part, for pages that fill the window. */
  folded?: true
}

const GUIDE = pathOf({ kind: 'guide', guideid: 27 })

export const KINDS = {
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
} satisfies Record<string, Kind>

interface Look {
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

export const LOOKS = {
  phone: PHONE,
  tablet: { width: 820, height: 1180 },
  desktop: DESKTOP,
  dark: { ...DESKTOP, colorScheme: 'dark' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  print: { ...SHEET, media: 'print' },
  'right-to-left': { ...PHONE, prefix: '/ar' },
  'right-to-left-desktop': { ...DESKTOP, prefix: '/ar' },
} satisfies Record<string, Look>

/** Longer pages are cut: the rest looks the same. */
const MAX_HEIGHT = 3600

/** A page of a kind as a PNG, at the site's address: all of it, or only the visible part if it is `folded`. */
export const take = (browser: Browser, site: string, kind: Kind, look: Look): Promise<Buffer> =>
  takeAt(browser, new URL(`.${look.prefix ?? ''}${kind.path}`, site).href, kind, look)

/** The page at an address, likewise. */
export async function takeAt(browser: Browser, url: string, kind: Omit<Kind, 'path'>, look: Look): Promise<Buffer> {
  const { width, height, colorScheme = 'light', media } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    if (media) await page.emulateMedia({ media, colorScheme })
    return await shoot(page, kind, look)
  } finally {
    await context.close()
  }
}

/** An open page as a PNG, after the interaction. */
export async function shoot(page: Page, { prepare, folded }: Omit<Kind, 'path'>, { width }: Pick<Look, 'width'>): Promise<Buffer> {
  await prepare?.(page)
  // The results of a search come in several answers.
  await page.waitForLoadState('networkidle')
  // Lazy pictures further down load when they come near.
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => undefined)))
  })
  if (folded) return page.screenshot()
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  return page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, MAX_HEIGHT) } })
}
