import { parseWhole } from '../cache/parse-stored.ts'
import { RequestError } from '../errors.ts'
import { nameOf, sourceOf, TREE_KINDS } from './endpoints.ts'
import { fetchRecord, type FetchResult, notWanted } from './fetch-record.ts'
import { excessiveName } from '../fetch/limits.ts'
import type { Session } from './session.ts'
import { readStored } from './stored.ts'
import { forgetTranslations } from './translation.ts'
import type { RecordKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

/** Records that exist once; not every service has each. */
export const SINGLE_KINDS: readonly RecordKind[] = ['site', ...TREE_KINDS]

/** Asks for a record, stores it, settles its outcome, and follows what it names. Throws only what ends the crawl. */
export async function settleRecord(session: Session, key: RecordKey): Promise<void> {
  const { frontier, counters, missingEndpoints, languages } = session
  if (missingEndpoints.isLacking(key.kind)) return frontier.settle(key, false)
  if (languages.isLacking(key)) {
    counters.forget(key.kind)
    return frontier.settle(key, false)
  }
  const excess = excessiveName(key)
  if (excess) return refuse(session, key, excess)
  let tries = 0
  const onTry = (now: number) => (tries = now)
  const result = withheld(session, key) ?? resume(session, key) ?? keepStored(session, key) ?? (await fetchRecord(session, key, onTry))
  if (result instanceof RequestError) return giveUp(session, key, result, tries)
  missingEndpoints.hit(key.kind)
  languages.had(key)
  frontier.settle(key, true)
  counters.settle(key.kind, result.outcome, result.bytes)
  const change = result.outcome === 'fetched' ? changeOf(session, key) : undefined
  await session.reportLog.settle(key, result.outcome, { url: session.urlOf(key), tries, ...(change && { change }) })
  if (tries > 0 || result.outcome === 'fetched') session.freshness.renew(key)
  await session.follow(result.found, key)
}

/** What a list says is private is not asked for where nobody wants it. */
function withheld(session: Session, key: RecordKey): RequestError | undefined {
  if (!session.withheld.has(nameOf(key))) return undefined
  session.revalidation.lacked(nameOf(key), 'private', true)
  return notWanted(session.urlOf(key))
}

/** Undefined when there was no crawl before. */
function changeOf({ previous, writer }: Session, key: RecordKey): 'new' | 'changed' | undefined {
  return previous && (writer.finishedRecord(key) === undefined ? 'new' : 'changed')
}

/** What a crawl that was cut short has fetched already. */
function resume(session: Session, key: RecordKey): FetchResult | undefined {
  const text = session.writer.leftRecord(key)
  if (text === undefined) return undefined
  const answer = parseWhole(text)
  if (answer === undefined) {
    // The run was killed while it wrote.
    session.writer.forgetRecord(key)
    return undefined
  }
  if (session.freshness.isOutdated(key, answer)) {
    forgetTranslations(session, key, answer)
    return undefined
  }
  const isSame = session.writer.finishedRecord(key) === text
  const at = session.writer.leftAt(key, isSame)
  const found = session.freshness.isCurrent(key, answer, at) ? readStored(session, key, text) : undefined
  if (!found) return undefined
  session.revalidation.resumed(key, at)
  session.reportLog.look(key, answer)
  return { outcome: isSame ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** What the last finished crawl has, or knows to be missing, where nothing says that it has changed. */
function keepStored(session: Session, key: RecordKey): FetchResult | RequestError | undefined {
  const { freshness, reportLog, revalidation, writer } = session
  if (!freshness.isIncremental) return undefined
  const text = writer.finishedRecord(key)
  const answer = text === undefined ? undefined : parseWhole(text)
  const verdict = freshness.verdict(key, answer)
  const found = verdict === 'keep' && text !== undefined ? readStored(session, key, text) : undefined
  if (found) {
    reportLog.look(key, answer)
    return { outcome: 'unchanged', bytes: 0, found }
  }
  const missing = verdict === 'forget' ? revalidation.stillMissing(nameOf(key)) : undefined
  const url = session.urlOf(key)
  return missing && new RequestError(missing, `${url} was ${missing} when it was asked for last.`, { url })
}

/** Gone and private records leave the cache. One that failed stays as the last crawl had it, with all that it names. */
async function giveUp(session: Session, key: RecordKey, { outcome, message, facts }: RequestError, tries: number): Promise<void> {
  const { frontier, counters, reportLog } = session
  const url = facts.url ?? session.urlOf(key)
  const details = { url, tries, reason: message }
  const stored = session.writer.finishedRecord(key)
  if (outcome === 'gone' || outcome === 'private') {
    frontier.settle(key, false)
    if (outcome === 'private' && facts.status === undefined) session.withheld.add(nameOf(key))
    if (session.languages.missed(key))
      counters.warn(`Records do not name their translations, and no ${key.kind} has one for ${key.lang}: that is not asked for any more.`)
    return withdraw(session, key, outcome, { ...details, wasThere: stored !== undefined })
  }
  session.revalidation.failed(key)
  const found = stored === undefined ? undefined : readStored(session, key, stored)
  counters.fail({ kind: key.kind, id: key.id, url, reason: message }, found ? 'stale' : 'failed')
  if (found) {
    await session.keepStale(key, details)
    return session.follow(found, key)
  }
  frontier.settle(key, false)
  await reportLog.settle(key, 'failed', details)
}

async function withdraw(
  session: Session,
  key: RecordKey,
  outcome: 'gone' | 'private',
  { wasThere, ...details }: { url: string; tries: number; reason: string; wasThere: boolean },
): Promise<void> {
  const { counters, missingEndpoints, reportLog, withdrawn } = session
  if (wasThere) withdrawn.set(nameOf(key), outcome)
  if (SINGLE_KINDS.includes(key.kind) && !key.lang) counters.drop(key.kind)
  else if (missingEndpoints.isLacking(key.kind)) return
  else {
    counters.settle(key.kind, outcome)
    missingEndpoints.miss(key.kind)
  }
  const change = wasThere && { change: outcome === 'gone' ? ('removed' as const) : ('unpublished' as const) }
  const instead = key.lang && { instead: session.urlOf(sourceOf(key)) }
  await reportLog.settle(key, outcome, { ...details, ...change, ...instead })
}

/** A name that is not asked for is not repeated either: whoever made it may have made many, and long ones. */
async function refuse({ frontier, counters, reportLog, base }: Session, key: RecordKey, { message, facts }: RequestError): Promise<void> {
  const id = facts.record ?? ''
  frontier.settle(key, false)
  counters.fail({ kind: key.kind, id, url: base, reason: message })
  await reportLog.settle({ kind: key.kind, id }, 'failed', { url: base, tries: 0, reason: message })
}

/** Undefined for what is damaged, and for what is private and no longer wanted. */
