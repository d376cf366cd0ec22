import { z } from 'zod'
import { changedAt } from '../cache/changed.ts'
import type { Manifest } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { WIKI_WORDS } from '../model/addresses/service-path.ts'
import { flagSchema, isPrerequisiteOnly } from '../model/guide.ts'
import { parse } from '../model/parse.ts'
import { list } from '../model/php.ts'
import { NAMESPACES, type WikiRef } from '../model/ref.ts'
import { slugOf } from '../model/title.ts'
import { capitalised } from '../publish/hosts/patterns.ts'
import { pageFile, pathOf, refOfRecord } from '../routes.ts'
import type { ZimRedirect } from './zim/zim-writer.ts'

/** The metadata of a ZIM archive (https://wiki.openzim.org/wiki/Metadata). */
export type ZimDescription = ReturnType<typeof describe>

type Given = Record<'name' | 'licence' | 'category' | 'product', string> & { fullText: boolean }

/** The metadata of a bundle. `product` is the program and its version. */
export function describe(manifest: Manifest, { name, licence, category, fullText, product }: Given) {
  const title = category ? `${category} – ${name || manifest.name}` : name || manifest.name
  const [source = manifest.source] = manifest.origins
  const { hostname } = new URL(source)
  return {
    // Stable from one edition to the next, such as `www.ifixit.com_en_phone`.
    name: [hostname, manifest.lang, ...(category ? [slugOf(category)] : [])].join('_'),
    title,
    description: `Repair guides of ${hostname}`,
    languages: [manifest.lang, ...(manifest.translations ?? [])],
    creator: manifest.name,
    publisher: name || 'Benchbook',
    scraper: product,
    source,
    licence,
    date: new Date(changedAt(manifest)),
    // Distinguishes editions of the same content.
    flavour: manifest.media === 'none' ? 'nopic' : '',
    tags: [
      '_category:other',
      `_pictures:${manifest.media === 'none' ? 'no' : 'yes'}`,
      `_videos:${manifest.media === 'all' ? 'yes' : 'no'}`,
      `_ftindex:${fullText ? 'yes' : 'no'}`,
    ],
  }
}

/**
 * Reads the facts about pages in an archive that only records contain: redirects from the service's own addresses of guides and wikis, so
 * that external links work, and the pages of guides that are only parts of others.
 */
export async function pagesOfRecords(cache: CacheReader) {
  const [redirects, unlisted]: [ZimRedirect[], Set<string>] = [[], new Set()]
  const addresses = await addressesOfWikis(cache)
  for await (const key of cache.keys()) {
    const ref = key.lang === undefined ? refOfRecord(key) : undefined
    if (!ref) continue
    const record = ref.kind === 'guide' ? await cache.record(key).catch(() => undefined) : undefined // An unreadable one has no facts.
    const to = pageFile(pathOf(ref))
    const path = ref.kind === 'wiki' ? (addresses.get(key.id) ?? usualAddress(ref)) : addressIn(record)
    if (path) redirects.push({ namespace: 'C', path, title: path, to })
    const guide = parse(flagsSchema, record)
    if (guide.ok && isPrerequisiteOnly(guide.value)) unlisted.add(to)
  }
  return { redirects, unlisted }
}

const flagsSchema = z.object({ flags: list(flagSchema) })

/** The addresses of wikis stated in lists, by namespace and title; their details have none. */
async function addressesOfWikis(cache: CacheReader): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const namespace of NAMESPACES)
    for await (const item of cache.list(`wikis-${namespace}`)) {
      const { title } = item as { title?: unknown }
      const path = addressIn(item)
      if (path && typeof title === 'string') addresses.set(`${namespace}/${title}`, path)
    }
  return addresses
}

/** The service's usual form of a wiki's address, if no list states it. */
function usualAddress({ namespace, title }: WikiRef): string | undefined {
  const [word] = [...WIKI_WORDS].find(([, of]) => of === namespace) ?? []
  return word && `${capitalised(word)}/${title.replaceAll(' ', '_')}`
}

function addressIn(record: unknown): string | undefined {
  const url = typeof record === 'object' && record && 'url' in record ? record.url : undefined
  const { pathname } = (typeof url === 'string' && url ? URL.parse(url, 'http://service.invalid') : null) ?? { pathname: '' }
  try {
    return decodeURIComponent(pathname).slice(1) || undefined
  } catch {
    return undefined // A stray %: such an address is not linked.
  }
}
