import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject } from 'vitest'
import { serveSite, type Serving } from '../../src/publish/serve.ts'
import { SEARCH } from '../../src/routes.ts'
import { largeSampleSite, SAMPLE_BASE } from '../sample-site.ts'
import { documentOf, stream } from '../search/documents.ts'
import { every, inSweep, SWEEP, sweepOr } from '../sweep.ts'
import { hasFocus } from './acts.ts'
import { test } from './browser.ts'
import { searchableSites } from './built-site.ts'
import { filterLaws } from './filter-laws.ts'
import { ask, firstHit, hits } from './search.ts'
import { findingLaws } from './search-laws.ts'

const sweepTest = inSweep(test)

const box = (page: Page) => page.getByRole('searchbox')

describe('the search of a small site', () => {
  const search = () => `${inject('siteUrl')}search/`
  findingLaws(search)
  filterLaws(search)
})

describe('the search of a large site', () => {
  let site: Serving
  beforeAll(async () => {
    site = await serveSite(await largeSampleSite(), { base: SAMPLE_BASE, port: 0 })
    return () => site.close()
  })
  const search = () => `${site.url}search/`
  findingLaws(search, sweepTest)
  if (SWEEP) filterLaws(search)
})

test('with JavaScript off the page reports it, with an alternative', async ({ open }) => {
  const page = await open(SEARCH, { javaScriptEnabled: false })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/JavaScript/)
})

test('the slash focuses the box of the search page itself', async ({ open }) => {
  const page = await open(SEARCH)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(box(page))).toBe(true)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
})

const serveSearch = searchableSites()

describe('the index', () => {
  sweepTest('may have many parts, which share a few workers', async ({ open, onTestFinished }) => {
    const documents = Array.from({ length: 24 }, (_, at) =>
      documentOf(`/guide/${at}/`, `Kettle ${at + 100}`, { text: `Pull lever ${at + 200}.` }),
    )
    const site = await serveSearch(stream(documents), { shard: { pages: 2, words: Infinity } })
    onTestFinished(site.close)
    const page = await open(`${site.url}search/`)
    await ask(page, 'lever')
    await expect.poll(() => page.getByRole('status').innerText()).toContain('24')
    expect(page.workers().length).toBeLessThanOrEqual(8)
    for (const at of [0, 7, 23]) {
      expect(await firstHit(page, `lever ${at + 200}`)).toBe(`/mending/guide/${at}/`)
      expect(await firstHit(page, `Kettle ${at + 100}`)).toBe(`/mending/guide/${at}/`)
    }
  })

  const WITHOUT_WORKERS = [
    ['that knows no workers', () => Reflect.deleteProperty(globalThis, 'Worker')],
    [
      'whose workers cannot be modules',
      () => {
        const Original = globalThis.Worker
        globalThis.Worker = class extends Original {
          constructor(url: string | URL) {
            super(new URL('../pagefind/pagefind.js', new URL(url, location.href)))
          }
        }
      },
    ],
  ] as const
  test.for(sweepOr(WITHOUT_WORKERS, every(2)))('is searched by the page in a browser %s', async ([, change], { open }) => {
    // The stand-in names its script as a text, which the policy of the pages forbids.
    const page = await open(SEARCH, { bypassCSP: true })
    await page.addInitScript(change)
    await page.reload()
    await ask(page, 'kettle')
    await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
    expect(page.workers()).toEqual([])
  })
})
