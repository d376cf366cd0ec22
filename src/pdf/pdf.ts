import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Browser, Page, Route } from 'playwright-core'
import { isOwnPath } from '../disk/own-path.ts'
import { eachOf } from '../disk/each-of.ts'
import { streamAtomically } from '../disk/atomic.ts'
import { browserEnvironment } from '../config.ts'
import { isBenchbookError, sentence, UsageError } from '../errors.ts'
import { putCautionsInFront } from '../one-file/cautions.ts'
import { fileNameOf } from '../one-file/file-name.ts'
import { withBase } from '../routes.ts'
import { makeBook, PAGE_OF } from './book.ts'
import { type Chromium, hasDriver } from './chromium.ts'
import { type CategoryGuides, type GuidePage, readPage } from './guide-pages.ts'
import { pageNumbers } from './page-numbers.ts'
import { serveSite } from '../publish/serve.ts'

export interface PdfOptions {
  /** The site's media hosted elsewhere, with the folder that is uploaded there. */
  media?: { base: string; folder: string } | undefined

  base: string
  /** The site's public address, for links in a file; '' if unknown: links within the site are then removed. */
  site: string
  folder: string
  paper: 'a4' | 'letter'
  chromium: Chromium
  atOnce: number
  signal: AbortSignal
  onProgress?: (done: number) => void
}

/** A printed guide, or the book of a category. */
export interface PdfFile {
  /** The guides in it that were selected; a book has their prerequisites as well. */
  guideids: number[]
  /** `12.pdf`, `12.de.pdf`, `Toaster.pdf` */
  name: string
  bytes: number
}

/** A file that could not be made. */
export interface PdfFailure {
  guideids: number[]
  /** The file that is missing: `12.pdf`, `12.de.pdf`, `Toaster.pdf` */
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
/** A book takes longer, by the number of its guides. */
const GUIDE_TIMEOUT_MS = 5_000
/** Sharp at the size of a step's picture on paper: about 270 dots an inch. */
const BOOK_PICTURE_PX = 592

/**
 * Prints guides, and categories as one file each, of a built site into tagged PDF files, with its print style sheet. A failed file does not
 * stop the others. Throws a {@link UsageError} if the browser does not start, a SystemError if a file cannot be written.
 */
export async function makePdfs(outDir: string, wanted: readonly (GuidePage | CategoryGuides)[], options: PdfOptions): Promise<PdfResult> {
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
    await eachOf(wanted, atOnce, async (one) => {
      signal.throwIfAborted()
      const guideids = 'guides' in one ? one.guides.map(({ guideid }) => guideid) : [one.guideid]
      const name = nameOf(one)
      const addressOf = ({ path }: { path: string }) => site.origin + withBase(base, path)
      try {
        const bytes = await withPage(browser, options, (page) =>
          'guides' in one ? printCategory(page, outDir, one, addressOf, options) : print(page, addressOf(one), options),
        )
        await streamAtomically(join(options.folder, name), Readable.from([bytes]))
        result.files.push({ guideids, name, bytes: bytes.length })
      } catch (error) {
        signal.throwIfAborted()
        if (isBenchbookError(error)) throw error
        result.failed.push({
          guideids,
          name,
          reason: reasonFor(error, 'guides' in one ? 'print a category below it, or some of its guides' : undefined),
        })
      }
      options.onProgress?.(result.files.length + result.failed.length)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await browser.close()
    site.close()
  }
  const byNumber = (a: { guideids: number[]; name: string }, b: typeof a) =>
    (a.guideids[0] ?? 0) - (b.guideids[0] ?? 0) || (a.name < b.name ? -1 : 1)
  return { files: result.files.sort(byNumber), failed: result.failed.sort(byNumber) }
}

/** Why a page could not be printed, and what to do, in our words instead of the browser's. */
export function reasonFor(error: unknown, instead = 'print this guide alone'): string {
  const said = sentence(error).split('\n', 1)[0] ?? ''
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the browser had not finished its page in time. The page may be very long or have very large pictures, or the machine was busy. Try to ${instead}.`
  if (/Target (page|crashed)|browser has been closed|Page crashed/.test(said))
    return `the browser stopped, probably because it ran out of memory. Close other programs, or try to ${instead}.`
  return said
}

function nameOf(one: GuidePage | CategoryGuides): string {
  const [title, lang] = 'guides' in one ? [one.title, one.guides[0]?.lang] : [String(one.guideid), one.lang]
  return fileNameOf(title, `${lang ? `${lang}.` : ''}pdf`)
}

/** Without scripts, a browser also loads the pictures that are out of sight, and "load" waits for them. */
async function withPage(browser: Browser, { media }: PdfOptions, work: (page: Page) => Promise<Buffer>): Promise<Buffer> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: WINDOW, colorScheme: 'light' })
  try {
    const isMedium = ({ href }: URL): boolean => media !== undefined && href.startsWith(media.base)
    if (media) await context.route(isMedium, (route) => answerFrom(route, media))
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

const onPaper = (page: Page, { paper }: PdfOptions): Promise<Buffer> =>
  page.pdf({ format: paper, preferCSSPageSize: false, printBackground: true, tagged: true, outline: true })

async function print(page: Page, url: string, options: PdfOptions): Promise<Buffer> {
  const answer = await page.goto(url, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS })
  if (!answer?.ok()) throw new Error(`its page answered ${answer?.status() ?? 'nothing'}`)
  await page.locator('html').evaluate(putCautionsInFront)
  await page.locator('html').evaluate(leadLinksTo, options.site && new URL(options.site).origin)
  return onPaper(page, options)
}

/** Printed twice: the page numbers of the contents are known once everything has its place. */
async function printCategory(
  page: Page,
  outDir: string,
  { title, guides }: CategoryGuides,
  addressOf: (page: { path: string }) => string,
  options: PdfOptions,
): Promise<Buffer> {
  const root = addressOf({ path: '/' })
  const chapters = guides.map((guide) => ({ ...guide, url: addressOf(guide) }))
  const elsewhere = (url: string) => options.site && new URL(options.site).origin + url.slice(new URL(url).origin.length)
  const html = await makeBook({ title, chapters, widthPx: BOOK_PICTURE_PX, elsewhere }, (url) =>
    readPage(outDir, decodeURIComponent(url.slice(root.length - 1))),
  )
  if (html === undefined) throw new Error('no page of the category shows a guide')
  const address = `${root}category.html`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await page.goto(address, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS + GUIDE_TIMEOUT_MS * guides.length })
  await page.locator('html').evaluate(putCautionsInFront)
  const numbers = pageNumbers(await onPaper(page, options))
  await page.locator('html').evaluate(numberPages, { attribute: PAGE_OF, numbers: Object.fromEntries(numbers) })
  return onPaper(page, options)
}

/** Runs in the page. */
function numberPages(root: Element, { attribute, numbers }: { attribute: string; numbers: Record<string, number> }): void {
  for (const link of root.querySelectorAll(`[${attribute}]`)) link.textContent = String(numbers[link.getAttribute(attribute) ?? ''] ?? '')
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
