import type { Page } from 'playwright-core'

/** The total layout shift of a page so far. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // A change is drawn with the next frame, and reported after it.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
  })
