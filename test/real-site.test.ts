import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { serveSite, type Serving } from '../src/publish/serve.ts'
import { pathOf, SEARCH } from '../src/routes.ts'
import { benchbook, type Ended } from './benchbook.ts'
import { test } from './browser/browser.ts'
import { firstHit } from './browser/search.ts'
import { invalidIn } from './html-validate.ts'
import { linksOf, lostOf, readPage } from './real-site/page.ts'
import { readRealSite, type RealGuide, startRealSite } from './real-site/site.ts'
import { differing, rewritten, siteFiles } from './site-files.ts'
import { every, inSweep, sweepOr } from './sweep.ts'

const sweepTest = inSweep(test)

const REAL_SITE = process.env.REAL_SITE ?? ''
if (!REAL_SITE) console.warn('Skipped: REAL_SITE names no folder with a real site (serve.mjs, guides.json, guides/, categories.json).')

describe.skipIf(!REAL_SITE)('on a real site', () => {
  let folder: string
  let dist: string
  let site: Serving
  let stop: () => void
  let api: string
  let guides: RealGuide[]
  let categories: string[]
  const ended: Record<string, Ended> = {}

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'benchbook-real-'))
    dist = join(folder, 'dist')
    ;({ api, stop } = await startRealSite(REAL_SITE))
    ;({ guides, categories } = readRealSite(REAL_SITE, new URL(api).origin))
    const cache = join(folder, 'cache')
    ended.crawl = await benchbook(['crawl', '--source', api, '--cache', cache])
    ended.build = await benchbook(['build', '--cache', cache, '--out', dist, '--json'])
    ended.check = await benchbook(['check', '--out', dist])
    site = await serveSite(dist, { base: '/', port: 0 })
  })

  afterAll(async () => {
    site.close()
    stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.for(['crawl', 'build', 'check'])('%s ends with 0', (command) => {
    expect(ended[command]).toMatchObject({ code: 0 })
  })

  test('every word of every record is on its page', () => {
    expect(JSON.parse(ended.build?.stdout ?? '')).toMatchObject({ missingWords: [] })
  })

  test('all 61 guides are on their pages with all steps, lines and pictures', async () => {
    expect(guides).toHaveLength(61)
    const lost = await Promise.all(guides.map((guide) => lostOf(guide, dist)))
    expect(lost.flat()).toEqual([])
  })

  test('every category named by a guide or the tree has a page that its guides link to', async () => {
    const pathOfCategory = (title: string) => pathOf({ kind: 'wiki', namespace: 'CATEGORY', title })
    expect(categories.length).toBeGreaterThan(80)
    expect(categories.filter((title) => !existsSync(join(dist, pathOfCategory(title), 'index.html')))).toEqual([])
    for (const { guideid, category } of guides)
      expect(linksOf(await readPage(dist, pathOf({ kind: 'guide', guideid })))).toContain(pathOfCategory(category))
  })

  sweepTest('all pages are valid', async () => {
    expect(await invalidIn(dist)).toEqual([])
  })

  test('every guide is the first hit for its exact title', async ({ open }) => {
    const page = await open(new URL(SEARCH, site.url).href)
    const wrong: string[] = []
    for (const { guideid, title } of sweepOr(guides, every(6))) {
      const hit = await firstHit(page, title)
      if (hit !== pathOf({ kind: 'guide', guideid })) wrong.push(`"${title}" (${guideid}) finds ${hit}`)
    }
    expect(wrong).toEqual([])
  })

  sweepTest('a second night without changes leaves every file of the site and its time unchanged', async () => {
    const [cache, out] = [join(folder, 'night-cache'), join(folder, 'night-dist')]
    const night = async () => {
      expect(await benchbook(['crawl', '--source', api, '--cache', cache])).toMatchObject({ code: 0 })
      expect(await benchbook(['build', '--cache', cache, '--out', out, '--api-files'])).toMatchObject({ code: 0 })
      return siteFiles(out)
    }
    const [first, second] = [await night(), await night()]
    expect(first.size).toBeGreaterThan(2000)
    expect(differing(first, second)).toEqual([])
    expect(rewritten(first, second)).toEqual([])
  })
})
