import { readFile } from 'node:fs/promises'
import type { Browser, CDPSession } from 'playwright-core'

/** What it costs to save a guide as one file, from the press of the button to the file, in a browser that knows the page alone. */
export interface Saving {
  ms: number
  /** Of the page's own thread. */
  cpuMs: number
  /** What it takes to fetch the same files and write them into one, and nothing else. */
  floorMs: number
  bytes: number
  steps: number
  pictures: number
}

/** Saves the guide of a page several times, each in a browser context of its own. The one before the first, which starts the browser up, is not counted. */
export async function measureSaving(browser: Browser, url: string, rounds: number): Promise<Saving[]> {
  const all: Saving[] = []
  for (let round = 0; round <= rounds; round++) all.push(await saveOnce(browser, url))
  return all.slice(1)
}

/** The middle one of some figures. */
export const middleOf = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN

async function saveOnce(browser: Browser, url: string): Promise<Saving> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(url)
    // What a page fetches while it is idle is not counted.
    await page.waitForLoadState('networkidle')
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await taskMs(session)
    const downloading = page.waitForEvent('download')
    const { ms, fetched } = await page.evaluate(pressed)
    const cpuMs = (await taskMs(session)) - before
    const html = await readFile(await (await downloading).path(), 'utf8')
    const floorMs = await page.evaluate(copied, fetched)
    const count = (pattern: RegExp): number => html.match(pattern)?.length ?? 0
    return { ms, cpuMs, floorMs, bytes: html.length, steps: count(/ class="step">/g), pictures: count(/src="data:image/g) }
  } finally {
    await context.close()
  }
}

/** How long the thread of a page has used the processor, once `Performance.enable` has asked for `threadTicks`. */
export async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** In the page: presses the button, and waits until it says that the file is there. */
async function pressed(): Promise<{ ms: number; fetched: string[] }> {
  const button = document.querySelector<HTMLButtonElement>('[data-do="save"]')
  const said = button?.closest('[data-save]')?.querySelector('[data-said]')
  if (!button || !said) throw new Error('There is no button.')
  performance.clearResourceTimings()
  performance.setResourceTimingBufferSize(10_000)
  const start = performance.now()
  const done = new Promise<void>((resolve, reject) => {
    new MutationObserver(() => {
      if (said.textContent === button.dataset.well) resolve()
      else if (said.textContent === button.dataset.ill) reject(new Error(button.dataset.ill))
    }).observe(said, { childList: true, characterData: true, subtree: true })
  })
  button.click()
  await done
  return { ms: performance.now() - start, fetched: performance.getEntriesByType('resource').map(({ name }) => name) }
}

/** In the page: fetches the same files past the browser's own copies, and writes them into one as data URLs. */
async function copied(urls: readonly string[]): Promise<number> {
  const start = performance.now()
  const parts = urls.map(async (url) => {
    const blob = await (await fetch(url, { cache: 'no-store' })).blob()
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result as string))
      reader.readAsDataURL(blob)
    })
  })
  URL.revokeObjectURL(URL.createObjectURL(new Blob(await Promise.all(parts))))
  return performance.now() - start
}
