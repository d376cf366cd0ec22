import type { Manifest } from '../../cache/layout.ts'
import { type Entry, type KindReport, REPORT_FORMAT, type ReportSummary, type Section, SECTIONS } from '../../cache/report.ts'
import type { ReportLog } from './log.ts'
import { type Parts, reportPage } from './report-page.ts'
import type { CrawlParts } from '../crawl-parts.ts'

/** Entries per part in the page; the JSON has all. */
const SHOWN = 30

type ReportedParts = Omit<CrawlParts, 'options' | 'selection'>

/** Reads the crawl's entries again and stores its report as JSON and Markdown, with only a few entries in memory. */
export async function writeReport(parts: ReportedParts, manifest: Manifest): Promise<void> {
  const { log } = parts.reporter
  const changes = { new: 0, changed: 0, removed: 0, unpublished: 0 }
  const names = Object.keys(SECTIONS) as Section[]
  const sections = Object.fromEntries(names.map((name) => [name, { count: 0, first: [] as Entry[] }])) as Parts
  for await (const entry of log.entries()) {
    if (entry.change) changes[entry.change]++
    for (const name of names) {
      if (!SECTIONS[name](entry)) continue
      if (sections[name].count++ < SHOWN) sections[name].first.push(entry)
    }
  }
  const summary = await summarise(parts, manifest, parts.store.previous && changes)
  await parts.store.writer.report(inJson(log, summary, sections), reportPage(summary, sections))
}

async function summarise(
  { reporter, store, service, frontier, discovery }: ReportedParts,
  manifest: Manifest,
  changes: ReportSummary['changes'] | undefined,
): Promise<ReportSummary> {
  const { log, counters, comments, shrunk } = reporter
  const { client } = service
  const { product, source, startedAt, finishedAt, part } = manifest
  const before = await store.previous?.report()
  const kinds = Object.entries(counters.progress).map(([kind, { known, done, ...counts }]): [string, KindReport] => {
    const got = counts.fetched + counts.unchanged + counts.stale
    return [kind, { expected: Math.max(known, done), from: log.origins(kind), got, ...counts }]
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
    languages: log.languages,
    lists: log.lists.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ...(changes && { changes }),
    drift: log.drift.found(before?.drift),
    commentsWithoutPage: comments.withoutPage(frontier),
    unreachable: client.hosts.all(),
    warnings: counters.warnings,
  }
}

/** The report as JSON, piece by piece: the summary's fields, then the long parts with one entry per line. */
async function* inJson(log: ReportLog, summary: ReportSummary, sections: Parts): AsyncGenerator<string> {
  yield JSON.stringify(summary, null, 2).replace(/\n\}$/, '')
  for (const name of Object.keys(SECTIONS) as Section[]) {
    yield `,\n  "${name}": [`
    let isFirst = true
    for await (const entry of sections[name].count > 0 ? log.entries() : []) {
      if (!SECTIONS[name](entry)) continue
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`
      isFirst = false
    }
    yield isFirst ? ']' : '\n  ]'
  }
  yield '\n}\n'
}
