import { Parser } from 'htmlparser2'
import { contentType } from 'mime-types'
import { withoutAccents } from '../../model/title.ts'
import type { ZimDescription } from '../describe.ts'
import { isPacked, bytesOf, type SourceFile } from '../source-file.ts'
import { illustrationOf, metadataOf } from './metadata.ts'
import type { ZimItem, ZimRedirect } from './zim-writer.ts'

/** Files for the hosts of a site, which readers do not use. */
const OF_HOSTS =
  /^(?:_headers|_redirects|CNAME|robots\.txt|sitemap[\w-]*\.xml|llms\.txt|addresses\.json|social\/.+|(?:.+\/)?feed\.(?:xml|json)|\.[^/]+)$/
/** Scripts that contain another file, for pages that are opened from a disk. */
const OF_DISKS = /^(?:pagefind\/.+|(?:.+\/)?search\/words|(?:.+\/)?tools\/[^/]+)\.\w+\.js$/
const UNKNOWN = 'application/octet-stream'
/** Replaces an empty file, such as the script of a component that a site was built without: ZIM archives must not contain empty entries. */
const NOTHING = Buffer.from('\n')

/** Side lengths of an archive's pictures in pixels: readers require the first, and show the others on sharper screens. */
const ILLUSTRATIONS = [48, 96, 192]

/** The entries of a site and its description. `illustration` is its picture. Pages of `unlisted` are not found by title. */
export function itemsOf(files: readonly SourceFile[], about: ZimDescription, illustration: Uint8Array, unlisted: ReadonlySet<string>) {
  const contents = files.filter(({ path }) => !OF_HOSTS.test(path) && !OF_DISKS.test(path)).map((file) => itemOf(file, unlisted))
  // Readers parse media types without their parameters.
  const byType = Map.groupBy(contents, ({ mime }) => mime.split(';', 1)[0])
  const counter = Array.from(byType, ([type, { length }]) => `${type}=${length}`).sort()
  const texts = metadataOf(about, counter.join(';')).map(([name, text]) =>
    metadataItem(name, 'text/plain;charset=utf-8', Buffer.from(text)),
  )
  const pictures = ILLUSTRATIONS.map((px) => metadataItem(`Illustration_${px}x${px}@1`, 'image/png', illustrationOf(illustration, px)))
  return [...contents, ...texts, ...pictures]
}

function itemOf(file: SourceFile, unlisted: ReadonlySet<string>): ZimItem {
  const { path } = file
  const mime = contentType(path.slice(path.lastIndexOf('/') + 1)) || UNKNOWN
  const content = file.bytes === 0 ? NOTHING : file
  const item: ZimItem = { namespace: 'C', path, title: path, mime: mime.replace('; ', ';'), content, isPacked: isPacked(path) }
  if (!path.endsWith('.html')) return item
  const { title, isListed } = pageFacts(bytesOf(file))
  // The pages of a translation are in a folder of its language.
  const isUnlisted = unlisted.has(path) || unlisted.has(path.slice(path.indexOf('/') + 1))
  return { ...item, title: title || path, isFront: isListed && !isUnlisted }
}

/** The facts in the head of a page: its title without the site's name, and whether it is no error or result page (`noindex`). */
function pageFacts(page: Buffer): { title: string; isListed: boolean } {
  const end = page.indexOf('<body')
  let [title, whole, isListed, isInTitle] = ['', '', true, false]
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      isInTitle = tag === 'title'
      if (property === 'og:title') title = content ?? ''
      if (name === 'robots' && content?.includes('noindex')) isListed = false
    },
    ontext(text) {
      if (isInTitle) whole += text
    },
    onclosetag: () => (isInTitle = false),
  })
  parser.end(page.toString('utf8', 0, end < 0 ? undefined : end))
  // V8 makes a substring a view of the whole text, which would keep every page of a site in memory.
  return { title: Buffer.from(title || whole.trim()).toString(), isListed }
}

function metadataItem(path: string, mime: string, content: Buffer): ZimItem {
  return { namespace: 'M', path, title: path, mime, content, isPacked: mime === 'image/png' }
}

/** Readers without an index match titles by their first letters exactly as typed: these redirects add lower-case titles without accents. */
export function suggestionRedirects(items: readonly ZimItem[]): ZimRedirect[] {
  return items.flatMap(({ isFront, title, path }) =>
    (isFront ? furtherSpellings(title) : []).map((spelling): ZimRedirect => ({
      namespace: 'C',
      path: `title/${spelling}/${path}`,
      title: spelling,
      to: path,
      isFront: true,
    })),
  )
}

function furtherSpellings(title: string): string[] {
  const lower = title.toLowerCase()
  const plain = withoutAccents(lower)
  return [...new Set([lower, plain])].filter((spelling) => spelling !== title)
}
