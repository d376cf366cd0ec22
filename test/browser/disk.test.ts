import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { placeDiskScripts } from '../../src/build/disk-scripts.ts'
import { entriesBelow } from '../../src/disk/files-below.ts'
import { type Serving, serveSite } from '../../src/publish/serve.ts'
import { readPageParts } from '../../src/check/page-parts.ts'
import { filesIn } from '../../src/publish/overlay.ts'
import { makeIndex } from '../../src/search/index/index-site.ts'
import { folderForAll } from '../folders.ts'
import { documentOf, stream } from '../search/documents.ts'
import { hrefsOf, startSteps, widthOf } from './acts.ts'
import { test } from './browser.ts'
import { diskFirefox } from './disk/firefox.ts'
import { type Unpacked, unpackSite } from './disk/unpacked.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const withBefore = theGuide(guides, ({ prerequisites, tools }) => prerequisites.length > 0 && tools.length > 0)
const before = theGuide(guides, ({ guideid }) => guideid === withBefore.prerequisites[0]?.guideid)
const long = theGuide(guides, ({ steps }) => steps.length >= 5 && steps.every((step) => step.media?.type === 'image'))
const at = ({ guideid }: { guideid: number }) => `guide/${guideid}/index.html`

const home = folderForAll()
let site: Unpacked
/** The address of the same site with an index in the form of large ones. */
let large: string
let serving: Serving
beforeAll(async () => {
  site = await unpackSite(home)
  large = await largeSite()
  serving = await serveSite(site.folder, { base: '/some/where/', port: 0 })
  return serving.close
})

async function largeSite(): Promise<string> {
  const folder = join(site.folder, '..', 'large')
  await cp(site.folder, folder, { recursive: true })
  const documents = guides.map(({ guideid, title, steps }) => {
    const text = steps.flatMap(({ lines }) => lines.map(({ text_raw }) => text_raw)).join(' ')
    return documentOf(`/guide/${guideid}/`, title, { text })
  })
  await makeIndex(stream(documents), folder, { shard: { pages: 60, words: 1e6 }, titlesFrom: 1 })
  await placeDiskScripts(filesIn(folder), ['de', 'ja'], secretOf(await readFile(join(folder, 'index.html'), 'utf8')))
  expect((await readdir(join(folder, 'pagefind/fragment'))).length).toBeLessThan(documents.length)
  return `${pathToFileURL(folder).href}/`
}

const secretOf = (html: string): string => /data-secret="([0-9a-f]{16})"/.exec(html)?.[1] ?? ''

/** The target of a link of the page, from the root of the site. */
const fromRoot = (url: string) => decodeURI(url.slice(site.url.length))

describe('a site with relative links', () => {
  test('has no root-relative references, and none to a folder', async () => {
    const wrong: string[] = []
    for await (const { path } of entriesBelow(site.folder)) {
      if (!path.endsWith('.html') || path.endsWith('404.html')) continue
      for (const reference of readPageParts(await readFile(join(site.folder, path), 'utf8')).references)
        if (/^\/|^[^#:?]*\/([?#]|$)/.test(reference) && !URL.canParse(reference)) wrong.push(`${path}: ${reference}`)
    }
    expect(wrong).toEqual([])
  })

  test('can also be served below any folder, where its search has workers', async ({ open }) => {
    const page = await open(`${serving.url}search/index.html?q=kettle`)
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(1)
    expect(page.workers().length).toBeGreaterThan(0)
    await page.locator('.search-hit h2 a').first().click()
    await page.waitForURL(/\/some\/where\/guide\/\d+\/index\.html$/)
    await page.locator('.site-name').click()
    await page.waitForURL(`${serving.url}index.html`)
  })

  test('also shows the steps of another guide there, with the ticks of its page at any of its addresses', async ({ open }) => {
    const page = await open(serving.url + at(withBefore))
    const details = page.locator('[data-prerequisite]').first()
    await details.locator('summary').press('Enter')
    await expect.poll(() => details.locator('.step').count()).toBe(before.steps.length)
    await details.getByRole('checkbox').first().check()
    await page.goto(serving.url + at(before).replace('index.html', ''))
    await expect.poll(() => page.getByRole('checkbox', { name: 'Step 1 is done' }).isChecked()).toBe(true)
  })
})

describe('opened from a disk, in a folder with a space, an umlaut and a number sign', () => {
  test('a foreign page that frames one of the site learns nothing, and cannot know the names of its scripts', async ({ open }) => {
    const foreign = join(site.folder, '..', 'download.html')
    await writeFile(foreign, '<p>Invoice</p>')
    const page = await open(pathToFileURL(foreign).href)
    const told = await page.evaluate(
      async (url) => {
        const heard: unknown[] = []
        addEventListener('message', ({ data }) => heard.push(data))
        for (const name of ['', 'another']) {
          const frame = Object.assign(document.createElement('iframe'), { src: url, name })
          const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
          document.body.append(frame)
          await loaded
        }
        // A message posted by a frame before its load event arrives before this one.
        await new Promise((resolve) => {
          addEventListener('message', resolve)
          postMessage('the end', '*')
        })
        return heard
      },
      site.url + at(long),
    )
    expect(told).toEqual(['the end'])
    const secret = secretOf(await readFile(join(site.folder, at(long)), 'utf8'))
    const beside = (await Array.fromAsync(entriesBelow(site.folder))).flatMap(
      ({ path }) => /\.(?:json|pf_\w+|pagefind|js)\.(\w+)\.js$/.exec(path)?.[1] ?? [],
    )
    expect(new Set(beside)).toEqual(new Set([secret]))
  })

  test('a page has its styles, fonts and pictures, its links work, and it may not read another', async ({ open }) => {
    const page = await open(site.url + 'index.html')
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.site-header').evaluate((header) => getComputedStyle(header).display)).not.toBe('inline')
    await expect.poll(() => widthOf(page.locator('main img'))).toBeGreaterThan(0)
    const isRead = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      frame.src = 'about/index.html'
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await loaded
      return frame.contentDocument !== null
    })
    expect(isRead).toBe(false)
    await page.locator('main .card a').first().click()
    await page.waitForURL(/\/index\.html$/)
    expect(fromRoot(page.url())).toMatch(/^(category|guide)\//)
  })

  test('suggestions appear while typing, and a typing error is corrected', async ({ open }) => {
    const page = await open(site.url + 'about/index.html')
    const input = page.locator('form.search-box input')
    await input.pressSequentially('kettle')
    await expect.poll(() => page.locator('.quick-page').count()).toBeGreaterThan(0)
    for (const href of await hrefsOf(page.locator('.quick-page'))) expect(fromRoot(href)).toMatch(/\/index\.html$/)
    await input.fill('ketle')
    await expect.poll(() => page.locator('.quick-heading').allInnerTexts()).toContainEqual(expect.stringMatching(/kettle/))
  })

  test('on a large site titles answer first, and results have their excerpts, though pages are in packs', async ({ open }) => {
    const page = await open(`${large}about/index.html`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const box = page.locator('form.search-box')
    await box.locator('input').pressSequentially(before.title.toLowerCase())
    await expect.poll(() => box.getByRole('status').innerText()).toContain(`“${before.title.toLowerCase()}”`)
    await expect.poll(async () => (await hrefsOf(page.locator('.quick-page')))[0]).toBe(large + at(before))
    expect(asked.filter((name) => /\/pagefind\/titles\/source\/\w+\.(?:json|txt)\.\w+\.js$/.test(name)).length).toBeGreaterThan(1)

    await page.goto(`${large}search/index.html?q=unscrew`)
    await expect.poll(() => page.locator('.search-hit mark').count()).toBeGreaterThan(2)
    const found = await hrefsOf(page.locator('.search-hit h2 a'))
    expect(new Set(found).size).toBe(found.length)
    await page.locator('.search-hit h2 a').last().click()
    await page.waitForURL(found.at(-1) ?? '')
  })

  test('the search finds, filters, and comes back', async ({ open }) => {
    const page = await open(site.url + 'index.html')
    await page.locator('form.search-box input').fill('kettle')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(1)
    expect(fromRoot(page.url())).toBe('search/index.html?q=kettle')
    await expect.poll(() => widthOf(page.locator('.search-picture'))).toBeGreaterThan(0)
    const guides = page.getByRole('checkbox', { name: /^Guide/ })
    await guides.first().check()
    await expect.poll(() => page.url()).toContain('kind=guide')
    await page.locator('.search-hit h2 a').first().click()
    await page.waitForURL(/\/guide\/\d+\/index\.html/)
    await page.goBack()
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(0)
  })

  test('tools find the guides that they are good for, also in other languages', async ({ open }) => {
    const page = await open(site.url + 'tools/index.html')
    await page.getByRole('checkbox', { name: 'Clean cloth', exact: true }).check()
    await expect.poll(() => page.locator('[data-guides] a').count()).toBeGreaterThan(8)
    expect(fromRoot((await hrefsOf(page.locator('[data-guides] a')))[0] ?? '')).toMatch(/^guide\/\d+\/index\.html$/)
    await page.goto(site.url + 'de/tools/index.html')
    await expect.poll(() => page.locator('[data-guides] a').count()).toBeGreaterThan(8)
  })

  test('other languages are a click away; their search finds heads of compounds, and a word of another language links there', async ({
    open,
  }) => {
    const page = await open(site.url + at(long))
    await page.locator('.languages summary').click()
    await page.locator('.languages a[hreflang=de]').click()
    await page.waitForURL(site.url + 'de/' + at(long))
    await page.goto(site.url + 'de/search/index.html?q=Pfanne')
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(0)
    expect(fromRoot((await page.locator('.search-hit h2 a').first().getAttribute('href')) ?? '')).toMatch(/^de\/.*\/index\.html$/)
    await page.goto(site.url + 'search/index.html?q=クエン酸')
    await page.locator('[data-part=elsewhere] a').first().click()
    await page.waitForURL(site.url + `ja/search/index.html?q=${encodeURIComponent('クエン酸')}`)
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(0)
    await page.goto(site.url + 'ja/search/index.html?q=交換')
    await expect.poll(() => page.locator('.search-hit').count()).toBeGreaterThan(0)
  })

  test('a picture is enlarged, and one step shown at a time; there is no manifest, worker or offline copy', async ({ open }) => {
    const page = await open(site.url + at(long))
    await page.locator('a.step-picture').first().click()
    await page.locator('dialog.zoom[open]').waitFor()
    await page.keyboard.press('Escape')
    await startSteps(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(/#step-2$/)
    await expect.poll(() => page.locator('link[rel=manifest], [data-keep], a[href*="kept/"]').count()).toBe(0)
    const files = (await Array.fromAsync(entriesBelow(site.folder))).map(({ path }) => path)
    expect(files.filter((file) => /webmanifest|service-worker|^app\/|^(?:\w+\/)?kept\//.test(file))).toEqual([])
  })

  test('ticks are kept, a prerequisite is shown in place with its own, and a missing one is reported', async ({ open }) => {
    const page = await open(site.url + at(withBefore))
    const details = page.locator('[data-prerequisite]').first()
    await details.locator('summary').press('Enter')
    await expect.poll(() => details.locator('.step').count()).toBe(before.steps.length)
    expect(fromRoot(await details.locator('.step img >> nth=0').evaluate((image: HTMLImageElement) => image.src))).toMatch(/^media\//)
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await details.getByRole('checkbox').first().check()
    await page.goto(site.url + at(before))
    await expect.poll(() => page.getByRole('checkbox', { name: 'Step 1 is done' }).isChecked()).toBe(true)
    await page.goto(site.url + at(withBefore))
    await details.evaluate((element) => (element.dataset.prerequisite = '../../tag/index.html'))
    await details.locator('summary').press('Enter')
    await expect.poll(() => details.locator('> [role=status]').textContent()).toMatch(/could not/i)
  })

  test('a list of several pages is filtered as a whole', async ({ open }) => {
    const page = await open(site.url + site.list)
    const first = await page.locator('[data-listing] .card:visible').count()
    await page.getByRole('searchbox', { name: 'Filter this list' }).fill('a')
    await expect.poll(() => page.locator('[data-listing] .card').count()).toBeGreaterThan(first)
    for (const link of await hrefsOf(page.locator('[data-listing] .card a'))) expect(isThere(link), link).toBe(true)
  })
})

const isThere = (url: string): boolean => existsSync(join(site.folder, fromRoot(url).split(/[?#]/)[0] ?? ''))

const firefox = await diskFirefox()
if (!firefox) console.warn('Skipped: a site on a disk in Firefox, which is not installed.')
describe.skipIf(!firefox)('in Firefox, opened from a disk', () => {
  afterAll(() => firefox?.close())
  const opened = (path: string) => firefox?.open(site.url + path)
  const until = async (expression: string) => expect(await firefox?.until(expression), expression).toBe(true)
  const click = (selector: string) => firefox?.run(`document.querySelector(${JSON.stringify(selector)}).click()`)
  const type = (selector: string, text: string) =>
    firefox?.run(`{
      const input = document.querySelector(${JSON.stringify(selector)})
      input.focus()
      input.value = ${JSON.stringify(text)}
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }`)

  test('suggestions appear while typing, the search finds, and a form leads to it; a filter leaves fewer', async () => {
    await opened('about/index.html')
    await type('form.search-box input', 'kettle')
    await until(`document.querySelectorAll('.quick-page').length > 0`)
    await opened('index.html')
    await firefox?.run(`{
      const box = document.querySelector('form.search-box')
      box.querySelector('input').value = 'kettle'
      box.requestSubmit()
    }`)
    await until(`location.pathname.endsWith('/search/index.html') && document.querySelectorAll('.search-hit').length > 1`)
    await until(`document.querySelector('[data-key="kind:guide"]') !== null`)
    await click('[data-key="kind:guide"]')
    await until(`location.search.includes('kind=guide') && document.querySelectorAll('.search-hit').length > 0`)
    await firefox?.open(`${large}search/index.html?q=unscrew`)
    await until(`document.querySelectorAll('.search-hit mark').length > 2`)
    await until(`new Set(Array.from(document.querySelectorAll('.search-hit h2'), (title) => title.innerText)).size > 2`)
  })

  test('a picture is enlarged, one step at a time works, ticks are kept, and steps of another guide are shown in place', async () => {
    await opened(at(long))
    await click('a.step-picture')
    await until(`document.querySelector('dialog.zoom[open] img')?.naturalWidth > 100`)
    await firefox?.run(`document.querySelector('dialog.zoom').close()`)
    await click('[data-do=start]')
    await until(`document.querySelector('.one-step') !== null`)
    await firefox?.run(`document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))`)
    await until(`location.hash === '#step-2'`)
    await opened(at(before))
    await click('.step input[type=checkbox]')
    await opened('index.html')
    await opened(at(before))
    await until(`document.querySelector('.step input[type=checkbox]')?.checked === true`)
    await opened(at(withBefore))
    await firefox?.run(`document.querySelector('[data-prerequisite]').open = true`)
    await until(`document.querySelectorAll('[data-prerequisite] .step').length === ${before.steps.length}`)
  })

  test('a list of several pages is filtered as a whole, and tools find the guides that they are good for', async () => {
    await opened(site.list)
    const first = Number(await firefox?.run(`document.querySelectorAll('[data-listing] .card').length`))
    await type('input[aria-label="Filter this list"]', 'a')
    await until(`document.querySelectorAll('[data-listing] .card').length > ${first}`)
    await opened('tools/index.html')
    await click('[data-tools] input')
    await until(`document.querySelectorAll('[data-guides] a').length > 1`)
  })
})
