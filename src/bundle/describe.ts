import { changedAt } from '../cache/changed.ts'
import type { Manifest } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { isNamespace, type Ref } from '../model/ref.ts'
import { slugOf } from '../model/title.ts'
import { pathOf } from '../routes.ts'
import type { ZimDescription } from './zim/metadata.ts'
import type { ZimRedirect } from './zim/zim-writer.ts'

/** What a bundle says of itself. `product` is the program and its version. */
export function describe(
  manifest: Manifest,
  { name, licence, category, fullText, product }: { name: string; licence: string; category: string; fullText: boolean; product: string },
): ZimDescription {
  const title = category ? `${category} – ${name || manifest.name}` : name || manifest.name
  const [source = manifest.source] = manifest.origins
  const { hostname } = new URL(source)
  return {
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
    flavour: manifest.media === 'none' ? 'nopic' : '',
    tags: [
      '_category:other',
      `_pictures:${manifest.media === 'none' ? 'no' : 'yes'}`,
      `_videos:${manifest.media === 'all' ? 'yes' : 'no'}`,
      `_ftindex:${fullText ? 'yes' : 'no'}`,
    ],
  }
}

/** The service's own addresses of guides and wikis, leading to their pages: links from elsewhere find them in an archive. */
export async function originalAddresses(cache: CacheReader): Promise<ZimRedirect[]> {
  const redirects: ZimRedirect[] = []
  for await (const key of cache.keys()) {
    const ref = key.lang === undefined ? refOf(key) : undefined
    if (!ref) continue
    const record = await cache.record(key).catch(() => undefined) // It has no address that could be read.
    const path = addressIn(record)
    if (path) redirects.push({ namespace: 'C', path, title: path, to: `${decodeURI(pathOf(ref)).slice(1)}index.html` })
  }
  return redirects
}

function refOf({ kind, id }: { kind: string; id: string }): Exclude<Ref, { kind: 'document' }> | undefined {
  if (kind === 'guide') return { kind, guideid: Number(id) }
  const namespace = id.slice(0, Math.max(0, id.indexOf('/')))
  return kind === 'wiki' && isNamespace(namespace) ? { kind, namespace, title: id.slice(namespace.length + 1) } : undefined
}

function addressIn(record: unknown): string | undefined {
  const url = typeof record === 'object' && record && 'url' in record ? record.url : undefined
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname).slice(1) || undefined
  } catch {
    return undefined // a stray %: nobody links there
  }
}
