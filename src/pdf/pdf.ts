import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Browser, Route } from 'playwright-core'
import { isOwnPath } from '../disk/own-path.ts'
import { eachOf } from '../disk/each-of.ts'
import { streamAtomically } from '../disk/atomic.ts'
import { browserEnvironment } from '../config.ts'
import { isBenchbookError, sentence, UsageError } from '../errors.ts'
import { withBase } from '../routes.ts'
import { type Chromium, hasDriver } from './chromium.ts'
import type { GuidePage } from './guide-pages.ts'
import { serveSite } from '../publish/serve.ts'

export interface PdfOptions {
  /** The site's media hosted elsewhere, with the folder that is uploaded there. */
  media?: { base: string; folder: string } | undefined

  /** The base path of the site. */
  base: string
  /** The site's public address, for links in a file; '' if unknown: links within the site are then removed. */
  site: string
  /** The output folder. */
  folder: string
  paper: 'a4' | 'letter'
  chromium: Chromium
  /** The number of files made concurrently. */
  atOnce: number
  signal: AbortSignal
  onProgress?: (done: number) => void
}

/** A printed page. */
export interface PdfFile {
  guideid: number
  /** `12.pdf`, `12.de.pdf` */
  name: string
  bytes: number
}

/** A page that could not be printed. */
export interface PdfFailure {
  guideid: number
  /** The file that is missing: `12.pdf`, `12.de.pdf` */
  name: string
  /** Why, as a sentence. */
  reason: string
}

export interface PdfResult {
  files: PdfFile[]
  failed: PdfFailure[]
}

/** The window is as wide as the paper, so that pictures are loaded in the size needed for print. */
const WINDOW = { width: 794, height: 1123 }
const PAGE_TIMEOUT_MS = 60_000

/**
 * Prints pages of a built site into tagged PDF files, with its print style sheet. A failed page does not stop the others. Throws a {@link
 * UsageError} if the browser does not start, a SystemError if a file cannot be written.
 */
export async function makePdfs(outDir: string, pages: readonly GuidePage[], options: PdfOptions): Promise<PdfResult> {
  const { base, atOnce, chromium, signal } = options
  const site = await serveSite(outDir, { base, mediaBase: options.media?.base, port: 0 })
  const browser = await launchChromium(chromium).catch((error: unknown) => {
    site.close()
    throw error
  })
  const stop = () => void browser.close()
  signal.addEventListener('abort', stop, { once: true })
  const result: PdfResult = { files: [], failed: [] }
  try {
    await eachOf(pages, atOnce, async (page) => {
      signal.throwIfAborted()
      const { guideid } = page
      const name = nameOf(page)
      try {
        const bytes = await print(browser, site.origin + withBase(base, page.path), options)
        await streamAtomically(join(options.folder, name), Readable.from([bytes]))
        result.files.push({ guideid, name, bytes: bytes.length })
      } catch (error) {
        signal.throwIfAborted()
        if (isBenchbookError(error)) throw error
        result.failed.push({ guideid, name, reason: reasonFor(error) })
      }
      options.onProgress?.(result.files.length + result.failed.length)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await browser.close()
    site.close()
  }
  const byNumber = (a: { guideid: number; name: string }, b: typeof a) => a.guideid - b.guideid || (a.name < b.name ? -1 : 1)
  return { files: result.files.sort(byNumber), failed: result.failed.sort(byNumber) }
}

/** Why a page could not be printed, and what to do, in our words instead of the browser's. */
export function reasonFor(error: unknown): string {
  const said = sentence(error).split('\n', 1)[0] ?? ''
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the browser had not finished its page after ${PAGE_TIMEOUT_MS / 1000} seconds. The page may be very long or have very large pictures, or the machine was busy. Try to print this guide alone.`
  if (/Target (page|crashed)|browser has been closed|Page crashed/.test(said))
    return 'the browser stopped, probably because it ran out of memory. Close other programs, or try to print this guide alone.'
  return said
}

const nameOf = ({ guideid, lang }: GuidePage): string => `${guideid}${lang ? `.${lang}` : ''}.pdf`

/** Without scripts, a browser also loads the pictures that are out of sight, and "load" waits for them. */
async function print(browser: Browser, url: string, { site, paper, media }: PdfOptions): Promise<Buffer> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: WINDOW, colorScheme: 'light' })
  try {
    if (media)
      await context.route(
        (address) => address.href.startsWith(media.base),
        (route) => answerFrom(route, media),
      )
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    const answer = await page.goto(url, { waitUntil: 'load' })
    if (!answer?.ok()) throw new Error(`its page answered ${answer?.status() ?? 'nothing'}`)
    await page.locator('html').evaluate(leadLinksTo, site && new URL(site).origin)
    return await page.pdf({ format: paper, preferCSSPageSize: false, printBackground: true, tagged: true, outline: true })
  } finally {
    await context.close()
  }
}

/** Files that are missing in the folder are requested from their host. */
async function answerFrom(route: Route, { base, folder }: { base: string; folder: string }): Promise<void> {
  const file = route.request().url().slice(base.length)
  if (isOwnPath(folder, file) && existsSync(join(folder, file))) await route.fulfill({ path: join(folder, file) })
  else await route.continue()
}

/** Runs in the page. The address that a file is printed from is not reachable for its readers. */
function leadLinksTo(root: Element, origin: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) continue
    if (origin) link.href = origin + link.pathname + link.search + link.hash
    else link.removeAttribute('href')
  }
}

/**
 * Starts a browser in its sandbox; without one only if it does not start with it, as in most containers and for root. It gets only the
 * environment that a browser needs: no token. Throws a {@link UsageError} if it does not start, or if no driver is installed.
 *
 * @internal Its type is that of an optional package.
 */
export async function launchChromium({ executablePath, env }: Chromium): Promise<Browser> {
  if (!hasDriver())
    throw new UsageError('Printing needs the package playwright-core. Run "npm install playwright-core" beside Benchbook.', {
      code: 'ERR_BROWSER',
    })
  const { chromium } = await import('playwright-core')
  const start = (chromiumSandbox: boolean) => chromium.launch({ executablePath, chromiumSandbox, env: { ...browserEnvironment(), ...env } })
  try {
    return await start(true).catch(() => start(false))
  } catch (cause) {
    throw new UsageError(`${executablePath} did not start as a browser. Name another Chrome or Chromium in CHROME_PATH.`, {
      cause,
      code: 'ERR_BROWSER',
      path: executablePath,
    })
  }
}
