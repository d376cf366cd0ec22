import { finishArticle, picturesIn, pictureType, trimArticle } from './article.ts'
import { composeFile } from './compose.ts'
import { type GuidePage, originalAddress, readGuidePage } from './guide-page.ts'
import { pagesLinked } from './links.ts'
import type { Shell } from './shell.ts'

/** The files of a built site. */
export interface Source {
  /** The markup of a page; undefined if it does not exist. Throws if that cannot be determined. */
  page: (url: string) => Promise<string | undefined>
  /** The bytes of a picture as a data URL of this media type; undefined if it does not exist. */
  picture: (url: string, type: string) => Promise<string | undefined>
}

export interface OneFileOptions {
  url: string
  widthPx: number
  /** When the content was copied. */
  date: Date
  /** The fallback address, by that of the site, if the one on the original site is unknown; '' for none. */
  elsewhere: (url: string) => string
}

/** A guide as a single file. */
export type OneFile = NonNullable<Awaited<ReturnType<typeof makeOneFile>>>

/**
 * Creates a self-contained page from a guide's page and those of its prerequisites: pictures, styles and script are embedded. The same code
 * runs in Node and in browsers. Undefined if the page shows no guide, or if there is no shell; throws what the source throws.
 */
export async function makeOneFile(options: OneFileOptions, shell: Shell | Promise<Shell | undefined>, source: Source) {
  const { url, widthPx, elsewhere } = options
  const page = once(source.page)
  const picture = once((picture: string) => source.picture(picture, pictureType(picture) ?? 'application/octet-stream'))
  /** A guide's pictures are loaded while its prerequisites are being read. */
  const onGuide = (guide: GuidePage): void => {
    trimArticle(guide, widthPx)
    for (const wanted of picturesIn(guide)) void picture(wanted)
    for (const linked of pagesLinked(guide)) void page(linked)
  }
  const guides = await collectGuides([url], page, onGuide)
  const last = guides.at(-1)
  if (last?.url !== url) return undefined
  const byUrl = new Map(guides.map((guide) => [guide.url, guide]))
  const linked = new Set(guides.flatMap(pagesLinked).filter((page) => !byUrl.has(page)))
  const wanted = new Set(guides.flatMap(picturesIn))
  const [originals, pictures] = await Promise.all([
    mapOf(linked, (url) => page(url).then((html) => (html === undefined ? undefined : originalAddress(html)))),
    mapOf(wanted, picture),
  ])
  const around = await shell
  if (!around) return undefined
  const targets = { guides: byUrl, originals, elsewhere }
  for (const guide of guides) finishArticle(guide, pictures, targets)
  const html = composeFile(guides, last, around, options.date)
  return { title: last.title, html, guides: guides.length, pictures: pictures.size }
}

/** Requests each key once, for all callers, possibly in advance. */
function once(ask: (key: string) => Promise<string | undefined>): (key: string) => Promise<string | undefined> {
  const answers = new Map<string, Promise<string | undefined>>()
  return (key) => {
    const answer = answers.get(key) ?? ask(key)
    answers.set(key, answer)
    // The failure is reported where it is awaited.
    answer.catch(() => undefined)
    return answer
  }
}

async function mapOf(keys: Iterable<string>, valueOf: (key: string) => Promise<string | undefined>): Promise<Map<string, string>> {
  const entries = await Promise.all(Array.from(keys, async (key) => [key, await valueOf(key)] as const))
  return new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

/**
 * The guides at these addresses with all their prerequisites, without duplicates, in order of execution: each comes after its prerequisites,
 * which may require each other. Pages that show no guide are left out. `onGuide` is called for each as soon as it is read, in any order.
 */
export async function collectGuides(urls: readonly string[], page: Source['page'], onGuide: (guide: GuidePage) => void) {
  const guides = new Map<string, GuidePage | undefined>()
  const load = async (address: string): Promise<void> => {
    if (guides.has(address)) return
    guides.set(address, undefined)
    const html = await page(address)
    const guide = html === undefined ? undefined : readGuidePage(html, address)
    if (!guide) return
    guides.set(address, guide)
    onGuide(guide)
    // All are requested concurrently, and sorted later.
    await Promise.all(guide.before.map(load))
  }
  await Promise.all(urls.map(load))
  const inOrder: GuidePage[] = []
  const seen = new Set<string>()
  const add = (address: string): void => {
    const guide = guides.get(address)
    if (!guide || seen.has(address)) return
    seen.add(address)
    guide.before.forEach(add)
    inOrder.push(guide)
  }
  urls.forEach(add)
  return inOrder
}
