import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { homeOf } from './languages.ts'
import type { Question } from './table.ts'

/** A built site: where it lies, and the address of its home page, with a slash at its end. */
export interface BuiltSite {
  folder: string
  url: string
}

/** A question with the place of its first right page among the results, from 1; 0 when it is not among the first ten. */
export interface Answered extends Question {
  place: number
  /** The first results, as paths before base and language. */
  found: string[]
}

/** How long a page without results may take for those of another spelling. */
const PATIENCE_MS = 5000
const LOOK_AGAIN_MS = 100

/** Types each query into the search page of its language, and reads the results as a person sees them, suggested ones included. */
export async function askAll(browser: Browser, site: BuiltSite, questions: readonly Question[]): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const [lang, asked] of Map.groupBy(questions, (question) => question.lang)) {
    const home = new URL(await homeOf(site.folder, lang), site.url)
    const page = await browser.newPage()
    await page.goto(new URL('search/', home).href, { waitUntil: 'load' })
    for (const question of asked)
      answered.push(answer(question, await resultsOf(page, question.query), [home.pathname, new URL(site.url).pathname]))
    await page.close()
  }
  return answered
}

function answer(question: Question, urls: readonly string[], homes: readonly string[]): Answered {
  const found = urls.map((url) => {
    const path = new URL(url).pathname
    return path.slice((homes.find((home) => path.startsWith(home)) ?? '/').length - 1)
  })
  return { ...question, found, place: found.findIndex((path) => question.paths.includes(path)) + 1 }
}

/** The addresses of the results. */
async function resultsOf(page: Page, query: string): Promise<string[]> {
  const box = page.locator('main input[type=search]')
  // On a large site titles answer before texts do.
  const status = page.locator('[data-part=status]:not([data-titles])')
  await box.fill('')
  await status.filter({ hasNotText: /\S/ }).waitFor({ state: 'attached' })
  await box.fill(query)
  await status.filter({ hasText: /\S/ }).waitFor({ state: 'attached' })
  let before = await shown(page)
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_AGAIN_MS) {
    await setTimeout(LOOK_AGAIN_MS)
    const now = await shown(page)
    if (now.length > 0 && now.join() === before.join()) break
    before = now
  }
  return before
}

const shown = (page: Page): Promise<string[]> =>
  page
    .locator('[data-part=suggested] > li, [data-part=results] > li')
    .filter({ visible: true })
    .evaluateAll((items) => items.map((item) => item.querySelector('a')?.href ?? ''))
