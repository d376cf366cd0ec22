import type { RecordKey } from '../../cache/layout.ts'
import { guideSchema } from '../../model/guide.ts'
import { HtmlBudget } from '../../model/html-limits.ts'
import { isLoopback, readSourceLink, type SourceLink } from '../../model/link.ts'
import type { Namespace, WikiRef } from '../../model/ref.ts'
import { canonicalTitle } from '../../model/title.ts'
import { wikiSchema } from '../../model/wiki.ts'
import { addressesWithAnchors, anchorOf, anchorsIn } from '../../render/anchors.ts'
import type { RenderContext } from '../../render/relink.ts'
import { fileAt, pageAt, type PageRef, pathOf, serviceStepAnchor } from '../../routes.ts'
import { directionOf } from '../../words/words.ts'
import { hasPage, isPrivate } from '../catalog/catalog.ts'
import { mediaOf } from '../media/picture.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { Site } from './site.ts'
import { question } from '../trace/tracked-site.ts'

/** The local address of a record's page, or of the page that lists it; undefined if the site has none. */
export function hrefOf(site: Site, ref: PageRef): string | undefined {
  if (hasPage(site.catalog, ref)) return pageAt(site, pathOf(ref))
  const listedIn = ref.kind === 'wiki' && ref.namespace === 'CATEGORY' ? site.catalog.listedIn.get(canonicalTitle(ref.title)) : undefined
  return listedIn === undefined ? undefined : pageAt(site, pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: listedIn }))
}

/**
 * The absolute address of a link on the public original site; undefined for what is not a web address, for a service on this machine, which
 * has no public address, and for a private record that is not on this site, since readers could not open it.
 */
export function originalOf(site: Site, href: string): string | undefined {
  const given = href ? URL.parse(href, site.source) : null
  if (!given || !/^https?:$/.test(given.protocol)) return undefined
  if (leadsToPrivate(site, href)) return undefined
  // A crawl through a mirror contains the mirror's address; links use the public one.
  const mirrored = site.cache.manifest.origins.includes(given.origin)
  const url = mirrored ? new URL(given.pathname + given.search + given.hash, site.source) : given
  return isLoopback(url.hostname) ? undefined : url.href
}

/** What a link refers to. */
export function sourceLink({ cache, catalog: { addresses } }: Site, href: string): SourceLink | undefined {
  return readSourceLink(href, cache.manifest.origins, addresses)
}

function leadsToPrivate(site: Site, href: string): boolean {
  const ref = site.privateNames.size > 0 ? sourceLink(site, href)?.ref : undefined
  return !!ref && isPrivate(site, ref) && !hasPage(site.catalog, ref)
}

/** The original site for display: its host, or its name if it has no public address. */
export function originalSite(site: Site): { name: string; href: string | undefined } {
  const href = originalOf(site, '/')
  return { name: href ? new URL(href).host : site.name, href }
}

/**
 * What rendering these texts requires. Reads the records that they link into, so that no link leads to a missing step or heading.
 * `original` is the address of the texts on the original site.
 */
export async function renderContext(site: Site, texts: readonly string[], original?: string): Promise<RenderContext> {
  const { origins } = site.cache.manifest
  const { addresses } = site.catalog
  const anchors = new Map<string, ReadonlySet<string>>()
  for (const text of texts) {
    for (const href of addressesWithAnchors(text)) {
      const link = sourceLink(site, href.replaceAll('&amp;', '&'))
      if (!link || (link.ref.kind !== 'guide' && link.ref.kind !== 'wiki')) continue
      const path = pathOf(link.ref)
      if (!anchors.has(path) && hasPage(site.catalog, link.ref)) anchors.set(path, await anchorsOf(site, link.ref))
    }
  }
  return {
    origins,
    ...(addresses && { addresses }),
    taken: new Set(),
    hrefOf: (ref, fragment) => {
      if (ref.kind === 'document') return undefined
      const href = hrefOf(site, ref)
      const anchor = fragment && anchors.get(pathOf(ref))?.has(fragment) ? localAnchor({ ref, fragment }) : ''
      return href && anchor ? `${href}#${encodeURIComponent(anchor)}` : href
    },
    mediaOf: (url) => mediaOf(site, url),
    budget: new HtmlBudget(),
    tooMuch: {
      words: site.words.say('page.tooMuch'),
      href: original ?? '',
      link: site.words.say('site.original', { source: originalSite(site).name }),
    },
    videoLabel: site.words.say('media.videoOn', { provider: 'YouTube' }),
    ours: { lang: site.words.lang, dir: directionOf(site.words.lang) },
    original: (href) => originalOf(site, href) ?? '',
  }
}

const localAnchor = ({ ref, fragment }: SourceLink): string => (ref.kind === 'wiki' ? anchorOf(fragment) : fragment)

/** The fragments of a record's page in the service's form. */
async function anchorsOf(site: Site, ref: PageRef): Promise<ReadonlySet<string>> {
  if (ref.kind === 'wiki') return new Set(await anchorsOfWiki(site, ref.namespace, ref.title))
  return new Set(ref.kind === 'guide' ? await anchorsOfGuide(site, ref.guideid) : [])
}

const anchorsOfWiki = question('anchors of wiki', async (site: Site, namespace: Namespace, title: string) => {
  const wiki = await readIfReadable(site.cache, wikiKey(site, { kind: 'wiki', namespace, title }), wikiSchema)
  return [...anchorsIn(wiki?.contents_rendered ?? '')]
})

const anchorsOfGuide = question('anchors of guide', async (site: Site, guideid: number) => {
  const guide = await readIfReadable(site.cache, guideKey(site, guideid), guideSchema)
  return guide?.steps.map(({ stepid }) => serviceStepAnchor(stepid)) ?? []
})

/** The key of a guide's details: the translation into the site's language if it exists. */
export function guideKey(site: Site, guideid: number): RecordKey {
  return { kind: 'guide', id: String(guideid), ...inOwnLanguage(site, site.catalog.guides.get(guideid)?.langs) }
}

/** The key of a wiki's details, by any spelling of its title: the translation into the site's language if it exists. */
export function wikiKey(site: Site, { namespace, title }: WikiRef): RecordKey {
  const entry = site.catalog.wikis[namespace].get(canonicalTitle(title))
  return { kind: 'wiki', id: `${namespace}/${entry?.title ?? title}`, ...inOwnLanguage(site, entry?.langs) }
}

/** The languages in which a wiki's text exists; undefined if there is none. */
export function writtenIn({ catalog, sourceLang }: Site, { namespace, title }: WikiRef): string[] | undefined {
  const entry = catalog.wikis[namespace].get(canonicalTitle(title))
  return entry?.stored ? [sourceLang, ...entry.langs] : undefined
}

const inOwnLanguage = ({ lang }: Site, langs: readonly string[] | undefined): { lang?: string } => (langs?.includes(lang) ? { lang } : {})

/** The file of all {@link serviceAddresses}, if there are any. */
export const addressesFile = (site: Site): string | undefined => site.catalog.addresses && fileAt(site, '/addresses.json')

/** The pages of service addresses and titles whose form does not say what they refer to: by the names in catalog/addresses.ts, sorted. */
export function serviceAddresses({ catalog }: Pick<Site, 'catalog'>): Map<string, string> {
  const pages = Array.from(catalog.addresses ?? []).flatMap(([name, ref]) =>
    ref.kind !== 'document' && hasPage(catalog, ref) ? [[name, pathOf(ref)] as const] : [],
  )
  return new Map(pages.sort(([a], [b]) => (a < b ? -1 : 1)))
}
