import { afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { device, openApp, violations } from './app/device.ts'
import { Host } from './app/host.ts'
import { buildSites, GUIDE } from './app/sites.ts'
import { test } from './browser.ts'

const BASE = '/mending/'

let sites: Awaited<ReturnType<typeof buildSites>>
let host: Host
beforeAll(async () => {
  sites = await buildSites(BASE)
  host = await Host.start(await sites.build('site'), BASE)
  return async () => {
    host.close()
    await sites.close()
  }
})
afterEach(() => {
  expect(violations.splice(0)).toEqual([])
})

test('a guide that is open goes on when the host is gone, though nobody has kept it, and no tap leads out of it', async ({ browser }) => {
  const { context, page } = await device(browser)
  onTestFinished(() => context.close())
  await openApp(page, host.url + GUIDE)
  await page.waitForLoadState('networkidle')
  host.state = 'gone'
  await context.setOffline(true)
  const address = page.url()

  const pictures = page.locator('a.step-picture')
  for (const picture of [pictures.first(), pictures.last()]) {
    await picture.click()
    await page.locator('dialog.zoom[open]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.zoom[open]').count()).toBe(0)
  }
  expect(page.url().replace(/#.*/, '')).toBe(address)

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => page.locator('.step:visible').count()).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.url()).toMatch(/#step-2$/)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Step 2 is done' }).check()

  await page.getByRole('button', { name: 'Save as one file' }).click()
  await expect.poll(() => page.locator('[data-save] [data-said]').innerText()).not.toBe('')
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect.poll(() => page.locator('.keep-panel').innerText()).not.toBe('')
  expect(page.url().replace(/#.*/, '')).toBe(address)
})
