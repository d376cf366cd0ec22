import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Browser } from 'playwright-core'
import { streamAtomically } from '../disk/atomic.ts'
import { isOurs } from '../errors.ts'
import { withBase } from '../routes.ts'
import type { PlacedGuide } from './arrange.ts'
import { chaptersOf, printBook } from './book.ts'
import { asPdf, leadLinksTo, onPage, onSite, PAGE_TIMEOUT_MS, type PdfOptions, reasonFor } from './pdf.ts'

/** Guides that are printed as one file. */
export interface Book {
  title: string
  /** `toaster.pdf`, `toaster.de.pdf` */
  name: string
  /** In their order, see `arrange`. */
  guides: readonly PlacedGuide[]
  /** The guides of the category that are not in it, since they are archived. */
  leftOut: readonly number[]
}

export interface BookFile {
  name: string
  guideids: number[]
  leftOut: readonly number[]
  bytes: number
}

export interface BooksResult {
  files: BookFile[]
  failed: { name: string; reason: string }[]
}

/** Prints each book into a file, one after the other. A book that fails fails as a whole: with a guide less it would look complete. */
export async function makeBooks(outDir: string, books: readonly Book[], options: PdfOptions): Promise<BooksResult> {
  const result: BooksResult = { files: [], failed: [] }
  await onSite(outDir, options, async (browser, origin) => {
    for (const book of books) {
      const { name, guides, leftOut } = book
      options.signal.throwIfAborted()
      try {
        const bytes = await printed(browser, origin, book, options)
        await streamAtomically(join(options.folder, name), Readable.from([bytes]))
        result.files.push({ name, guideids: guides.map(({ guideid }) => guideid), leftOut, bytes: bytes.length })
      } catch (error) {
        options.signal.throwIfAborted()
        if (isOurs(error)) throw error
        result.failed.push({ name, reason: reasonFor(error) })
      }
      options.onProgress?.(result.files.length + result.failed.length)
    }
  })
  return result
}

function printed(browser: Browser, origin: string, { title, guides, leftOut }: Book, options: PdfOptions): Promise<Buffer> {
  const { base, site, media } = options
  const chapters = chaptersOf(guides, ({ path }) => origin + withBase(base, path))
  // The policy of a page lets no style be added.
  const opening = { media, context: { bypassCSP: true, serviceWorkers: 'block' as const }, timeoutMs: PAGE_TIMEOUT_MS * guides.length }
  return onPage(browser, chapters[0]?.address ?? origin, opening, (page) =>
    printBook(page, { title, chapters, leftOut: leftOut.length }, async () => {
      await page.locator('html').evaluate(leadLinksTo, site && new URL(site).origin)
      return asPdf(page, options)
    }),
  )
}
