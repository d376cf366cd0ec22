import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { reportViolations } from '../browser.ts'

/** Violations of the Content-Security-Policy by pages of devices. */
export const violations: string[] = []

/** A page of a browser with a worker, on a phone that `whenDone` closes. */
export async function device(
  browser: Browser,
  options: BrowserContextOptions = {},
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  await reportViolations(context)
  context.on('console', (message) => {
    if (message.text().startsWith('Content-Security-Policy')) violations.push(message.text())
  })
  whenDone(() => context.close())
  return context.newPage()
}

/** Opens a page, and waits until the worker of the site controls it. */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((later) => setTimeout(later, 50))
  })
}

/** Keeps the subject of a page offline, as a person does. */
export async function keepHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByText('Kept on this device. It can be read without a connection.').waitFor()
}

/** Views the first picture of a step enlarged, as a person does. */
export async function largePicture(page: Page): Promise<void> {
  await page.locator('a.step-picture').first().click()
  const large = page.locator('dialog.zoom[open] img')
  await expect.poll(() => large.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
}

/** The kept packs and items, as the browser stores them. Runs in the page. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('benchbook '))
    if (!name) return { items: [], packs: 0, files: 0 }
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>
        request.addEventListener('success', () => resolve(request.result))
      })
    const items = await all<{ path: string; isWhole: boolean; files: Record<string, string> }>('items')
    const packs = await all<{ files: unknown[] }>('packs')
    database.close()
    return { items, packs: packs.length, files: packs.reduce((sum, { files }) => sum + files.length, 0) }
  })
