import { randomBytes } from 'node:crypto'
import { FORMAT, type Manifest } from '../../cache/layout.ts'
import { languageTag } from '../../model/language.ts'
import { parse } from '../../model/parse.ts'
import { type Site, siteSchema } from '../../model/site.ts'
import type { CrawlParts } from '../crawl-parts.ts'
import { nameWithoutInfo } from '../site-name.ts'
import { mediaVerifiedTo } from '../revalidate/stored-media.ts'

/** The manifest of the finished cache. */
export async function makeManifest(parts: CrawlParts, startedAt: Date, finishedAt: Date, refused: Manifest['refused']): Promise<Manifest> {
  const { service, selection, discovery, options, frontier, store, reporter } = parts
  const { base, facts, moves } = service
  const site = readSite(parts)
  const domain = site?.domain && URL.canParse(`https://${site.domain}`) ? [new URL(`https://${site.domain}`).origin] : []
  const [first = base, ...others] = facts.origins()
  const translations = [...new Set([...frontier.kept()].flatMap(({ lang }) => lang ?? []))].sort()
  const origins = [...new Set([first, ...others, ...domain])]
  const verifiedTo = mediaVerifiedTo(store.previous, options.verify)
  return {
    format: FORMAT,
    product: options.product,
    source: base,
    ...(moves.bases.length > 0 && { movedFrom: [...moves.bases] }),
    name: site?.title || site?.name || (await nameWithoutInfo(service, store.previous, reporter.counters)),
    origins,
    mediaOrigins: [...discovery.media.origins].sort(),
    lang: languageTag(facts.lang()),
    ...(translations.length > 0 && { translations }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    ...(verifiedTo !== undefined && { mediaVerifiedTo: verifiedTo }),
    secret: store.previous?.manifest.secret ?? randomBytes(8).toString('hex'),
    ...(selection.choice && { part: selection.choice }),
    includesPrivate: options.includePrivate ?? false,
    ...(service.isPrivate && { isPrivateSite: true }),
    media: options.media,
    ...(refused && { refused }),
    counts: reporter.counters.counts(),
  }
}

function readSite({ frontier, store }: Pick<CrawlParts, 'frontier' | 'store'>): Site | undefined {
  const { writer } = store
  const [key] = frontier.kept('site')
  const text = key && (writer.pendingRecord(key) ?? writer.finishedRecord(key))
  const parsed = parse(siteSchema, text && JSON.parse(text))
  return parsed.ok ? parsed.value : undefined
}
