import { randomBytes } from 'node:crypto'
import { FORMAT, type Manifest } from '../../cache/layout.ts'
import { languageTag } from '../../model/language.ts'
import { parse } from '../../model/parse.ts'
import { type Site, siteSchema } from '../../model/site.ts'
import { type Entry, type KindReport, REPORT_FORMAT, type ReportSummary, type Section, SECTIONS } from '../../cache/report.ts'
import type { Reporter } from './reporter.ts'
import { type Parts, reportPage } from './report-page.ts'
import type { CrawlParts } from '../crawl-parts.ts'
import { nameWithoutInfo } from '../site-name.ts'

const SHOWN = 30
const NAMES = Object.keys(SECTIONS) as Section[]

/** Reads the crawl's entries again and stores its report as JSON and Markdown, with only a few entries in memory. */
export async function writeReport(parts: CrawlParts, manifest: Manifest): Promise<void> {
  const { reporter } = parts
  const changes = { new: 0, changed: 0, removed: 0, unpublished: 0 }
  const sections = Object.fromEntries(NAMES.map((name) => [name, { count: 0, first: [] as Entry[] }])) as Parts
  for await (const entry of reporter.entries()) {
    if (entry.change) changes[entry.change]++
    for (const name of NAMES) {
      if (!SECTIONS[name](entry)) continue
      if (sections[name].count++ < SHOWN) sections[name].first.push(entry)
    }
  }
  const summary = await summarise(parts, manifest, parts.store.previous && changes)
  await parts.store.writer.report(inJson(reporter, summary, sections), reportPage(summary, sections))
}

async function summarise(
  { reporter, store, service, frontier, discovery }: CrawlParts,
  manifest: Manifest,
  changes: ReportSummary['changes'] | undefined,
): Promise<ReportSummary> {
  const { counters, comments, shrunk } = reporter
  const { client } = service
  const { product, source, startedAt, finishedAt, part } = manifest
  const before = await store.previous?.report()
  const kinds = Object.entries(counters.progress).map(([kind, { known, done, ...counts }]): [string, KindReport] => {
    const got = counts.fetched + counts.unchanged + counts.stale
    return [kind, { expected: Math.max(known, done), from: reporter.origins(kind), got, ...counts }]
  })
  return {
    format: REPORT_FORMAT,
    product,
    source,
    startedAt,
    finishedAt,
    ...(part && { part }),
    isComplete:
      kinds.every(([, { failed, stale }]) => failed + stale === 0) && shrunk.length === 0 && discovery.ceilings.reached.length === 0,
    requests: client.requests,
    bytes: client.bytes,
    throttling: client.throttling,
    kinds: Object.fromEntries(kinds),
    languages: reporter.languages,
    lists: reporter.lists.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ...(changes && { changes }),
    drift: reporter.drift.found(before?.drift),
    commentsWithoutPage: comments.withoutPage(frontier),
    unreachable: client.hosts.all(),
    warnings: counters.warnings,
  }
}

/** The report as JSON, piece by piece: the summary's fields, then the long parts with one entry per line. */
async function* inJson(reporter: Reporter, summary: ReportSummary, sections: Parts): AsyncGenerator<string> {
  yield JSON.stringify(summary, null, 2).replace(/\n\}$/, '')
  for (const name of NAMES) {
    yield `,\n  "${name}": [`
    let isFirst = true
    for await (const entry of sections[name].count > 0 ? reporter.entries() : []) {
      if (!SECTIONS[name](entry)) continue
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`
      isFirst = false
    }
    yield isFirst ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

export async function makeManifest(parts: CrawlParts, startedAt: Date, finishedAt: Date, refused: Manifest['refused']): Promise<Manifest> {
  const { service, selection, discovery, options, frontier, store, reporter } = parts
  const { base, facts, moves } = service
  const site = readSite(parts)
  const domain = site?.domain && URL.canParse(`https://${site.domain}`) ? [new URL(`https://${site.domain}`).origin] : []
  const [first = base, ...others] = facts.origins()
  const translations = [...new Set([...frontier.kept()].flatMap(({ lang }) => lang ?? []))].sort()
  const origins = [...new Set([first, ...others, ...domain])]
  const verifiedFrom = store.previous?.manifest.mediaVerifiedTo
  const verifiedTo = store.previous && options.verify ? ((verifiedFrom ?? 0) + options.verify / 100) % 1 : verifiedFrom
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

function readSite({ frontier, store }: CrawlParts): Site | undefined {
  const [key] = frontier.kept('site')
  const text = key && (store.writer.pendingRecord(key) ?? store.writer.finishedRecord(key))
  const parsed = parse(siteSchema, text && JSON.parse(text))
  return parsed.ok ? parsed.value : undefined
}
