import type { Locator, Page } from 'playwright-core'

/** Reader actions on a page, and queries that tests use repeatedly. */

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Starts to show one step at a time, by keyboard. */
export async function startSteps(page: Page): Promise<void> {
  await page.locator('[data-do=start]').press('Enter')
  await page.locator('.steps-section.one-step').waitFor()
}

/** The anchors of the steps that are visible to a reader. */
export const shownSteps = (page: Page): Promise<string[]> =>
  page.locator('[data-steps] > .steps > .step:visible').evaluateAll((steps) => steps.map(({ id }) => id))

export const hasFocus = (place: Locator): Promise<boolean> => place.evaluate((element) => element === document.activeElement)

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await hasFocus(place)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(place)}.`)
}

/** Resolves with the width of the first of some pictures, once it is loaded and decoded. */
export const widthOf = (pictures: Locator): Promise<number> =>
  pictures.first().evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))

/** Loads lazy pictures: their origins and widths; 0 for one that fails to load. */
export const allPictures = (pictures: Locator): Promise<{ origin: string; width: number }[]> =>
  pictures.evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
    return images.map(({ currentSrc, naturalWidth }) => ({ origin: new URL(currentSrc).origin, width: naturalWidth }))
  })

export const hrefsOf = (links: Locator): Promise<string[]> => links.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href))

export const pathsOf = async (links: Locator): Promise<string[]> => (await hrefsOf(links)).map((href) => new URL(href).pathname)

/** All ids of a page, which must be unique. */
export const idsOf = (page: Page): Promise<string[]> => page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))

/** Fingers on the screen of a page: each call is a touch, at most two of them at once. */
export async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[] = [], timestamp?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, ...(timestamp !== undefined && { timestamp }) })
}
