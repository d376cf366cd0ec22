import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { isOwnPath } from '../disk/own-path.ts'
import { streamAtomically } from '../disk/atomic.ts'
import { isOurs, sentence } from '../errors.ts'
import { withBase } from '../routes.ts'
import type { Chromium } from './chromium.ts'
import type { GuidePage } from './guide-pages.ts'
import { launchChromium } from './launch.ts'
import { headingsOf, withHeadings } from './outline.ts'
import { serveSite } from '../publish/serve.ts'

export interface PdfOptions {
  /** Media that the site shows from elsewhere, in the folder from which they are uploaded. */
  media?: { base: string; folder: string } | undefined

  /** The path below which the site stands. */
  base: string
  /** The address where it will stand, for the links in a file; '' when nobody said: then links within the site are left out. */
  site: string
  /** The folder of the files. */
  folder: string
  paper: 'a4' | 'letter'
  chromium: Chromium
  /** How many files are made at once. */
  atOnce: number
  signal: AbortSignal
  onProgress?: (done: number) => void
}

export interface PdfFile {
  guideid: number
  /** `12.pdf`, `12.de.pdf` */
  name: string
  bytes: number
}

export interface PdfFailure {
  guideid: number
  name: string
  reason: string
}

export interface PdfResult {
  files: PdfFile[]
  failed: PdfFailure[]
}

/** A window as wide as the paper, so that a picture is taken in the size that its print wants. */
const WINDOW = { width: 794, height: 1123 }
export const PAGE_TIMEOUT_MS = 60_000

/**
 * Prints pages of a built site into tagged PDF files, as its style sheet for paper has them. A page that fails does not keep back the
 * others. Throws a {@link UsageError} where the browser does not start, a SystemError where a file cannot be written.
 */
export async function makePdfs(outDir: string, pages: readonly GuidePage[], options: PdfOptions): Promise<PdfResult> {
  const { base, atOnce, signal } = options
  const result: PdfResult = { files: [], failed: [] }
  const limit = pLimit(atOnce)
  await onSite(outDir, options, async (browser, origin) => {
    await Promise.all(
      pages.map((page) =>
        limit(async () => {
          signal.throwIfAborted()
          const { guideid } = page
          const name = nameOf(page)
          try {
            const bytes = await print(browser, origin + withBase(base, page.path), options)
            await streamAtomically(join(options.folder, name), Readable.from([bytes]))
            result.files.push({ guideid, name, bytes: bytes.length })
          } catch (error) {
            signal.throwIfAborted()
            if (isOurs(error)) throw error
            result.failed.push({ guideid, name, reason: reasonFor(error) })
          }
          options.onProgress?.(result.files.length + result.failed.length)
        }),
      ),
    )
  }).finally(() => limit.clearQueue())
  const byNumber = (a: { guideid: number; name: string }, b: typeof a) => a.guideid - b.guideid || (a.name < b.name ? -1 : 1)
  return { files: result.files.sort(byNumber), failed: result.failed.sort(byNumber) }
}

/** Serves a built site on this machine, and starts a browser for it; both end with the work. */
export async function onSite<T>(
  outDir: string,
  { base, media, chromium, signal }: Pick<PdfOptions, 'base' | 'media' | 'chromium' | 'signal'>,
  work: (browser: Browser, origin: string) => Promise<T>,
): Promise<T> {
  const site = await serveSite(outDir, { base, mediaBase: media?.base, port: 0 })
  const browser = await launchChromium(chromium).catch((error: unknown) => {
    site.close()
    throw error
  })
  const stop = () => void browser.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(browser, site.origin)
  } finally {
    signal.removeEventListener('abort', stop)
    await browser.close()
    site.close()
  }
}

/** Why a page could not be printed, and what to do about it, in our words where the browser has its own. */
export function reasonFor(error: unknown): string {
  const said = sentence(error).split('\n', 1)[0] ?? ''
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the browser had not finished its page after ${PAGE_TIMEOUT_MS / 1000} seconds. The page may be very long or have very large pictures, or the machine was busy. Try to print this guide alone.`
  if (/Target (page|crashed)|browser has been closed|Page crashed/.test(said))
    return 'the browser stopped, probably because it ran out of memory. Close other programs, or try to print this guide alone.'
  return said
}

const nameOf = ({ guideid, lang }: GuidePage): string => `${guideid}${lang ? `.${lang}` : ''}.pdf`

/** Without scripts a browser loads the pictures that are out of sight as well, and "load" waits for them. */
const print = (browser: Browser, url: string, options: PdfOptions): Promise<Buffer> =>
  onPage(browser, url, { ...options, context: { javaScriptEnabled: false } }, async (page) => {
    await page.locator('html').evaluate(leadLinksTo, options.site && new URL(options.site).origin)
    return asPdf(page, options)
  })

/** A page as its style sheet for paper has it, with its headings as bookmarks. */
export async function asPdf(page: Page, { paper }: Pick<PdfOptions, 'paper'>): Promise<Buffer> {
  const headings = await page.locator('html').evaluate(headingsOf)
  return withHeadings(
    await page.pdf({ format: paper, preferCSSPageSize: false, printBackground: true, tagged: true, outline: true }),
    headings,
  )
}

/** Opens a page of the site in a window as wide as paper. */
export async function onPage<T>(
  browser: Browser,
  url: string,
  {
    media,
    context: given,
    timeoutMs = PAGE_TIMEOUT_MS,
  }: Pick<PdfOptions, 'media'> & { context: BrowserContextOptions; timeoutMs?: number },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...given, viewport: WINDOW, colorScheme: 'light' })
  try {
    if (media)
      await context.route(
        (address) => address.href.startsWith(media.base),
        (route) => answerFrom(route, media),
      )
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    const answer = await page.goto(url, { waitUntil: 'load' })
    if (!answer?.ok()) throw new Error(`its page answered ${answer?.status() ?? 'nothing'}`)
    return await work(page)
  } finally {
    await context.close()
  }
}

/** What is not in the folder any more is asked of its host. */
async function answerFrom(route: Route, { base, folder }: { base: string; folder: string }): Promise<void> {
  const file = route.request().url().slice(base.length)
  if (isOwnPath(folder, file) && existsSync(join(folder, file))) await route.fulfill({ path: join(folder, file) })
  else await route.continue()
}

/** Runs in the page. Nobody who gets the file reaches the address that it is printed from. */
export function leadLinksTo(root: Element, origin: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) continue
    if (origin) link.href = origin + link.pathname + link.search + link.hash
    else link.removeAttribute('href')
  }
}
