import { FORMAT, type Manifest } from '../../cache/layout.ts'
import { languageTag } from '../../model/language.ts'
import { parse } from '../../model/parse.ts'
import { type Site, siteSchema } from '../../model/site.ts'
import type { Session } from '../session.ts'
import { nameWithoutInfo } from '../site-name.ts'
import { mediaVerifiedTo } from '../revalidate/stored-media.ts'

/** What the finished cache says of itself. */
export async function makeManifest(session: Session, startedAt: Date, finishedAt: Date): Promise<Manifest> {
  const { base, facts, media, options, frontier, counters } = session
  const site = await readSite(session)
  const domain = site?.domain && URL.canParse(`https://${site.domain}`) ? [new URL(`https://${site.domain}`).origin] : []
  const [first = base, ...others] = facts.origins()
  const translations = [...new Set([...frontier.kept()].flatMap(({ lang }) => lang ?? []))].sort()
  const origins = [...new Set([first, ...others, ...domain])]
  const verifiedTo = mediaVerifiedTo(session)
  return {
    format: FORMAT,
    product: options.product,
    source: base,
    ...(session.moves.bases.length > 0 && { movedFrom: [...session.moves.bases] }),
    name: site?.title || site?.name || (await nameWithoutInfo(session)),
    origins,
    mediaOrigins: [...media.origins].sort(),
    lang: languageTag(facts.lang()),
    ...(translations.length > 0 && { translations }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    ...(verifiedTo !== undefined && { mediaVerifiedTo: verifiedTo }),
    ...(session.choice && { part: session.choice }),
    includesPrivate: options.includePrivate ?? false,
    ...(session.isPrivateSite && { isPrivateSite: true }),
    media: options.media,
    counts: counters.counts(),
  }
}

async function readSite({ frontier, writer }: Session): Promise<Site | undefined> {
  const [key] = frontier.kept('site')
  const text = key && (writer.pendingRecord(key) ?? writer.finishedRecord(key))
  const parsed = parse(siteSchema, text && JSON.parse(text))
  return parsed.ok ? parsed.value : undefined
}
