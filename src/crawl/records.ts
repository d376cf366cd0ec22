import { parseWhole } from '../cache/parse-stored.ts'
import { RequestError } from '../errors.ts'
import { nameOf, sourceOf, TREE_KINDS } from './endpoints.ts'
import { fetchRecord, type FetchResult, notWanted } from './fetch-record.ts'
import { excessiveName } from '../fetch/limits.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { readStored } from './answers.ts'
import type { EntryDetails } from './report/log.ts'
import type { Store } from './crawl-parts.ts'
import { forgetTranslations } from './translation.ts'
import type { RecordKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

/** Records that exist once; not every service has all of them. */
export const SINGLE_KINDS: readonly RecordKind[] = ['site', ...TREE_KINDS]

/** Fetches and stores a record, settles its outcome, and follows its references. Only throws what ends the crawl. */
export async function settleRecord(parts: CrawlParts, key: RecordKey): Promise<void> {
  const { frontier, discovery, store, reporter, service } = parts
  const { missingEndpoints, languages } = service
  const { counters, log } = reporter
  const isDeferred = missingEndpoints.isLacking(key.kind)
  if (isDeferred || languages.isLacking(key)) {
    if (isDeferred) missingEndpoints.defer({ key, from: '', by: '' })
    counters.forget(key.kind)
    return frontier.settle(key, false)
  }
  const excess = excessiveName(key)
  if (excess) return refuse(parts, key, excess)
  let tries = 0
  const onTry = (now: number) => (tries = now)
  const result =
    skipPrivate(parts, key) ?? reuseInterrupted(parts, key) ?? reuseUnchanged(parts, key) ?? (await fetchRecord(parts, key, onTry))
  if (result instanceof RequestError) return giveUp(parts, key, result, tries)
  await missingEndpoints.hit(key.kind)
  languages.noteFound(key)
  frontier.settle(key, true)
  counters.settle(key.kind, result.outcome, result.bytes)
  const change = result.outcome === 'fetched' ? changeOf(store, key) : undefined
  await log.settle(key, result.outcome, { url: service.urlOf(key), tries, ...(change && { change }) })
  if (tries > 0 || result.outcome === 'fetched') store.freshness.renew(key)
  await discovery.follow(result.found, key)
}

/** Records that a list marks as private are not requested unless private ones are. */
function skipPrivate(
  { selection, store, service }: Pick<CrawlParts, 'selection' | 'store' | 'service'>,
  key: RecordKey,
): RequestError | undefined {
  if (!selection.withheld.has(nameOf(key))) return undefined
  store.revalidation.noteMissing(nameOf(key), 'private', 'withheld')
  return notWanted(service.urlOf(key))
}

/** Undefined if there was no previous crawl. */
function changeOf({ previous, writer }: Store, key: RecordKey): 'new' | 'changed' | undefined {
  return previous && (writer.finishedRecord(key) === undefined ? 'new' : 'changed')
}

/** Reuses what an interrupted crawl has already fetched. */
function reuseInterrupted(
  { store, service, selection, reporter }: Pick<CrawlParts, 'store' | 'service' | 'selection' | 'reporter'>,
  key: RecordKey,
): FetchResult | undefined {
  const { writer, freshness, revalidation } = store
  const text = writer.leftRecord(key)
  if (text === undefined) return undefined
  const answer = parseWhole(text)
  if (answer === undefined) {
    // The process was killed while it wrote the file.
    writer.forgetRecord(key)
    return undefined
  }
  if (freshness.isOutdated(key, answer)) {
    forgetTranslations({ writer, languages: service.languages }, key, answer)
    return undefined
  }
  const isSame = writer.finishedRecord(key) === text
  const at = writer.leftAt(key, isSame)
  const found = freshness.isCurrent(key, answer, at) ? readStored(selection, key, text) : undefined
  if (!found) return undefined
  revalidation.resumed(key, at)
  reporter.log.look(key, answer)
  return { outcome: isSame ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** Reuses what the last finished crawl has, or knows to be missing, if nothing suggests a change. */
function reuseUnchanged(
  { store, service, selection, reporter }: Pick<CrawlParts, 'store' | 'service' | 'selection' | 'reporter'>,
  key: RecordKey,
): FetchResult | RequestError | undefined {
  const { freshness, revalidation, writer } = store
  if (!freshness.isIncremental) return undefined
  const text = writer.finishedRecord(key)
  const answer = text === undefined ? undefined : parseWhole(text)
  const verdict = freshness.verdict(key, answer)
  const found = verdict === 'keep' && text !== undefined ? readStored(selection, key, text) : undefined
  if (found) {
    reporter.log.look(key, answer)
    return { outcome: 'unchanged', bytes: 0, found }
  }
  const note = verdict === 'forget' ? revalidation.stillMissing(nameOf(key)) : undefined
  const url = service.urlOf(key)
  if (!note?.missing) return undefined
  const status = note.missing === 'gone' ? 404 : 403
  return new RequestError(note.missing, `${url} was ${note.missing} when it was asked for last.`, {
    url,
    ...(!note.isWithheld && { status }),
  })
}

/** Gone and private records leave the cache. One that failed stays as in the previous crawl, with all its references. */
async function giveUp(parts: CrawlParts, key: RecordKey, { outcome, message, code, facts }: RequestError, tries: number): Promise<void> {
  const { frontier, discovery, store, service, selection, reporter } = parts
  const { counters, log } = reporter
  const url = facts.url ?? service.urlOf(key)
  const details = { url, tries, reason: message }
  const stored = store.writer.finishedRecord(key)
  if (outcome === 'gone' || outcome === 'private') {
    frontier.settle(key, false)
    if (outcome === 'private' && facts.status === undefined) selection.withheld.add(nameOf(key))
    else reporter.refusals.refuse(key)
    if (service.languages.missed(key))
      counters.warn(`Records do not name their translations, and no ${key.kind} has one for ${key.lang}: the crawl stops asking for them.`)
    return withdraw(parts, key, outcome, { ...details, wasThere: stored !== undefined })
  }
  store.revalidation.failed(key)
  const found = stored === undefined ? undefined : readStored(selection, key, stored)
  counters.fail({ kind: key.kind, id: key.id, url, reason: message, code }, found ? 'stale' : 'failed')
  if (found) {
    await keepStale(parts, key, details)
    return discovery.follow(found, key)
  }
  frontier.settle(key, false)
  await log.settle(key, 'failed', details)
}

async function withdraw(
  { reporter, service, store }: Pick<CrawlParts, 'reporter' | 'service' | 'store'>,
  key: RecordKey,
  outcome: 'gone' | 'private',
  { wasThere, ...details }: { url: string; tries: number; reason: string; wasThere: boolean },
): Promise<void> {
  const { missingEndpoints } = service
  const { counters, log } = reporter
  if (wasThere) store.withdrawn.set(nameOf(key), outcome)
  const change = wasThere && { change: outcome === 'gone' ? ('removed' as const) : ('unpublished' as const) }
  const instead = key.lang && { instead: service.urlOf(sourceOf(key)) }
  const report = () => log.settle(key, outcome, { ...details, ...change, ...instead })
  if (SINGLE_KINDS.includes(key.kind) && !key.lang) {
    counters.drop(key.kind)
    return report()
  }
  counters.settle(key.kind, outcome)
  await missingEndpoints.miss(key.kind, report)
}

/** A name that is not requested is not repeated either: a malicious service may have many, and long ones. */
async function refuse(
  { frontier, service, reporter }: Pick<CrawlParts, 'frontier' | 'service' | 'reporter'>,
  key: RecordKey,
  { message, code, facts }: RequestError,
): Promise<void> {
  const { base } = service
  const id = facts.record ?? ''
  frontier.settle(key, false)
  reporter.counters.fail({ kind: key.kind, id, url: base, reason: message, code })
  await reporter.log.settle({ kind: key.kind, id }, 'failed', { url: base, tries: 0, reason: message })
}

/** Keeps an earlier crawl's copy of a record, and reports it as stale since the last crawl with a good copy. */
export async function keepStale(
  { store, frontier, reporter }: Pick<CrawlParts, 'store' | 'frontier' | 'reporter'>,
  key: RecordKey,
  details: EntryDetails,
): Promise<void> {
  const { previous, stale } = store
  const since = (await previous?.staleSince(key)) ?? previous?.manifest.startedAt ?? new Date().toISOString()
  frontier.settle(key, true)
  stale.push({ ...key, since })
  await reporter.log.settle(key, 'stale', { ...details, since })
}
