import { join } from 'node:path'
import { changedAt } from '../cache/changed.ts'
import type { Manifest } from '../cache/layout.ts'
import { bytesNow, readNow } from '../disk/read.ts'
import { ContentError, UsageError, wrongOption } from '../errors.ts'
import { IMAGE_SIZES, type ImageSize } from '../model/media.ts'
import { makeOneFile } from '../one-file/make.ts'
import { type Shell, SHELL_FILE } from '../one-file/shell.ts'
import { pathOf } from '../routes.ts'
import { writeBundle } from './bundle-file.ts'
import type { Packed } from './pack.ts'

/** The requested bundle. */
interface Asked {
  format: string
  guide: readonly number[]
  category: string
  lang: readonly string[]
  sizes: readonly ImageSize[]
}

/** A placeholder for the host of a site in a folder. */
const HOST = 'https://site.invalid'

/** The part of a cache that a guide in one file needs; undefined for another format. Throws a {@link UsageError} for a wrong request. */
export function oneGuideOf(asked: Asked): { guide: number[]; sizes: ImageSize[] } | undefined {
  const { format, guide, category, lang, sizes } = asked
  if (format !== 'html' && guide.length > 0)
    throw wrongOption('guide', '`guide` names the guide of a bundle as html. Add `format` html, or choose a `category` for this format.')
  if (format !== 'html') return undefined
  if (guide.length !== 1) throw wrongOption('guide', 'A bundle as html holds one guide and its prerequisites. Name one in `guide`.')
  if (category) throw wrongOption('category', 'A bundle as html holds one guide. Leave out `category`, or choose another `format`.')
  if (lang.length > 1 || lang.includes('all')) throw wrongOption('lang', 'A bundle as html has one language. Name one in `lang`.')
  return { guide: [...guide], sizes: ['thumbnail', 'standard', sizeOf(sizes)] }
}

/** The site's folder of the requested language; '' for the site's own. Throws a {@link UsageError} for one that the cache does not have. */
export function languageFolder({ lang: own, translations = [] }: Manifest, [lang]: readonly string[]): string {
  if (lang === undefined || lang === own) return ''
  if (translations.includes(lang)) return `/${lang}`
  const known = [own, ...translations].join(', ')
  const message = `The cache has no guides in the language ${JSON.stringify(lang)}. Choose one of ${known}, or crawl it first.`
  throw new UsageError(message, { code: 'ERR_NOT_ON_SITE', option: 'lang' })
}

/** Medium pictures if they are among the selected sizes: wide enough for a phone, and small enough to send the file. */
const sizeOf = (sizes: readonly ImageSize[]): ImageSize =>
  sizes.includes('medium') ? 'medium' : sizes.reduce((one, other) => (IMAGE_SIZES[other] > IMAGE_SIZES[one] ? other : one), 'mini')

/** The result of packing guides into one file. */
export interface PackedGuides extends Packed {
  guides: number
  pictures: number
}

/**
 * Writes a guide of a built site with root-relative links, and its prerequisites, as one HTML file. The same site gives the same bytes.
 * Throws like packSite, and a {@link ContentError} if the site has no page that shows the guide.
 */
export async function writeOneFile(
  { site, path, part }: { site: string; path: string; part: string },
  asked: Pick<Asked, 'guide' | 'lang' | 'sizes'> & { site: string; maxSize: number },
  manifest: Manifest,
): Promise<PackedGuides> {
  const [guideid = 0] = asked.guide
  const fileAt = (url: string): string => join(site, decodeURIComponent(new URL(url).pathname))
  const source = {
    page: async (url: string) => readNow(join(fileAt(url), 'index.html')),
    picture: async (url: string, type: string) => {
      const bytes = bytesNow(fileAt(url))
      return bytes && `data:${type};base64,${bytes.toString('base64')}`
    },
  }
  // A site without guides has no shell.
  const shell = readNow(join(site, SHELL_FILE))
  if (!shell) throw withoutPage(guideid)
  const options = {
    url: `${HOST}${languageFolder(manifest, asked.lang)}${pathOf({ kind: 'guide', guideid })}`,
    widthPx: IMAGE_SIZES[sizeOf(asked.sizes)],
    date: new Date(changedAt(manifest)),
    elsewhere: (page: string) => asked.site && `${asked.site.replace(/\/$/, '')}${page.slice(HOST.length)}`,
  }
  const made = await makeOneFile(options, JSON.parse(shell) as Shell, source)
  if (!made) throw withoutPage(guideid)
  const written = await writeBundle({ path, format: 'html', maxBytes: asked.maxSize, part }, (file) => file.write(Buffer.from(made.html)))
  return { path, files: 1, ...written, guides: made.guides, pictures: made.pictures }
}

const withoutPage = (guideid: number): ContentError =>
  new ContentError(`Guide ${guideid} cannot be shown: it is private, or its record in the cache cannot be read. Crawl again.`, {
    code: 'ERR_RECORD_UNREADABLE',
    record: `guide ${guideid}`,
  })
