import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Kind, Look } from './kinds.ts'

/** Longer pages are cut: what is below looks as what is above. */
const MAX_HEIGHT = 3600

interface Taking {
  /** Of the browser's context, besides those of the look. */
  options?: BrowserContextOptions
  /** Before any page is opened. */
  before?: (context: BrowserContext) => Promise<void>
  /** When the picture has been taken. */
  after?: ((page: Page) => Promise<void>) | undefined
  maxHeight?: number
}

/** A page of a kind as a PNG: all of it, or where it is folded, as much as the window shows. */
export async function take(
  browser: Browser,
  site: string,
  { path, prepare, folded }: Kind,
  look: Look,
  { options, before, after, maxHeight = MAX_HEIGHT }: Taking = {},
): Promise<Buffer> {
  const { width, height, colorScheme = 'light', media, prefix = '' } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce', ...options })
  try {
    await before?.(context)
    const page = await context.newPage()
    await page.goto(new URL(`.${prefix}${path}`, site).href, { waitUntil: 'load' })
    await prepare?.(page)
    if (media) await page.emulateMedia({ media, colorScheme })
    // Pictures further down load when they come near.
    await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => undefined)))
    })
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    const picture = folded
      ? await page.screenshot()
      : await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, maxHeight) } })
    await after?.(page)
    return picture
  } finally {
    await context.close()
  }
}
