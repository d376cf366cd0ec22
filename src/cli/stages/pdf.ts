import { availableParallelism } from 'node:os'
import { findChromium } from '../../pdf/chromium.ts'
import { type GuidePage, guidePages, inCategory, languagesIn } from '../../pdf/guide-pages.ts'
import { mediaFolderOf } from '../../publish/media-folder.ts'
import { readMarker } from '../../publish/marker.ts'
import { makePdfs, type PdfResult } from '../../pdf/pdf.ts'
import type { Config } from '../../config/options.ts'
import { chromePath } from '../../config.ts'
import { UsageError } from '../../errors.ts'
import { noSite } from '../../library/check-site.ts'
import { showLive } from '../terminal/live.ts'
import { bytesInWords, countOf, numberInWords, percentOf, timeInWords } from '../terminal/words.ts'
import { type Outcome, print } from './outcome.ts'

/** Each page that is printed takes a process of the browser of its own. */
const MAX_AT_ONCE = 4

/** Makes the files and tells what was made. */
export async function pdf(config: Config, signal: AbortSignal): Promise<Outcome<PdfResult & { folder: string; ms: number }>> {
  const { out, outPdf: folder, paper } = config
  const marker = await readMarker(out)
  if (!marker) throw noSite(out)
  const pages = await chosenPages(config)
  const chromium = await findChromium(chromePath())
  const start = performance.now()
  let made = 0
  const line = () => `Making PDF files: ${numberInWords(made)} of ${numberInWords(pages.length)}${percentOf(made, pages.length)}`
  const live = showLive({ block: () => [line()], line }, config.quiet || config.json)
  const { base, site, mediaBase } = marker
  const media = mediaBase ? { base: mediaBase, folder: mediaFolderOf(out) } : undefined
  const atOnce = Math.min(MAX_AT_ONCE, availableParallelism())
  const options = { base, site, media, folder, paper, chromium, atOnce, signal, onProgress: (done: number) => (made = done) }
  const result = await makePdfs(out, pages, options).finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0)
  const lines = result.failed.map(({ name, reason }) => `${name} could not be made: ${reason}`)
  print([...lines, `Made ${countOf(result.files.length, 'file')}, ${bytesInWords(bytes)}, in ${timeInWords(ms)}: ${folder}`], config)
  return { exitCode: result.failed.length > 0 ? 1 : 0, report: { folder, ...result, ms } }
}

const NOT_THERE = { code: 'ERR_NOT_ON_SITE' } as const

/** The pages that `--guide` and `--category` ask for, in the languages of `--lang`. Throws a {@link UsageError} for what the site lacks. */
async function chosenPages({ out, guide, category, lang }: Config): Promise<GuidePage[]> {
  if (guide.length === 0 && !category)
    throw new UsageError('Say which guides: add --guide 123,124 or --category NAME.', { code: 'ERR_OPTION', option: 'guide' })
  const all = await guidePages(out)
  const missing = guide.filter((id) => !all.some(({ guideid }) => guideid === id))
  if (missing.length > 0)
    throw new UsageError(`The site in ${out} has no guide ${missing.join(', ')}. Its pages are /guide/NUMBER/.`, NOT_THERE)
  const below = category ? await inCategory(out, all, category) : []
  if (category && below.length === 0)
    throw new UsageError(
      `No guide of the site in ${out} is in a category ${JSON.stringify(category)}, as its breadcrumbs name them.`,
      NOT_THERE,
    )
  const ids = new Set([...guide, ...below.map(({ guideid }) => guideid)])
  const others = await Promise.all((await chosenLanguages(out, lang)).map((tag) => guidePages(out, tag)))
  return [...all, ...others.flat()].filter(({ guideid }) => ids.has(guideid))
}

async function chosenLanguages(out: string, lang: readonly string[]): Promise<string[]> {
  if (lang.length === 0) return []
  const known = await languagesIn(out)
  const missing = lang.filter((tag) => tag !== 'all' && !known.includes(tag))
  if (missing.length === 0) return lang.includes('all') ? known : known.filter((tag) => lang.includes(tag))
  const there = known.length > 0 ? `it has ${known.join(', ')} besides its own language` : 'it has its own language alone'
  throw new UsageError(`The site in ${out} has no pages in ${missing.join(', ')}: ${there}.`, NOT_THERE)
}
