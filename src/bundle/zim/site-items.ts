import { contentType } from 'mime-types'
import { isPacked } from '../packed.ts'
import { readPageFacts } from '../page-facts.ts'
import { headOf, type SourceFile } from '../source-file.ts'
import { illustrationOf } from './illustration.ts'
import { metadataOf, type ZimDescription } from './metadata.ts'
import type { ZimItem, ZimRedirect } from './zim-writer.ts'

/** Of the hosts that serve a site: a reader has no use for them. */
const OF_HOSTS = /^(?:_headers|_redirects|CNAME|robots\.txt|sitemap[\w-]*\.xml|llms\.txt|addresses\.json|social\/.+|(?:.+\/)?feed\.(?:xml|json)|\.[^/]+)$/
/** Scripts that hold another file, for pages that are opened from a disk. */
const OF_DISKS = /^(?:pagefind\/.+|(?:.+\/)?search\/words|(?:.+\/)?tools\/[^/]+)\.\w+\.js$/
const UNKNOWN = 'application/octet-stream'
/** In place of an empty file, such as a script of a part that a site was built without: the rules for ZIM archives allow no empty entry. */
const NOTHING = Buffer.from('\n')

/** The entries of a site and its description. `illustration` is a picture that stands for it. */
export function itemsOf(files: readonly SourceFile[], about: ZimDescription, illustration: Uint8Array): ZimItem[] {
  const contents = files.filter(({ path }) => !OF_HOSTS.test(path) && !OF_DISKS.test(path)).map(itemOf)
  const counts = new Map<string, number>()
  for (const { mime } of contents) counts.set(mime, (counts.get(mime) ?? 0) + 1)
  const metadata = metadataOf(about, counts).map(([name, text]) => metadataItem(name, 'text/plain;charset=utf-8', Buffer.from(text)))
  return [...contents, ...metadata, metadataItem('Illustration_48x48@1', 'image/png', illustrationOf(illustration))]
}

function itemOf(file: SourceFile): ZimItem {
  const { path } = file
  const mime = contentType(path.slice(path.lastIndexOf('/') + 1)) || UNKNOWN
  const content = file.bytes === 0 ? NOTHING : file
  const item: ZimItem = { namespace: 'C', path, title: path, mime: mime.replace('; ', ';'), content, isPacked: isPacked(path) }
  if (!path.endsWith('.html')) return item
  const { title, isListed } = readPageFacts(headOf(file))
  return { ...item, title: title || path, isFront: isListed }
}

const metadataItem = (path: string, mime: string, content: Buffer): ZimItem => ({
  namespace: 'M',
  path,
  title: path,
  mime,
  content,
  isPacked: mime === 'image/png',
})

/** Readers without an index find titles by their first letters as typed: pages also stand there in small letters, and without accents. */
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
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '')
  return [...new Set([lower, plain])].filter((spelling) => spelling !== title)
}
