import { afterEach, beforeAll, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { device, keepHere, openApp, violations } from './app/device.ts'
import { type Host, startHost } from './app/host.ts'
import { buildSites, GUIDE } from './app/sites.ts'
import { test as base } from './browser.ts'

const BASE = '/mending/'

let host: Host
const build = buildSites(BASE)
beforeAll(async () => {
  host = await startHost(await build('site', ['--name', 'Mending']), BASE)
  return () => host.close()
})
afterEach(() => {
  host.state = 'well'
  expect(violations.splice(0)).toEqual([])
})

/** A page of a device that has opened a guide. */
const test = base.extend('page', async ({ browser }, { onCleanup }) => {
  const page = await device(browser, {}, onCleanup)
  await openApp(page, `${host.url}${GUIDE}`)
  return page
})

interface Manifest {
  name: string
  lang: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { url: string }[]
}

/** The manifest that a page names. */
async function manifestOf(page: Page): Promise<Manifest> {
  const url = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href)
  return (await (await fetch(url)).json()) as Manifest
}

/** The width and height of each picture, as drawn by a browser. */
const drawnSizes = (page: Page, urls: string[]) =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (url) => {
          const image = new Image()
          image.src = url
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }),
      ),
    urls,
  )

describe('the web app manifest, of a site below a base', () => {
  test('has its name, start address and scope below the base, and icons of the stated sizes', async ({ page }) => {
    const manifest = await manifestOf(page)
    expect(manifest).toMatchObject({ id: BASE, name: 'Mending', short_name: 'Mending', lang: 'en', display: 'standalone' })
    expect(manifest).toMatchObject({ start_url: BASE, scope: BASE })
    const { icons } = manifest
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(
      expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
    )
    expect(icons.filter(({ src, type }) => !src.startsWith(BASE) || type !== 'image/png')).toEqual([])
    const urls = icons.map(({ src }) => new URL(src, host.url).href)
    expect(await drawnSizes(page, urls)).toEqual(icons.map(({ sizes }) => sizes))
    for (const { url } of manifest.shortcuts) expect((await fetch(new URL(url, host.url))).status).toBe(200)
  })

  test('can be installed by a browser', async ({ page }) => {
    await page.goto(host.url)
    const devtools = await page.context().newCDPSession(page)
    expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A context of a test is a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })
})

describe('a reader who keeps something offline', () => {
  test('is asked for permission by the browser, and not before', async ({ page }) => {
    await page.addInitScript(() => {
      StorageManager.prototype.persist = () => {
        document.documentElement.dataset.asked = `${document.documentElement.dataset.asked ?? ''}once`
        return Promise.resolve(false)
      }
    })
    await page.reload()
    const asked = () => page.evaluate(() => document.documentElement.dataset.asked)
    const button = page.getByRole('button', { name: 'Keep offline' })
    await button.click()
    await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
    await expect.poll(() => asked()).toBeUndefined()
    await button.click()
    await keepHere(page)
    await expect.poll(() => asked()).toBe('once')
  })

  test('sees the progress in bytes', async ({ page }) => {
    await page.getByRole('button', { name: 'Keep offline' }).click()
    const start = page.getByRole('button', { name: 'Keep on this device' })
    await start.waitFor()
    await page.evaluate(() => {
      const panel = document.querySelector('.keep-panel')
      const seen: [string, number][] = ((globalThis as { seen?: [string, number][] }).seen = [])
      const note = () => seen.push([panel?.querySelector('p')?.textContent ?? '', panel?.querySelector('progress')?.value ?? 0])
      if (panel) new MutationObserver(note).observe(panel, { childList: true, subtree: true })
    })
    await start.click()
    await page.getByText('Kept on this device. It can be read without a connection.').waitFor()
    const seen = await page.evaluate(() => (globalThis as { seen?: [string, number][] }).seen ?? [])
    const during = seen.filter(([said]) => /^[\d.]+ [kM]B of [\d.]+ [kM]B$/.test(said))
    expect(during.length).toBeGreaterThan(5)
    const values = during.map(([, value]) => value)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(values[0]).toBeLessThan(0.1)
    expect(values.at(-1)).toBeGreaterThan(0.9)
  })

  test.for([true, false])('is warned of the seven days in Safari, and nowhere else: %s', async (isSafari, { page }) => {
    if (isSafari) await page.addInitScript(() => void ((globalThis as { GestureEvent?: unknown }).GestureEvent = Event))
    await page.reload()
    await page.getByRole('button', { name: 'Keep offline' }).click()
    await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
    const said = await page.locator('.keep-panel [role=status]').innerText()
    expect(said).toMatch(/^About [\d.]+ [kM]B/)
    expect(/Safari .+ seven days/.test(said)).toBe(isSafari)
    await expect.poll(() => page.getByRole('button', { name: 'Save as one file' }).isVisible()).toBe(true)
  })
})

test('an open guide works on when the host is gone, though not kept, and no tap leaves it', async ({ page }) => {
  await page.waitForLoadState('networkidle')
  host.state = 'gone'
  await page.context().setOffline(true)
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
  await expect.poll(() => page.locator('.guide-actions [data-said]').innerText()).not.toBe('')
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect.poll(() => page.locator('.keep-panel').innerText()).not.toBe('')
  expect(page.url().replace(/#.*/, '')).toBe(address)
})
