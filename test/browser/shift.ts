import type { Page } from 'playwright-core'

/** How far things have moved on a page so far, in all. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What has changed is drawn with the next frame, and told of after it.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
  })
