import type { Browser } from 'playwright-core'
import type { Kind, Look } from './kinds.ts'

/** Longer pages are cut: the rest looks the same. */
const MAX_HEIGHT = 3600

/** A page of a kind as a PNG, at the site's address: all of it, or only the visible part if it is `folded`. */
export const take = (browser: Browser, site: string, kind: Kind, look: Look): Promise<Buffer> =>
  takeAt(browser, new URL(`.${look.prefix ?? ''}${kind.path}`, site).href, kind, look)

/** The page at an address, likewise. */
export async function takeAt(browser: Browser, url: string, { prepare, folded }: Omit<Kind, 'path'>, look: Look): Promise<Buffer> {
  const { width, height, colorScheme = 'light', media } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    await prepare?.(page)
    if (media) await page.emulateMedia({ media, colorScheme })
    // Lazy pictures further down load when they come near.
    await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => undefined)))
    })
    if (folded) return await page.screenshot()
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    return await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, MAX_HEIGHT) } })
  } finally {
    await context.close()
  }
}
