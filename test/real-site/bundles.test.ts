import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { test } from '../browser/browser.ts'
import { startReader, whyNoReader } from '../browser/kiwix-serve.ts'
import { firstHit } from '../browser/search.ts'
import { whyNo } from '../tools.ts'
import { LARGE_FORM } from '../sample-site.ts'
import { differing, siteFiles } from '../site-files.ts'
import { followAll } from './follow.ts'
import { lostOf } from './page.ts'
import { readRealSite, type RealGuide, startRealSite } from './site.ts'

const REAL_SITE = process.env.REAL_SITE ?? ''
if (!REAL_SITE) console.warn('Skipped: REAL_SITE names no folder with a real site, which would be bundled in each form.')

const pageOf = ({ guideid }: RealGuide) => `guide/${guideid}/index.html`

describe.skipIf(!REAL_SITE)('a real site', () => {
  let home: string
  let guides: RealGuide[]
  let stopSite: () => void
  const bundle = (format: string, ...args: string[]) =>
    benchbook(['bundle', '--cache', join(home, 'cache'), '--format', format, '--out', join(home, 'guides'), ...args])

  /** The search page of the same site, made as if it were large. */
  async function largeForm(): Promise<string> {
    const out = join(home, 'large')
    const args = ['bundle', '--cache', join(home, 'cache'), '--format', 'folder', '--out', out]
    expect(await startBenchbook(args, { node: ['--import', LARGE_FORM] }).ended).toMatchObject({ code: 0 })
    expect(await readdir(join(out, 'pagefind'))).toContain('titles')
    return pathToFileURL(join(out, 'search/index.html')).href
  }

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'benchbook-real-bundles-'))
    const { api, stop } = await startRealSite(REAL_SITE)
    stopSite = stop
    ;({ guides } = readRealSite(REAL_SITE, new URL(api).origin))
    expect(await benchbook(['crawl', '--source', api, '--cache', join(home, 'cache')])).toMatchObject({ code: 0 })
    for (const format of ['zip', 'zim', 'folder']) expect(await bundle(format)).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    stopSite()
    await rm(home, { recursive: true, force: true })
  })

  describe.skipIf(whyNo('unzip'))('as a zip, unpacked in a folder with a space, an umlaut and a number sign', () => {
    let folder: string
    let url: string
    beforeAll(async () => {
      folder = await mkdtemp(join(home, 'Küche für #1 '))
      url = `${pathToFileURL(folder).href}/`
      execFileSync('unzip', ['-q', join(home, 'guides.zip'), '-d', folder])
    })

    test('equals the folder bundle, and its checksums are right', async () => {
      execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
      expect(differing(await siteFiles(folder), await siteFiles(join(home, 'guides')))).toEqual(['SHA256SUMS'])
    })

    test('has all 61 guides with all steps, lines and pictures', async () => {
      expect(guides).toHaveLength(61)
      expect((await Promise.all(guides.map((guide) => lostOf(guide, folder)))).flat()).toEqual([])
    })

    test('has links from its first page to all others in a browser, and no broken ones', async ({ open }) => {
      const page = await open(`${url}index.html`)
      const get = async (address: string): Promise<string> => {
        if (!existsSync(fileURLToPath(address))) throw new Error('There is no such file.')
        if (!address.endsWith('.html')) return ''
        await page.goto(address)
        return page.content()
      }
      const { pages, files, broken } = await followAll(`${url}index.html`, { get })
      expect(broken).toEqual([])
      const others = (await Array.fromAsync(filesBelow(folder))).filter((file) => file.endsWith('.html') && !pages.has(file))
      // Lists of things this site does not have, and the page for wrong addresses.
      expect(others.sort()).toEqual(['404.html', 'tag/index.html', 'team/index.html'])
      expect(files.size).toBeGreaterThan(2000)
    })

    test.for(['the search of a small site', 'that of a large one'])('finds every guide first by its title: %s', async (form, { open }) => {
      const page = await open(form.includes('large') ? await largeForm() : `${url}search/index.html`)
      const wrong: string[] = []
      for (const guide of guides) {
        const hit = await firstHit(page, guide.title)
        if (!hit.endsWith(`/${pageOf(guide)}`)) wrong.push(`"${guide.title}" (${guide.guideid}) finds ${hit}`)
      }
      expect(wrong).toEqual([])
    })
  })

  describe.skipIf(whyNoReader)('as a ZIM archive in kiwix-serve', () => {
    let reader: Awaited<ReturnType<typeof startReader>>
    let url: string
    beforeAll(async () => {
      reader = await startReader(join(home, 'guides.zim'))
      url = `${reader.url}guides/A/`
      return () => reader.stop()
    })

    test('has every page and every picture', async () => {
      const get = async (address: string): Promise<string> => {
        const answer = await fetch(address)
        const isPage = answer.headers.get('content-type')?.startsWith('text/html')
        const body = isPage ? await answer.text() : String((await answer.arrayBuffer()).byteLength)
        if (answer.status !== 200 || body === '0') throw new Error(`answers ${answer.status}`)
        return isPage ? body : ''
      }
      const { pages, files, broken } = await followAll(`${url}index.html`, { get, added: /^\/(?:$|skin\/|search$|random\?|guides\/$)/ })
      expect(broken).toEqual([])
      expect([...pages.keys()]).toEqual(expect.arrayContaining(guides.map(pageOf)))
      expect(files.size).toBeGreaterThan(2000)
    })
  })
})
