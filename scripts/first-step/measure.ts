import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

/** The windows in which positions are measured. */
export const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** Where things begin on a guide's page, in pixels from its top. */
export interface Places {
  guide: string
  /** The bottom of the button that starts one step at a time; a guide with one step has none. */
  start: number | undefined
  /** The bottom of the strip of steps beside or below it. */
  strip: number | undefined
  step: number
}

/** The numbers of the guides of a built site. */
export async function guidesOf(site: string): Promise<string[]> {
  const names = await readdir(join(site, 'guide'))
  return names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b))
}

/** Measures the guides that have steps. */
export async function placesOf(browser: Browser, url: string, guides: readonly string[], window: keyof typeof WINDOWS): Promise<Places[]> {
  const context = await browser.newContext({ viewport: WINDOWS[window], serviceWorkers: 'block' })
  const page = await context.newPage()
  // The page knows their sizes.
  await page.route('**/media/**', (route) => route.abort())
  const places: Places[] = []
  for (const guide of guides) {
    await page.goto(new URL(`guide/${guide}/`, url).href, { waitUntil: 'load' })
    const measured = await placesOn(page)
    if (measured) places.push({ guide, ...measured })
  }
  await context.close()
  return places
}

const placesOn = (page: Page): Promise<Omit<Places, 'guide'> | undefined> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const step = document.querySelector('[data-steps] > .steps > .step')
    const start = document.querySelector('[data-do=start]')
    const strip = document.querySelector('.step-nav')
    return step
      ? {
          start: start?.getBoundingClientRect().bottom,
          strip: strip?.getBoundingClientRect().bottom,
          step: step.getBoundingClientRect().top,
        }
      : undefined
  })
