import type { Browser, Page } from 'playwright-core'
import { type Line, SLOW_4G, type SlowServer } from '../search/slow-server.ts'
import { slowDown, untilQuiet } from '../search/typing.ts'

/** What opening a page came to. */
export interface Paint {
  /** Until its largest text or picture was painted. */
  largestMs: number
  /** For how long it could answer nobody: what tasks take beyond 50 ms, after the first paint. */
  blockedMs: number
  /** How much has moved, until somebody has scrolled to its end: Chromium's cumulative layout shift. */
  shift: number
  /** As sent until nothing more came, before somebody scrolled. */
  bytes: number
}

export interface Conditions {
  /** So many times as slow as the machine is. */
  cpu: number
  line: Line | undefined
}

export const SLOW_PHONE: Conditions = { cpu: 4, line: SLOW_4G }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Shorter tasks keep nobody waiting. */
const TASK_MS = 50

/** Opens a page in a browser that has nothing of the site; `shown` is what has come when it is all there. */
export async function measurePaint(
  browser: Browser,
  server: SlowServer,
  { path, shown }: { path: string; shown: string },
  { cpu, line }: Conditions,
): Promise<Paint> {
  // What a worker fetches for another day would share the line.
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await slowDown(page, cpu)
    server.take()
    server.line = line
    await page.goto(new URL(path, server.url).href, { waitUntil: 'load' })
    await page.locator(shown).first().waitFor()
    const { bytes } = await untilQuiet(server)
    await picturesIn(page)
    const { largestMs, blockedMs } = await page.evaluate(paintsSoFar, TASK_MS)
    await scrollThrough(page)
    await untilQuiet(server)
    await picturesIn(page)
    return { largestMs, blockedMs, bytes, shift: await page.evaluate(shiftSoFar) }
  } finally {
    server.line = undefined
    await context.close()
  }
}

/** Waits for the pictures that the window shows. */
const picturesIn = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      const isSeen = image.checkVisibility() && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      return image.complete || !isSeen
    }),
  )

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
  })
}

/** Runs in the page. */
async function paintsSoFar(taskMs: number): Promise<Pick<Paint, 'largestMs' | 'blockedMs'>> {
  const entriesOf = async (type: string): Promise<PerformanceEntry[]> => {
    const entries: PerformanceEntry[] = []
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true })
    await new Promise((seen) => setTimeout(seen, 200))
    return entries
  }
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const largest = (await entriesOf('largest-contentful-paint')).at(-1)
  if (!largest) throw new Error('Nothing was painted.')
  const tasks = (await entriesOf('longtask')).filter(({ startTime, duration }) => startTime + duration > first)
  const blockedMs = tasks.reduce((sum, { startTime, duration }) => {
    const from = Math.max(first, startTime + taskMs)
    return sum + Math.max(0, startTime + duration - from)
  }, 0)
  return { largestMs: largest.startTime, blockedMs }
}

/** Runs in the page. The largest sum of shifts that are less than a second apart, in five seconds at most, as Chromium defines it. */
async function shiftSoFar(): Promise<number> {
  const shifts: (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[] = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  await new Promise((seen) => setTimeout(seen, 200))
  let [largest, sum, start, last] = [0, 0, -Infinity, -Infinity]
  for (const { startTime, value = 0, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    if (startTime - last > 1000 || startTime - start > 5000) [sum, start] = [0, startTime]
    ;[sum, last] = [sum + value, startTime]
    largest = Math.max(largest, sum)
  }
  return largest
}
