import { parseWhole } from '../cache/parse-stored.ts'
import { RequestError } from '../errors.ts'
import { type CrawledKey, type CrawledKind, nameOf, sourceOf, TREE_KINDS } from './endpoints.ts'
import { fetchRecord, type Had, notWanted } from './fetch-record.ts'
import { excessiveName } from '../fetch/limits.ts'
import type { Session } from './session.ts'
import { readStored } from './stored.ts'
import { forgetTranslations } from './translation.ts'

/** Records that exist once; not every service has each. */
export const SINGLE_KINDS: readonly CrawledKind[] = ['site', ...TREE_KINDS]

/** Asks for a record, stores it, settles its fate, and follows what it names. Throws only what ends the crawl. */
export async function settleRecord(session: Session, key: CrawledKey): Promise<void> {
  const { plan, tally, scarce, languages } = session
  if (scarce.isLacking(key.kind)) return plan.settle(key, false)
  if (languages.isLacking(key)) {
    tally.forget(key.kind)
    return plan.settle(key, false)
  }
  const excess = excessiveName(key)
  if (excess) return refuse(session, key, excess)
  let tries = 0
  const onTry = (now: number) => (tries = now)
  const outcome = withheld(session, key) ?? resume(session, key) ?? keepStored(session, key) ?? (await fetchRecord(session, key, onTry))
  if (outcome instanceof RequestError) return giveUp(session, key, outcome, tries)
  scarce.hit(key.kind)
  languages.had(key)
  plan.settle(key, true)
  tally.settle(key.kind, outcome.fate, outcome.bytes)
  const change = outcome.fate === 'fetched' ? changeOf(session, key) : undefined
  await session.ledger.settle(key, outcome.fate, { url: session.urlOf(key), tries, ...(change && { change }) })
  if (tries > 0 || outcome.fate === 'fetched') session.freshness.renew(key)
  await session.follow(outcome.found, key)
}

/** What a list says is private is not asked for where nobody wants it. */
function withheld(session: Session, key: CrawledKey): RequestError | undefined {
  if (!session.withheld.has(nameOf(key))) return undefined
  session.notes.lacked(nameOf(key), 'private', true)
  return notWanted(session.urlOf(key))
}

/** Undefined when there was no crawl before. */
function changeOf({ previous, writer }: Session, key: CrawledKey): 'new' | 'changed' | undefined {
  return previous && (writer.finishedRecord(key) === undefined ? 'new' : 'changed')
}

/** What a crawl that was cut short has fetched already. */
function resume(session: Session, key: CrawledKey): Had | undefined {
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
  session.notes.resumed(key, at)
  session.ledger.look(key, answer)
  return { fate: isSame ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** What the last finished crawl has, or knows to be missing, where nothing says that it has changed. */
function keepStored(session: Session, key: CrawledKey): Had | RequestError | undefined {
  const { freshness, ledger, notes, writer } = session
  if (!freshness.isIncremental) return undefined
  const text = writer.finishedRecord(key)
  const answer = text === undefined ? undefined : parseWhole(text)
  const verdict = freshness.verdict(key, answer)
  const found = verdict === 'keep' && text !== undefined ? readStored(session, key, text) : undefined
  if (found) {
    ledger.look(key, answer)
    return { fate: 'unchanged', bytes: 0, found }
  }
  const missing = verdict === 'forget' ? notes.stillMissing(nameOf(key)) : undefined
  const url = session.urlOf(key)
  return missing && new RequestError(missing, `${url} was ${missing} when it was asked for last.`, { url })
}

/** Gone and private records leave the cache. One that failed stays as the last crawl had it, with all that it names. */
async function giveUp(session: Session, key: CrawledKey, { fate, message, facts }: RequestError, tries: number): Promise<void> {
  const { plan, tally, ledger } = session
  const url = facts.url ?? session.urlOf(key)
  const told = { url, tries, reason: message }
  const stored = session.writer.finishedRecord(key)
  if (fate === 'gone' || fate === 'private') {
    plan.settle(key, false)
    if (fate === 'private' && facts.status === undefined) session.withheld.add(nameOf(key))
    if (session.languages.missed(key))
      tally.warn(`Records do not name their translations, and no ${key.kind} has one for ${key.lang}: that is not asked for any more.`)
    return withdraw(session, key, fate, { ...told, wasThere: stored !== undefined })
  }
  session.notes.failed(key)
  const found = stored === undefined ? undefined : readStored(session, key, stored)
  tally.fail({ kind: key.kind, id: key.id, url, reason: message }, found ? 'stale' : 'failed')
  if (found) {
    await session.keepStale(key, told)
    return session.follow(found, key)
  }
  plan.settle(key, false)
  await ledger.settle(key, 'failed', told)
}

async function withdraw(
  session: Session,
  key: CrawledKey,
  fate: 'gone' | 'private',
  { wasThere, ...told }: { url: string; tries: number; reason: string; wasThere: boolean },
): Promise<void> {
  const { tally, scarce, ledger, withdrawn } = session
  if (wasThere) withdrawn.set(nameOf(key), fate)
  if (SINGLE_KINDS.includes(key.kind) && !key.lang) tally.drop(key.kind)
  else if (scarce.isLacking(key.kind)) return
  else {
    tally.settle(key.kind, fate)
    scarce.miss(key.kind)
  }
  const change = wasThere && { change: fate === 'gone' ? ('removed' as const) : ('unpublished' as const) }
  const instead = key.lang && { instead: session.urlOf(sourceOf(key)) }
  await ledger.settle(key, fate, { ...told, ...change, ...instead })
}

/** A name that is not asked for is not repeated either: whoever made it may have made many, and long ones. */
async function refuse({ plan, tally, ledger, base }: Session, key: CrawledKey, { message, facts }: RequestError): Promise<void> {
  const id = facts.record ?? ''
  plan.settle(key, false)
  tally.fail({ kind: key.kind, id, url: base, reason: message })
  await ledger.settle({ kind: key.kind, id }, 'failed', { url: base, tries: 0, reason: message })
}

/** Undefined for what is damaged, and for what is private and no longer wanted. */
