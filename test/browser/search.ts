import type { Locator, Page } from 'playwright-core'
import { shownText } from '../../src/search/page/view/shown.ts'

/** Types a query into the search page and waits for the results of its texts; on a large site titles answer first. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.locator('main').getByRole('searchbox').fill(text)
  await page.locator('[role=status]:not([data-titles])', { hasText: `“${shownText(text)}”` }).waitFor()
}

/** Opens the pane of the filters if it is closed, as on a phone and on a large site. */
export async function openFilters(page: Page): Promise<void> {
  const pane = page.locator('.search-filters')
  if (!(await pane.evaluate((details: HTMLDetailsElement) => details.open))) await pane.locator('summary').click()
}

export const hits = (page: Page): Locator => page.locator('.search-results > li')

/** The path of the first hit for a query; empty if there is none. */
export async function firstHit(page: Page, text: string): Promise<string> {
  await ask(page, text)
  if ((await hits(page).count()) === 0) return ''
  const href = await hits(page).first().getByRole('link').first().getAttribute('href')
  return new URL(href ?? '', page.url()).pathname
}
