import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, inject } from 'vitest'
import { listen } from '../crawl/server.ts'
import { invalidIn } from '../html-validate.ts'
import { idsOf, PHONE } from './acts.ts'
import { test as base } from './browser.ts'
import { diskFirefox } from './disk/firefox.ts'
import type { Guide } from '../../src/model/guide.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const last = theGuide(guides, ({ prerequisites }) => prerequisites.length > 0)
/** Its prerequisites and theirs, in order, and the guide itself. */
const inOrder = withBefore(last)
const [first = last] = inOrder
const path = `guide/${last.guideid}/`
const stepCount = inOrder.reduce((sum, { steps }) => sum + steps.length, 0)

function withBefore(guide: Guide): Guide[] {
  const before = guide.prerequisites.map(({ guideid }) => theGuide(guides, (other) => other.guideid === guideid))
  return [...new Set([...before.flatMap(withBefore), guide])]
}

/** Presses the button of a guide's page, and saves the file in an unforeseen place. */
async function saveFrom(page: Page): Promise<{ name: string; folder: string; file: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as one file' }).click()])
  const folder = await mkdtemp(join(tmpdir(), 'benchbook für #1 '))
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return { name: download.suggestedFilename(), folder, file }
}

const test = base.extend('saved', { scope: 'file' }, async ({ browser }: { browser: Browser }, { onCleanup }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(new URL(path, inject('siteUrl')).href)
  const { name, folder, file } = await saveFrom(page)
  const said = await page.locator('.guide-actions [data-said]').innerText()
  await context.close()
  onCleanup(() => rm(folder, { recursive: true }))
  return { name, said, folder, url: pathToFileURL(file).href }
})

describe('a guide saved as one file', () => {
  test('has the guide’s name, sends no requests, and shows and prints all steps and pictures in order', async ({ browser, saved }) => {
    expect([saved.name, saved.said]).toEqual([`${last.title}.html`, 'Saved. You can open the file without a network.'])
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(saved.url)
    await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode())))
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([saved.url])
    await expect.poll(() => page.locator('.step').count()).toBe(stepCount)
    await expect
      .poll(() => page.locator('h1').allInnerTexts())
      .toEqual(inOrder.map(({ title }) => expect.stringContaining(title) as string))
    const widths = await page.evaluate(() => Array.from(document.images, ({ naturalWidth }) => naturalWidth))
    expect(widths.length).toBeGreaterThan(stepCount)
    expect(widths.filter((width) => width === 0)).toEqual([])
    await expect
      .poll(() => page.locator('.step-picture img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toContain(592)

    await page.emulateMedia({ media: 'print' })
    await expect
      .poll(() => page.locator('.step').evaluateAll((all) => all.filter((step) => step.getClientRects().length === 0).length))
      .toBe(0)
    await expect.poll(() => page.locator('.one-file-head p').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect((await page.pdf()).length).toBeGreaterThan(50_000)
    await context.close()
  })

  test('breaks none of its own rules, and runs no script but its own', async ({ open, saved }) => {
    const page = await open(saved.url)
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; img-src data:;/)
    await expect.poll(() => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe('rgb(250, 246, 240)')
    await expect.poll(() => page.locator('script, style, link').count()).toBe(2)
  })

  test('fits a phone, and keeps ticks of each guide over a reload', async ({ open, saved }) => {
    const page = await open(saved.url, { viewport: PHONE.viewport })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const box = (guideid: number) => page.locator(`#g${guideid}`).getByRole('checkbox', { name: 'Step 1 is done' })
    await box(first.guideid).check()
    await page.reload()
    expect([await box(first.guideid).isChecked(), await box(last.guideid).isChecked()]).toEqual([true, false])
  })

  test.for([first, last])('shows one step at a time of $title', async ({ guideid, steps }, { open, saved }) => {
    const page = await open(saved.url)
    const guide = page.locator(`#g${guideid}`)
    await guide.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(() => guide.locator('.step:visible').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(new RegExp(`#g${guideid}-step-2$`))
    await expect.poll(() => guide.locator('[data-position]').innerText()).toBe(`Step 2 of ${steps.length}`)
    await page.reload()
    await expect.poll(() => guide.locator('.step:visible').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => guide.locator('.step:visible').count()).toBe(steps.length)
  })

  test('enlarges a picture', async ({ open, saved }) => {
    const page = await open(saved.url)
    await page.locator('a.step-picture').first().click()
    const image = page.locator('dialog.zoom[open] img')
    await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(592)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.zoom-text').innerText()).toMatch(/^2 \//)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.zoom').count()).toBe(0)
  })

  test('links from one guide to the other within it, and otherwise to the original', async ({ open, saved }) => {
    const page = await open(saved.url)
    await page.locator(`#g${last.guideid} section[aria-labelledby^="g${last.guideid}-before"] .card a`).first().click()
    await expect.poll(() => page.url()).toBe(`${saved.url}#g${last.prerequisites[0]?.guideid ?? ''}`)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((one): [string, string] => [one.getAttribute('href') ?? '', one.getAttribute('class') ?? '']))
    const out = links.filter(([href]) => !href.startsWith('#'))
    expect(out.length).toBeGreaterThan(3)
    // Tools without a page in the original have one in the copy.
    for (const [href, className] of out)
      expect(className === '' ? 'https://creativecommons.org' : href).toMatch(
        /^(https:\/\/(mendery\.example|creativecommons)|http:\/\/localhost:\d+\/mending\/item\/)/,
      )
    const ids = await idsOf(page)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [href] of links) if (href.startsWith('#')) expect(ids).toContain(href.slice(1))
  })

  test('is valid, and readable without scripts', async ({ open, saved }) => {
    expect(await invalidIn(saved.folder)).toEqual([])
    const page = await open(saved.url, { javaScriptEnabled: false, viewport: PHONE.viewport })
    await expect.poll(() => page.locator('.step').count()).toBe(stepCount)
    await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  })

  test('keeps an injected script inert', async ({ browser, saved }) => {
    const html = await readFile(new URL(saved.url), 'utf8')
    const hostile = join(saved.folder, 'hostile.htm')
    const { url: host, asked } = await listen((_, response) => response.end())
    const attack = `<script>document.title = "hacked"</script><img src="data:," onerror="document.title = 'hacked'"><img src="${host}/x.png">`
    await writeFile(hostile, html.replace('<h1', `${attack}<h1`))
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(pathToFileURL(hostile).href)
    await page.locator('.tick').first().waitFor()
    await expect.poll(() => page.title()).toContain(last.title)
    expect(asked).toEqual([])
    await context.close()
  })
})

describe('the button', () => {
  base('is hidden without scripts, and causes no layout shift when shown', async ({ open }) => {
    const plain = await open(path, { javaScriptEnabled: false })
    await expect.poll(() => plain.locator('[data-do=save]').isVisible()).toBe(false)
    const page = await open(path)
    await page.locator('.guide-actions:not([hidden])').waitFor()
    const height = async () => (await page.locator('.guide-header').boundingBox())?.height
    const shown = await height()
    await page.locator('.guide-actions').evaluate((element: HTMLElement) => (element.hidden = true))
    await expect.poll(() => height()).toBe(shown)
  })

  base('reports if the file cannot be made, and tries again', async ({ open }) => {
    const page = await open(path, { expectStatus: 503 })
    await page.route('**/media/**', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Save as one file' }).click()
    const said = page.locator('.guide-actions [data-said]')
    await expect.poll(() => said.innerText()).toBe('The file could not be made. Check the connection and try again.')
    await page.unroute('**/media/**')
    const { folder } = await saveFrom(page)
    await rm(folder, { recursive: true })
  })
})

const firefox = await diskFirefox()
if (!firefox) console.warn('Skipped: a guide in one file in Firefox, which is not installed.')
describe.skipIf(!firefox)('in Firefox', () => {
  afterAll(() => firefox?.close())

  test('a guide in one file has its steps, pictures and ticks', async ({ saved }) => {
    await firefox?.open(saved.url)
    expect(await firefox?.until(`document.querySelectorAll('.step').length === ${stepCount}`)).toBe(true)
    expect(await firefox?.until(`[...document.images].every(({ naturalWidth }) => naturalWidth > 0)`)).toBe(true)
    await firefox?.run(`document.querySelector('.step input').click()`)
    await firefox?.open(saved.url)
    expect(await firefox?.until(`document.querySelector('.step input').checked`)).toBe(true)
  })
})
