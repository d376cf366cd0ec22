import type { Locator, Page } from 'playwright-core'
import { shownText } from '../../src/search/page/view/shown.ts'

/** Types a query into the search page and waits for its answer. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.locator('main').getByRole('searchbox').fill(text)
  await page
    .getByRole('status')
    .filter({ hasText: `“${shownText(text)}”` })
    .waitFor()
}

export const hits = (page: Page): Locator => page.locator('.search-results > li')

/** The path of the first hit for a query; empty when there is none. */
export async function firstHit(page: Page, text: string): Promise<string> {
  await ask(page, text)
  if ((await hits(page).count()) === 0) return ''
  const href = await hits(page).first().getByRole('link').first().getAttribute('href')
  return new URL(href ?? '', page.url()).pathname
}
