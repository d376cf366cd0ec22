import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { startChromium } from './chromium.ts'
import { setInTestFonts, testFonts } from './fonts.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The home page of the site made from the sample, with a slash at its end. */
    siteUrl: string
    /** The folder of that site. */
    siteFolder: string
    /** How long a page may take for an action. */
    browserTimeoutMs: number
  }
}

/** Options for what a test provokes on purpose. */
export interface Visit extends BrowserContextOptions {
  /** The status of a missing page. */
  expectStatus?: number
  /** The start of external addresses, which are answered by an empty page. No request leaves this machine. */
  expectForeign?: string
}

const FONTS = testFonts()
/** Japanese takes two thirds of the fonts' bytes, which every page would have to read. */
const FONTS_BUT_JAPANESE = FONTS.filter(({ lang }) => lang !== 'ja')
/** Pages of a context share a process: starting one takes a third of the time of opening a page. */
const ARGS = ['--no-sandbox', '--process-per-site', '--disable-gpu', '--disable-site-isolation-trials']

/** Opens a new page: an address, or a path of the sample site. */
export type Open = (path: string, visit?: Visit) => Promise<Page>

async function launchBrowser(): Promise<Browser> {
  const browser = await startChromium({ args: ARGS })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(inject('browserTimeoutMs'))
    return context
  }
  return browser
}

/** Records what goes wrong in a page: errors in the console or in scripts, requests that fail or leave the site. */
function watch(page: Page, expectStatus: number, troubles: string[]): void {
  page.on('console', (message) => {
    const expected = message.text().includes(`status of ${expectStatus}`) || message.text().includes('blocked by Playwright')
    if (message.type() === 'error' && !expected) troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`script: ${error.message}`))
  page.on('requestfailed', (request) => {
    // A closed page, and a video with enough data, stop their requests.
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== expectStatus) troubles.push(`${response.status()}: ${response.url()}`)
  })
}

/** Turns each breach of a page's Content-Security-Policy into an error in the console, with what was forbidden. */
export const reportViolations = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`Content-Security-Policy: ${effectiveDirective} forbids ${blockedURI}`)
    })
  })

/** Keeps a page within its site. */
async function fence(context: BrowserContext, origin: string, expectForeign: string | undefined, troubles: string[]): Promise<void> {
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    async (route) => {
      const url = route.request().url()
      if (expectForeign && url.startsWith(expectForeign)) return route.fulfill({ contentType: 'text/html', body: '' })
      troubles.push(`foreign: ${url}`)
      return route.abort()
    },
  )
}

/** A test with a browser. It fails if a page that it opened has trouble, even if all its assertions hold. */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', ({ browser }, { onCleanup }): Open => {
    const troubles: string[] = []
    const closings: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const close of closings) await close()
      expect(troubles, 'trouble in the pages that were opened').toEqual([])
    })
    return async (path, { expectStatus = 200, expectForeign, ...options } = {}) => {
      const address = URL.canParse(path) ? path : new URL(path.replace(/^\//, ''), inject('siteUrl')).href
      // The cache of a worker would replace the answers of a test: workers are tested in test/browser/app.
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', ...options })
      closings.push(() => context.close())
      await fence(context, new URL(address).origin, expectForeign, troubles)
      await reportViolations(context)
      await context.addInitScript(setInTestFonts, /(?<!\w)ja\//.test(path) ? FONTS : FONTS_BUT_JAPANESE)
      const page = await context.newPage()
      watch(page, expectStatus, troubles)
      await page.goto(address, { waitUntil: 'load' })
      return page
    }
  })
