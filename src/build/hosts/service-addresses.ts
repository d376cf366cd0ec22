import { parseWhole } from '../../cache/parse-stored.ts'
import { NAMESPACES } from '../../model/ref.ts'
import type { ServiceAddresses, TitlePage } from '../../publish/hosts/host-site.ts'
import { mediaUrl, pathOf } from '../../routes.ts'
import { cachedMedia } from '../../views/media/picture.ts'
import { serviceAddresses } from '../../views/site/links.ts'
import type { Site } from '../../views/site/site.ts'

/** The targets in a site of the service's addresses with a title, and of documents. `media` are the site's media files. */
export async function addressesOf(site: Site, media: ReadonlySet<string>): Promise<ServiceAddresses> {
  const stated = [...serviceAddresses(site)]
  return {
    titles: titlesOf(site, formerTitles(stated)),
    pages: new Map(stated.filter(([name]) => name.startsWith('/'))),
    documents: await documentsOf(site, media),
    words: await ownWords(site),
    // If untranslated pages are hidden, a guide may be missing in a language.
    languages: site.config.fallback === 'show' ? site.languages.filter((lang) => lang !== site.sourceLang) : [],
  }
}

/** Categories come first, ordered by their number of guides. */
function titlesOf({ catalog }: Site, previous: readonly TitlePage[]): TitlePage[] {
  const categories = [...catalog.categories.values()].sort((a, b) => b.guideCount - a.guideCount).map(({ title }) => title)
  const wiki = (kind: 'CATEGORY' | 'ITEM' | 'INFO' | 'WIKI', title: string, shown = title): TitlePage => {
    return { kind, title, path: pathOf({ kind: 'wiki', namespace: kind, title: shown }) }
  }
  const texts = (['ITEM', 'INFO', 'WIKI'] as const).flatMap((kind) =>
    Array.from(catalog.wikis[kind]).flatMap(([title, { stored, isMade }]) => (stored || isMade ? wiki(kind, title) : [])),
  )
  return [
    ...categories.map((title) => wiki('CATEGORY', title)),
    ...Array.from(catalog.listedIn, ([title, above]) => wiki('CATEGORY', title, above)),
    ...previous,
    ...texts,
    ...Array.from(catalog.tags.keys(), (tag) => ({ kind: 'TAG' as const, title: tag, path: pathOf({ kind: 'tag', tag }) })),
  ]
}

/** Former titles of wikis, and titles that differ in case. */
function formerTitles(stated: readonly (readonly [name: string, path: string])[]): TitlePage[] {
  return stated.flatMap(([name, path]) => {
    const [kind = '', title = ''] = name.split(/\/(.*)/s)
    return isTitleKind(kind) ? [{ kind, title, path }] : []
  })
}

const isTitleKind = (kind: string): kind is TitlePage['kind'] => ['CATEGORY', 'ITEM', 'INFO', 'WIKI'].includes(kind)

const GUID_OF_DOCUMENT = /\/Document\/([\w-]{1,100})\//
/** The characters that end an address in a text. */
const ENDS = /["'\s<>()]+/

/** Documents that a record references by the service's address: in a text, or in an object that also has the address of the file. */
async function documentsOf(site: Site, media: ReadonlySet<string>): Promise<Map<string, string>> {
  const documents = new Map<string, string>()
  for (const kind of ['guide', 'wiki'] as const) {
    for await (const key of site.cache.keys(kind)) {
      const text = (await site.cache.recordText(key)) ?? ''
      if (!/\/Document\\?\//.test(text)) continue
      // An unreadable record is reported by its page.
      for (const { guid, urls } of documentsIn(parseWhole(text))) {
        const file = documents.has(guid)
          ? undefined
          : urls.map((url) => cachedMedia(site, url)?.file).find((found) => found && media.has(found))
        if (file !== undefined) documents.set(guid, site.config.mediaBase === '' ? mediaUrl(file) : site.config.mediaBase + file)
      }
    }
  }
  return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function* documentsIn(record: unknown): Generator<{ guid: string; urls: string[] }> {
  const waiting: unknown[] = [record]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'string' && one.includes('/Document/'))
      for (const url of one.split(ENDS)) {
        const guid = GUID_OF_DOCUMENT.exec(url)?.[1]
        if (guid) yield { guid, urls: [url] }
      }
    if (typeof one !== 'object' || one === null) continue
    const { url, download_url: file } = one as Record<string, unknown>
    const guid = typeof url === 'string' ? GUID_OF_DOCUMENT.exec(url)?.[1] : undefined
    if (guid && typeof file === 'string') yield { guid, urls: [file] }
    for (const part of Object.values(one) as unknown[]) waiting.push(part)
  }
}

/** The first path segments that the service uses for its own texts. */
async function ownWords({ cache }: Site): Promise<string[]> {
  const words = new Set<string>()
  for (const namespace of NAMESPACES) {
    for await (const item of cache.list(`wikis-${namespace}`)) {
      const url = typeof item === 'object' && item !== null && 'url' in item ? String(item.url) : ''
      const word = URL.parse(url, 'http://service.invalid')?.pathname.split('/')[1]?.toLowerCase()
      if (word) words.add(word)
      break
    }
  }
  return [...words]
}
