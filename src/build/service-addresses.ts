import { NAMESPACES } from '../model/ref.ts'
import type { ServiceAddresses, TitlePage } from '../publish/hosts/host-site.ts'
import { mediaUrl, pathOf } from '../routes.ts'
import { cachedMedia } from '../views/media/picture.ts'
import type { Site } from '../views/site/site.ts'

/** What addresses of the service with a title, or of a document, lead to in a site. `media` are the files that it has. */
export async function addressesOf(site: Site, media: ReadonlySet<string>): Promise<ServiceAddresses> {
  return {
    titles: titlesOf(site),
    documents: await documentsOf(site, media),
    words: await ownWords(site),
    // Where untranslated pages are hidden, a guide may be missing in a language.
    languages: site.config.fallback === 'show' ? site.languages.filter((lang) => lang !== site.sourceLang) : [],
  }
}

/** Categories come first, those with the most guides before others. */
function titlesOf({ catalog }: Site): TitlePage[] {
  const categories = [...catalog.categories.values()].sort((a, b) => b.guideCount - a.guideCount).map(({ title }) => title)
  const texts = (['ITEM', 'INFO', 'WIKI'] as const).flatMap((kind) =>
    Array.from(catalog.wikis[kind]).flatMap(([title, { stored }]) => (stored ? [{ kind, title }] : [])),
  )
  return [
    ...categories.map((title) => ({ kind: 'CATEGORY' as const, title, path: pathOf({ kind: 'wiki', namespace: 'CATEGORY', title }) })),
    ...texts.map(({ kind, title }) => ({ kind, title, path: pathOf({ kind: 'wiki', namespace: kind, title }) })),
    ...Array.from(catalog.tags.keys(), (tag) => ({ kind: 'TAG' as const, title: tag, path: pathOf({ kind: 'tag', tag }) })),
  ]
}

const DOCUMENT = /[^"'\s<>()]*\/Document\/([\w-]+)\/[^"'\s<>()]*/g

/** Documents that a record names by the service's address of them. */
async function documentsOf(site: Site, media: ReadonlySet<string>): Promise<Map<string, string>> {
  const documents = new Map<string, string>()
  for (const kind of ['guide', 'wiki'] as const) {
    for await (const key of site.cache.keys(kind)) {
      const text = (await site.cache.recordText(key))?.replaceAll('\\/', '/').replaceAll('\\"', '"') ?? ''
      if (!text.includes('/Document/')) continue
      for (const [url, guid = ''] of text.matchAll(DOCUMENT)) {
        const file = documents.has(guid) ? undefined : cachedMedia(site, url)?.file
        if (file !== undefined && media.has(file)) documents.set(guid, mediaUrl(file))
      }
    }
  }
  return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The first words of the addresses that the service gives its own texts. */
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
