import { availableParallelism } from 'node:os'
import { sep } from 'node:path'
import { chromePath } from '../config.ts'
import type { Config } from '../config/options.ts'
import { didYouMean } from '../config/nearest.ts'
import { UsageError } from '../errors.ts'
import { findChromium } from '../pdf/chromium.ts'
import { type CategoryGuides, type GuidePage, guidePages, guidesOfCategory, inCategory, languagesIn } from '../pdf/guide-pages.ts'
import { makePdfs, type PdfResult } from '../pdf/pdf.ts'
import { readMarker } from '../publish/marker.ts'
import { mediaFolderOf } from '../publish/folders-beside.ts'
import { noSite } from './check-site.ts'

export interface PdfHooks {
  /** Stops the work; its reason is thrown. */
  signal?: AbortSignal
  /** Called for each page. */
  onProgress?: (progress: { done: number; known: number }) => void
}

/** Each printed page needs a browser process of its own. */
const MAX_AT_ONCE = 4

const NOT_THERE = { code: 'ERR_NOT_ON_SITE' } as const

/**
 * Prints guides of the site in `out` into the folder `outPdf`, and those of a category as one file. Throws a {@link UsageError} for what
 * the site lacks, or if no browser is found.
 */
export async function printGuides(config: Config, { signal, onProgress }: PdfHooks = {}): Promise<PdfResult> {
  const { out, outPdf: folder, paper } = config
  const marker = await readMarker(out)
  if (!marker) throw noSite(out)
  if (`${folder}${sep}`.startsWith(`${out}${sep}`))
    throw new UsageError(`${folder} is inside the site ${out}, whose files are all Benchbook's. Name another \`outPdf\`.`, {
      code: 'ERR_OPTION',
      option: 'outPdf',
    })
  const wanted = await chosen(config)
  const { base, site, mediaBase } = marker
  return makePdfs(out, wanted, {
    base,
    site,
    media: mediaBase ? { base: mediaBase, folder: mediaFolderOf(out) } : undefined,
    folder,
    paper,
    chromium: await findChromium(chromePath()),
    atOnce: Math.min(MAX_AT_ONCE, availableParallelism()),
    signal: signal ?? new AbortController().signal,
    onProgress: (done) => onProgress?.({ done, known: wanted.length }),
  })
}

/** The guides of `guide`, and the category of `category`, in the languages of `lang`. */
async function chosen({ out, guide, category, lang }: Config): Promise<(GuidePage | CategoryGuides)[]> {
  if (guide.length === 0 && !category)
    throw new UsageError('Say which guides: add `guide` 123,124 or `category` NAME.', { code: 'ERR_OPTION', option: 'guide' })
  const all = await guidePages(out)
  const missing = guide.filter((id) => !all.some(({ guideid }) => guideid === id))
  if (missing.length > 0)
    throw new UsageError(`The site in ${out} has no guide ${missing.join(', ')}. Its pages are /guide/NUMBER/.`, NOT_THERE)
  const inEach = [all, ...(await Promise.all((await chosenLanguages(out, lang)).map((tag) => guidePages(out, tag))))]
  const depths = category && (await depthsBelow(out, inEach.flat(), category))
  const books = depths ? await Promise.all(inEach.map((pages) => guidesOfCategory(out, pages, depths))) : []
  return [...inEach.flat().filter(({ guideid }) => guide.includes(guideid)), ...books.filter(({ guides }) => guides.length > 0)]
}

/** The guides of a category, named in any of the languages. */
async function depthsBelow(out: string, pages: readonly GuidePage[], category: string): Promise<ReadonlyMap<number, number>> {
  const { depths, known } = await inCategory(out, pages, category)
  if (depths.size > 0) return depths
  const alike = known.find((title) => title.toLowerCase().includes(category.toLowerCase()))
  const meant = alike ? ` Did you mean "${alike}"?` : didYouMean(category, known)
  throw new UsageError(`The site in ${out} has no guide in a category ${JSON.stringify(category)}.${meant}`, NOT_THERE)
}

async function chosenLanguages(out: string, lang: readonly string[]): Promise<string[]> {
  if (lang.length === 0) return []
  const known = await languagesIn(out)
  const missing = lang.filter((tag) => tag !== 'all' && !known.includes(tag))
  if (missing.length === 0) return lang.includes('all') ? known : known.filter((tag) => lang.includes(tag))
  const there = known.length > 0 ? `it has ${known.join(', ')} besides its own language` : 'it has its own language alone'
  throw new UsageError(`The site in ${out} has no pages in ${missing.join(', ')}: ${there}.`, NOT_THERE)
}
