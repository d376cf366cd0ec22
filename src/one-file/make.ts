import { finishArticle, picturesIn, trimArticle } from './article.ts'
import { collectGuides, type Source } from './collect.ts'
import { composeFile } from './compose.ts'
import { originalAddress } from './guide-page.ts'
import { pagesLinked } from './links.ts'
import { pictureType } from './pictures.ts'
import type { Shell } from './shell.ts'

export interface OneFileOptions {
  /** The address of the guide's page. */
  url: string
  /** How wide pictures are to be, in pixels. */
  widthPx: number
  /** When the content was copied. */
  date: Date
  /** The address to lead to where that on the original site is not known, by that of the site; '' for none. */
  elsewhere: (url: string) => string
}

/** A guide in one file. */
export interface OneFile {
  title: string
  html: string
  guides: number
  pictures: number
}

/**
 * Makes one page of a guide's page and those of the guides to do before it, which needs nothing else: pictures, styles and script are in it. The same
 * code makes it in Node and in a browser. Undefined where the page shows no guide; throws what the source throws.
 */
export async function makeOneFile(options: OneFileOptions, shell: Shell, source: Source): Promise<OneFile | undefined> {
  const { url, widthPx, elsewhere } = options
  const guides = await collectGuides(url, source)
  const last = guides?.at(-1)
  if (!guides || !last) return undefined
  for (const guide of guides) trimArticle(guide, widthPx)
  const byUrl = new Map(guides.map((guide) => [guide.url, guide]))
  const linked = new Set(guides.flatMap((guide) => pagesLinked(guide.article, guide.url, byUrl)))
  const wanted = new Set(guides.flatMap(picturesIn))
  const [originals, pictures] = await Promise.all([
    mapOf(linked, async (page) => source.page(page).then((html) => (html === undefined ? undefined : originalAddress(html)))),
    mapOf(wanted, async (picture) => source.picture(picture, pictureType(picture) ?? 'application/octet-stream')),
  ])
  const targets = { guides: byUrl, originals, elsewhere }
  for (const guide of guides) finishArticle(guide, pictures, targets)
  return {
    title: last.title,
    html: composeFile(guides, shell, options.date),
    guides: guides.length,
    pictures: pictures.size,
  }
}

async function mapOf(keys: Iterable<string>, valueOf: (key: string) => Promise<string | undefined>): Promise<Map<string, string>> {
  const entries = await Promise.all(Array.from(keys, async (key) => [key, await valueOf(key)] as const))
  return new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}
