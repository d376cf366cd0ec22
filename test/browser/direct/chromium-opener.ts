import { startChromium } from '../chromium.ts'
import { CLICK, OPEN_TIMEOUT_MS, type Opener, SETTLE_MS } from './opener.ts'

/** A Chromium that ignores the policy of pages, which is a separate line of defence. */
export async function chromiumOpener(proxy: string): Promise<Opener> {
  const browser = await startChromium({ proxy: { server: proxy, bypass: '127.0.0.1' } })
  const context = await browser.newContext({ bypassCSP: true, acceptDownloads: false })
  const open: Opener['open'] = async (url, isClicked) => {
    const page = await context.newPage()
    try {
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        return dialog.dismiss()
      })
      const isShown = await page.goto(url, { timeout: OPEN_TIMEOUT_MS }).then(
        () => true,
        (error: unknown) => {
          // A download aborts the navigation.
          if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error
          return false
        },
      )
      if (isShown && isClicked) await page.mouse.click(CLICK.x, CLICK.y)
      await page.waitForTimeout(SETTLE_MS)
      return { url: isShown ? page.url() : undefined, dialogs }
    } finally {
      await page.close()
    }
  }
  return { atOnce: 6, open, close: () => browser.close() }
}
