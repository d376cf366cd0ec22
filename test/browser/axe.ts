import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { SWEEP } from '../sweep.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules that may judge the same page otherwise where its colours are others. */
const OF_COLOUR: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
  }
}

/** What axe finds on the page as it is now: by default with rules of every level, best practices as well. */
export async function violationsOn(page: Page, options: RunOptions = {}): Promise<string[]> {
  // By way of the debugger, which no Content-Security-Policy stops.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};undefined`)
  const { violations, incomplete } = await page.evaluate(
    (options) => window.axe.run(document, { resultTypes: ['violations', 'incomplete'], ...options }),
    options,
  )
  expect(incomplete.filter(({ id }) => id === 'frame-tested')).toEqual([])
  return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${id} (${impact ?? 'none'}): ${html.slice(0, 160)}`))
}

/** What axe finds on the page in light and in dark, which outside of the sweep the rules about colours judge. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await violationsOn(page, colorScheme === 'dark' && !SWEEP ? OF_COLOUR : {})
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}

/** Opens all that a page keeps folded. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
