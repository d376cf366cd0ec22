import type { Manifest } from '../../cache/layout.ts'
import { type Entry, type KindReport, REPORT_FORMAT, type ReportSummary, type Section, SECTIONS } from '../../cache/report.ts'
import { type Parts, reportPage } from './report-page.ts'
import type { Session } from '../session.ts'

/** So many entries of each part are shown to people; programs get them all. */
const SHOWN = 30

/** Reads the crawl's entries once more and stores its report, for programs and for people. Memory holds a few entries only. */
export async function writeReport(session: Session, manifest: Manifest): Promise<void> {
  const changes = { new: 0, changed: 0, removed: 0, unpublished: 0 }
  const names = Object.keys(SECTIONS) as Section[]
  const parts = Object.fromEntries(names.map((name) => [name, { count: 0, first: [] as Entry[] }])) as Parts
  for await (const entry of session.reportLog.entries()) {
    if (entry.change) changes[entry.change]++
    for (const name of names) {
      if (!SECTIONS[name](entry)) continue
      if (parts[name].count++ < SHOWN) parts[name].first.push(entry)
    }
  }
  const summary = await summarise(session, manifest, session.previous && changes)
  await session.writer.report(inJson(session, summary, parts), reportPage(summary, parts))
}

async function summarise(session: Session, manifest: Manifest, changes: ReportSummary['changes'] | undefined): Promise<ReportSummary> {
  const { client, reportLog, counters, previous } = session
  const { product, source, startedAt, finishedAt, part } = manifest
  const before = previous && (await previous.report())
  const kinds = Object.entries(counters.progress).map(([kind, { known, done, ...counts }]): [string, KindReport] => {
    const got = counts.fetched + counts.unchanged + counts.stale
    return [kind, { expected: Math.max(known, done), from: reportLog.origins(kind), got, ...counts }]
  })
  return {
    format: REPORT_FORMAT,
    product,
    source,
    startedAt,
    finishedAt,
    ...(part && { part }),
    isComplete:
      kinds.every(([, { failed, stale }]) => failed + stale === 0) && session.shrunk.length === 0 && session.ceilings.reached.length === 0,
    requests: client.requests,
    bytes: client.bytes,
    throttling: client.throttling,
    kinds: Object.fromEntries(kinds),
    languages: reportLog.languages,
    lists: reportLog.lists.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ...(changes && { changes }),
    drift: reportLog.drift(before?.drift),
    commentsWithoutPage: session.comments.withoutPage(session.frontier),
    unreachable: client.hosts.all(),
    warnings: counters.warnings,
  }
}

/** The report as JSON, piece by piece: the summary's fields, then the long parts with an entry a line. */
async function* inJson({ reportLog }: Session, summary: ReportSummary, parts: Parts): AsyncGenerator<string> {
  yield JSON.stringify(summary, null, 2).replace(/\n\}$/, '')
  for (const name of Object.keys(SECTIONS) as Section[]) {
    yield `,\n  "${name}": [`
    let isFirst = true
    for await (const entry of parts[name].count > 0 ? reportLog.entries() : []) {
      if (!SECTIONS[name](entry)) continue
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`
      isFirst = false
    }
    yield isFirst ? ']' : '\n  ]'
  }
  yield '\n}\n'
}
