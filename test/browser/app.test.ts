import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { allPictures, shownSteps, startSteps } from './acts.ts'
import { device, keepHere, largePicture, openApp, stored, violations } from './app/device.ts'
import { type Host, startHost } from './app/host.ts'
import { buildSites, FIRST, GUIDE } from './app/sites.ts'
import { test as base } from './browser.ts'
import { SAMPLE_BASE } from '../sample-site.ts'
import { ask, hits } from './search.ts'
import { inSweep, SWEEP, sweepOr } from '../sweep.ts'

const BASE = SAMPLE_BASE
const NEW_TITLE = 'Take the kettle off its base'

const build = buildSites(BASE)
const first = inject('siteFolder')
let [second, plain] = ['', '']
beforeAll(async () => {
  second = await build('second', ['--accent', '#1b5fa8'], { 3: NEW_TITLE })
  if (SWEEP) plain = await build('plain', ['--no-app'])
})
afterEach(() => {
  expect(violations.splice(0)).toEqual([])
})

/** A host with the first site, a page of a device that has opened a guide of it, and one that has kept its category. */
const test = base
  .extend('host', async ({}, { onCleanup }) => {
    const host = await startHost(first, BASE)
    onCleanup(() => host.close())
    return host
  })
  .extend('page', async ({ browser, host }, { onCleanup }) => {
    const page = await device(browser, {}, onCleanup)
    await openApp(page, `${host.url}${GUIDE}`)
    return page
  })
  .extend('kept', async ({ page }) => {
    await keepHere(page)
    return page
  })

const sweepTest = inSweep(test)
const PACES = [
  [0, 'at once'],
  [4000, 'late'],
] as const

const accentOf = (page: Page) => page.locator('.kicker >> nth=0').evaluate((kicker) => getComputedStyle(kicker).color)
const titleOf = (page: Page) => page.locator('h1').innerText()
const widths = async (page: Page) => (await allPictures(page.locator('.step-picture img'))).map(({ width }) => width)
/** Waits until the kept copy of a guide is that of the latest deployed site. */
async function expectKeptAnew(page: Page, host: Host): Promise<void> {
  const { pages } = (await (await page.request.get(`${host.url}app/en.json`)).json()) as { pages: Record<string, [string]> }
  const sumOf = async () => (await stored(page)).items.find(({ path }) => path === GUIDE)?.files[`${GUIDE}index.html`]
  await expect.poll(sumOf).toContain(pages[GUIDE]?.[0])
}

/** The cache of recently read pages. */
const RECENT = `benchbook ${BASE} recent`
const recentPaths = (page: Page) =>
  page.evaluate(async (recent) => (await (await caches.open(recent)).keys()).map(({ url }) => new URL(url).pathname), RECENT)

describe('a kept category', () => {
  test('can be read, searched and followed step by step when the host is gone', async ({ host, page }) => {
    await page.locator('nav.crumbs a, [aria-label="You are here"] a').last().click()
    await page.getByRole('button', { name: 'Keep offline' }).click()
    const panel = page.locator('.keep-panel')
    await expect.poll(() => panel.innerText()).toMatch(/About [\d.]+ [kM]B/)
    const asked = host.asked.length
    await page.getByRole('button', { name: 'Keep on this device' }).click()
    await panel.getByText('Kept on this device.').waitFor()
    expect(host.asked.length).toBeGreaterThan(asked + 20)
    const kept = await stored(page)
    expect(kept.items.map(({ isWhole }) => isWhole)).toEqual([true, true])
    expect(kept.files).toBeGreaterThan(50)
    expect(kept.packs).toBeLessThan(4)

    host.state = 'gone'
    await page.context().setOffline(true)
    const path = new URL(page.url()).pathname
    await page.goto('about:blank')
    await page.goto(new URL(path, host.url).href)
    await page.locator(`main a[href="${BASE}${GUIDE}"]`).first().click()
    await page.waitForURL(`**/${GUIDE}`)
    const seen = await widths(page)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.filter((width) => width < 100)).toEqual([])

    await largePicture(page)
    await startSteps(page)
    await expect.poll(() => shownSteps(page)).toHaveLength(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(/#step-2$/)
    await page.keyboard.press('Escape')
    await page.locator('details[data-prerequisite] summary').first().click()
    await page.locator('details[data-prerequisite] .step').first().waitFor()

    await page.goto(`${host.url}search/`)
    await ask(page, 'replacement')
    const away = await hits(page).evaluateAll((items) => items.map((item) => item.classList.contains('is-away')))
    expect([away[0], away.at(-1)]).toEqual([false, true])
    expect(away).toEqual(away.toSorted((a, b) => Number(a) - Number(b)))
    await expect.poll(() => hits(page).first().innerText()).toContain('On this device')
    await ask(page, 'kettle')
    await expect.poll(() => hits(page).count()).toBeGreaterThan(2)
    await hits(page).getByRole('link', { name: 'Kettle 1.7 L Base Disassembly' }).first().click()
    await page.waitForURL(`**/${GUIDE}`)
    await expect.poll(() => titleOf(page)).toBe('Kettle 1.7 L Base Disassembly')
  })

  for (const [idleAfterMs, pace] of sweepOr(PACES, ([ms]) => ms === 0))
    test(`is updated from a new site, and an open guide works on, on a device idle ${pace}`, async ({ host, kept: page }) => {
      // A device under load has time for the rest of a page only after the new worker has arrived.
      await page.context().addInitScript((ms) => {
        window.requestIdleCallback = (act) => window.setTimeout(act as () => void, ms)
      }, idleAfterMs)
      const open = await page.context().newPage()
      await open.goto(`${host.url}${FIRST}`)
      host.deploy(second)
      host.toKeep.length = 0
      await page.goto(host.url)
      await expectKeptAnew(page, host)
      // Pictures have not changed.
      expect(host.toKeep.filter((path) => path.startsWith('media/'))).toEqual([])
      host.state = 'gone'
      await page.goto(`${host.url}${GUIDE}`)
      await expect.poll(() => titleOf(page)).toBe(NEW_TITLE)
      await expect.poll(() => accentOf(page)).toBe('rgb(27, 95, 168)')
      // The earlier page loads what it needs from the kept files of its build.
      await startSteps(open)
      await expect.poll(() => shownSteps(open)).toHaveLength(1)
    })

  sweepTest(
    'is read in its latest kept version, also if the page that kept it was closed before it told the worker',
    async ({ host, kept: page }) => {
      // The worker has read the kept files.
      await page.goto(`${host.url}${GUIDE}`)
      await page.context().addInitScript(() => {
        const say = Reflect.get(ServiceWorker.prototype, 'postMessage') as (...said: unknown[]) => void
        ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...said: unknown[]) {
          if (said[0] !== 'kept') Reflect.apply(say, this, said)
        }
      })
      host.deploy(second)
      await page.goto(host.url)
      await expectKeptAnew(page, host)
      host.state = 'gone'
      await page.goto(`${host.url}${GUIDE}`)
      await expect.poll(() => titleOf(page)).toBe(NEW_TITLE)
    },
  )

  for (const state of ['failing', 'captured', 'empty'] as const)
    sweepTest(`is kept if all answers of the host are wrong: ${state}`, async ({ host, kept: page }) => {
      const before = await stored(page)
      host.state = state
      await page.goto(`${host.url}${GUIDE}`)
      await expect.poll(() => titleOf(page)).toBe('Kettle 1.7 L Base Disassembly')
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined))
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${host.url}${FIRST}`)
      await expect.poll(() => page.locator('.step').count()).toBeGreaterThan(0)
      await page.goto(`${host.url}kept/`)
      await page.locator('.kept').getByRole('link', { name: 'Kettle 1.7 L Base Disassembly' }).waitFor()
      expect((await stored(page)).items).toEqual(before.items)
      await page.goto(`${host.url}${GUIDE}`)
      await startSteps(page)
      await expect.poll(() => shownSteps(page)).toHaveLength(1)
    })

  sweepTest('is unchanged if a new site is incomplete', async ({ host, kept: page }) => {
    const before = await stored(page)
    // The lists and the worker are new, scripts and guides are not.
    host.instead = (path) => (/^(?:_astro|guide)\//.test(path) ? { status: 200, type: 'text/html', body: '<h1>Oops</h1>' } : undefined)
    host.deploy(second)
    await page.goto(`${host.url}kept/`)
    await page.getByText('There is a newer version on the server.').waitFor()
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('The site is being changed at the moment').waitFor()
    expect((await stored(page)).items).toEqual(before.items)
    await page.goto(`${host.url}${GUIDE}`)
    await expect.poll(() => titleOf(page)).toBe('Kettle 1.7 L Base Disassembly')
    await expect.poll(() => accentOf(page)).toBe('rgb(168, 63, 27)')
    // A worker that is being installed when the rest arrives belongs to the other site.
    await page.goto(`${host.url}kept/`)
    const update = page.getByRole('button', { name: 'Update' })
    await update.waitFor()
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    host.instead = undefined
    await update.click()
    await page.getByText('Up to date').waitFor()
  })
})

describe('keeping offline', () => {
  test('resumes where it stopped', async ({ host, page }) => {
    await page.getByRole('button', { name: 'Keep offline' }).click()
    let media = 0
    host.instead = (path) => {
      if (path.startsWith('media/') && ++media > 4) host.state = 'gone'
      return undefined
    }
    await page.getByRole('button', { name: 'Keep on this device' }).click()
    await page.getByText('The connection is gone.').waitFor()
    const half = await stored(page)
    expect(half.items.map(({ isWhole, files }) => [isWhole, Object.keys(files)])).toEqual([[false, []]])
    expect(half.files).toBeGreaterThan(2)
    host.state = 'well'
    host.instead = undefined
    host.toKeep.length = 0
    await page.reload()
    await expect.poll(async () => (await stored(page)).items.map(({ isWhole }) => isWhole)).toEqual([true, true])
    expect((await stored(page)).files).toBe(half.files + host.toKeep.filter((path) => !path.startsWith('app/')).length)
  })

  sweepTest('without enough space is reported, and keeps nothing', async ({ host, page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: 1_000_000 })
    await page.getByRole('button', { name: 'Keep offline' }).click()
    await page.getByRole('button', { name: 'Keep on this device' }).click()
    await page.getByText('There is not enough room on this device. Nothing of it was kept.').waitFor()
    await expect.poll(() => stored(page)).toEqual({ items: [], packs: 0, files: 0 })
  })

  sweepTest('checks at each start what the browser has left', async ({ host, kept: page }) => {
    await page.evaluate(async (name) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
      })
      const transaction = database.transaction('blobs', 'readwrite')
      transaction.objectStore('blobs').clear()
      await new Promise((done) => transaction.addEventListener('complete', done))
      database.close()
    }, `benchbook ${BASE}`)
    host.toKeep.length = 0
    await page.goto(host.url)
    await expect.poll(() => host.toKeep.filter((path) => path.startsWith('media/')).length).toBeGreaterThan(10)
    await expect.poll(async () => (await stored(page)).items.every(({ isWhole }) => isWhole)).toBe(true)
    host.state = 'gone'
    await page.goto(`${host.url}${GUIDE}`)
    expect((await widths(page)).filter((width) => width < 100)).toEqual([])
  })
})

test('kept pages can be removed completely', async ({ kept: page }) => {
  await page.getByRole('link', { name: 'Show what is kept' }).click()
  await page.getByText('Up to date').waitFor()
  await expect.poll(() => page.locator('.kept li').innerText()).toMatch(/[\d.]+ kB · As of \w+ \d+, \d{4}/)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Nothing is kept yet.').waitFor()
  await expect.poll(() => stored(page)).toEqual({ items: [], packs: 0, files: 0 })
})

test('recently read pages are available without a host, and others give our offline page', async ({ host, page }) => {
  await page.goto(`${host.url}${FIRST}`)
  await page.waitForLoadState('networkidle')
  host.state = 'gone'
  for (const path of [GUIDE, FIRST]) {
    await page.goto(host.url + path)
    await expect.poll(() => page.locator('.step').count()).toBeGreaterThan(0)
  }
  await page.goto(`${host.url}guide/11/`)
  await page.getByText('This page is not on this device, and there is no connection.').waitFor()
  await page.getByRole('heading', { name: 'Read lately' }).waitFor()
  await page.getByRole('link', { name: 'Kettle 1.7 L Base Disassembly' }).waitFor()
  host.state = 'well'
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.step').first().waitFor()
})

sweepTest('only the last 60 recently read pages and 300 pictures are kept', async ({ host, page }) => {
  const add = (name: string, count: number) =>
    page.evaluate(
      async ([recent, name, count]) => {
        const cache = await caches.open(recent)
        const headers = { 'x-benchbook-at': String(Date.now()) }
        for (let at = 0; at < count; at++) await cache.put(name.replace('N', String(at)), new Response('', { headers }))
      },
      [RECENT, BASE + name, count] as const,
    )
  const left = async (folder: string) => {
    return (await recentPaths(page)).filter((path) => path.startsWith(BASE + folder)).map((path) => path.slice(BASE.length))
  }
  await add('tag/N/', 70)
  await add('media/00/N-1000.jpg', 310)
  const afterReading = async () => {
    await page.goto(`${host.url}${FIRST}`)
    return (await left('media/')).length
  }
  await expect.poll(afterReading, { interval: 1000 }).toBe(300)
  await expect.poll(async () => (await left('tag/')).length + (await left('guide/')).length).toBe(60)
  await expect.poll(() => left('guide/')).toContain(FIRST)
  await expect.poll(() => left('tag/')).toContain('tag/69/')
  await expect.poll(() => left('tag/')).not.toContain('tag/0/')
})

sweepTest('pages read more than 30 days ago are removed after a new site', async ({ host, page }) => {
  await page.goto(`${host.url}about/`)
  await page.evaluate(
    async ([recent, root]) => {
      const cache = await caches.open(recent)
      for (const days of [29, 31])
        await cache.put(`${root}tag/${days}/`, new Response('', { headers: { 'x-benchbook-at': String(Date.now() - days * 86_400_000) } }))
    },
    [RECENT, BASE] as const,
  )
  await expect.poll(() => recentPaths(page)).toEqual(expect.arrayContaining([`${BASE}tag/29/`, `${BASE}tag/31/`]))
  host.deploy(second)
  await page.goto(`${host.url}about/`)
  const isWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  await expect.poll(isWaiting).toBe(true)
  // The new worker waits until no page is open.
  await page.close()
  const next = await page.context().newPage()
  await next.goto(`${host.url}about/`)
  await expect.poll(() => recentPaths(next)).not.toContain(`${BASE}tag/31/`)
  await expect.poll(() => recentPaths(next)).toContain(`${BASE}tag/29/`)
})

sweepTest('a new site fetches only changed files of the shell', async ({ host, page }) => {
  await page.goto(`${host.url}about/`)
  expect(host.asked.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(20)
  host.deploy(second)
  host.asked.length = 0
  await page.goto(`${host.url}about/`)
  await expect.poll(() => host.asked).toContain('service-worker.js')
  const isFetched = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.installing === null
    })
  await expect.poll(async () => host.asked.some((path) => /^_astro\/.*\.css$/.test(path)) && isFetched()).toBe(true)
  expect(host.asked.filter((path) => path.startsWith('_astro/') && path.endsWith('.js'))).toEqual([])
})

sweepTest('with `--no-app` the previous worker removes itself and what it kept', async ({ host, kept: page }) => {
  host.deploy(plain)
  await page.goto(host.url)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.goto(host.url)
  await expect.poll(() => page.evaluate(async () => [await caches.keys(), (await indexedDB.databases()).length])).toEqual([[], 0])
  await expect.poll(() => page.locator('link[rel=manifest], [data-keep]').count()).toBe(0)
})
