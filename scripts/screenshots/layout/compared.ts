import type { Page } from 'playwright-core'
import { CATEGORIES, HOME, pathOf, SHOPPING, stepAnchor, TOOLS } from '../../../src/routes.ts'
import { type Kind, KINDS, type Look, LOOKS } from '../kinds.ts'

/** A page as a picture of it is kept in the repository. */
export interface Compared extends Kind {
  /** Of the picture's file, without its ending. */
  name: string
  look: Look
}

/** It has pictures, a guide to do before it, tools, parts, and lines of several kinds. */
const GUIDE = pathOf({ kind: 'guide', guideid: 9 })
const SECOND_GUIDE = pathOf({ kind: 'guide', guideid: 21 })

async function startBench(page: Page): Promise<void> {
  await page.locator('[data-do=start]').first().click()
  // Timers come with what is loaded last.
  await page.locator('[data-turn] > .bench-bar').waitFor({ state: 'attached' })
}

async function fillList(page: Page): Promise<void> {
  const list = page.url()
  for (const guide of [GUIDE, SECOND_GUIDE]) {
    await page.goto(new URL(`..${guide}`, list).href, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Put on shopping list' }).click()
    await page.getByRole('button', { name: 'Put on shopping list', pressed: true }).waitFor()
  }
  await page.goto(list)
  await page.locator('[data-section=guides] li').nth(1).waitFor()
}

/** A page of each kind, by its name in file names. */
const PAGES = {
  home: { path: HOME },
  categories: { path: CATEGORIES },
  category: { path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: 'Household' }) },
  guide: { path: GUIDE },
  step: {
    path: GUIDE,
    prepare: (page) => page.locator(`#${stepAnchor(2)}`).evaluate((step) => step.scrollIntoView({ behavior: 'instant' })),
    folded: true,
  },
  'one-step': { path: GUIDE, prepare: startBench, folded: true },
  search: KINDS.search,
  item: KINDS.item,
  tools: { path: TOOLS },
  shopping: { path: SHOPPING, prepare: fillList },
} satisfies Record<string, Kind | undefined>

type Name = keyof typeof PAGES

const DARK: readonly [Name, string][] = [
  ['home', 'dark'],
  ['guide', 'phone-dark'],
  ['one-step', 'phone-dark'],
]

const as = (name: Name, look: string): Compared => {
  const [page, seen] = [PAGES[name], LOOKS[look]]
  if (!page || !seen) throw new Error(`There is no ${name} as ${look}.`)
  return { ...page, name: `${name}-${look}`, look: seen }
}
const NAMES = Object.keys(PAGES) as Name[]

/** Every picture that is kept. */
export const COMPARED: readonly Compared[] = [
  ...NAMES.flatMap((name) => [as(name, 'phone'), as(name, 'desktop')]),
  ...DARK.map(([name, look]) => as(name, look)),
]
