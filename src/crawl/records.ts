import { RequestError } from '../errors.ts'
import { readAnswer } from './answers.ts'
import { type CrawledKey, type CrawledKind, nameOf, sourceOf, TREE_KINDS } from './endpoints.ts'
import { isPassing } from './fate.ts'
import { getJson } from './json.ts'
import { excessiveName } from './limits.ts'
import type { References } from './references.ts'
import type { Session } from './session.ts'
import { forgetTranslations, whyNoTranslation } from './translation.ts'

/** Records that exist once; not every service has each. */
export const SINGLE_KINDS: readonly CrawledKind[] = ['site', ...TREE_KINDS]

interface Had {
  fate: 'fetched' | 'unchanged'
  bytes: number
  found: References
}

/** Asks for a record, stores it, settles its fate, and follows what it names. Throws only what ends the crawl. */
export async function settleRecord(session: Session, key: CrawledKey): Promise<void> {
  const { plan, tally, scarce } = session
  if (scarce.isLacking(key.kind)) return plan.settle(key, false)
  const excess = excessiveName(key)
  if (excess) return refuse(session, key, excess)
  let tries = 0
  const onTry = (now: number) => (tries = now)
  const outcome = withheld(session, key) ?? resume(session, key) ?? keepStored(session, key) ?? (await fetchRecord(session, key, onTry))
  if (outcome instanceof RequestError) return giveUp(session, key, outcome, tries)
  scarce.hit(key.kind)
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
  session.freshness.lacked(nameOf(key), 'private')
  return notWanted(session.urlOf(key))
}

const notWanted = (url: string): RequestError =>
  new RequestError('private', `${url} is private: it is copied with --include-private only.`, { url })

/** Undefined when there was no crawl before. */
function changeOf({ previous, writer }: Session, key: CrawledKey): 'new' | 'changed' | undefined {
  return previous && (writer.finishedRecord(key) === undefined ? 'new' : 'changed')
}

/** What a crawl that was cut short has fetched already. */
function resume(session: Session, key: CrawledKey): Had | undefined {
  const text = session.writer.leftRecord(key)
  const answer = text === undefined ? undefined : parseStored(text)
  if (text === undefined) return undefined
  if (session.freshness.isOutdated(key, answer)) {
    forgetTranslations(session, key, answer)
    return undefined
  }
  const isSame = session.writer.finishedRecord(key) === text
  const at = session.writer.leftAt(key, isSame)
  const found = session.freshness.isCurrent(key, answer, at) ? readStored(session, key, text) : undefined
  if (!found) return undefined
  session.freshness.had(key, '', at)
  session.ledger.look(key, answer)
  return { fate: isSame ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** What the last finished crawl has, or knows to be missing, where nothing says that it has changed. */
function keepStored(session: Session, key: CrawledKey): Had | RequestError | undefined {
  const { freshness, ledger, writer } = session
  if (!freshness.isIncremental) return undefined
  const text = writer.finishedRecord(key)
  const answer = text === undefined ? undefined : parseStored(text)
  const verdict = freshness.verdict(key, answer)
  const found = verdict === 'keep' && text !== undefined ? readStored(session, key, text) : undefined
  if (found) {
    ledger.look(key, answer)
    return { fate: 'unchanged', bytes: 0, found }
  }
  const missing = verdict === 'forget' ? freshness.stillMissing(nameOf(key)) : undefined
  const url = session.urlOf(key)
  return missing && new RequestError(missing, `${url} was ${missing} when it was asked for last.`, { url })
}

async function fetchRecord(session: Session, key: CrawledKey, onTry: (tries: number) => void): Promise<Had | RequestError> {
  const url = session.urlOf(key)
  // An answer such as `null` can be a slip of the service; one that is wrong at the second look as well is what there is.
  let looks = 2
  let arrived: unknown
  try {
    const {
      text,
      value: found,
      validator,
      bytes,
    } = await getJson(session.client, url, {
      maxBytes: session.options.maxBodyBytes,
      onTry,
      stored: knownAnswer(session, key),
      retry: (error) => (error.fate === 'wrong shape' ? --looks > 0 : isPassing(error)),
      understand(answer) {
        if (session.isWithheld(answer)) throw notWanted(url)
        return readAnswer(key, (arrived = answer), session.scope())
      },
    })
    if (!found) return new RequestError('gone', `${url} has nothing of the kind.`, { url })
    const lack = whyNoTranslation(session, key, { url, text, answer: arrived })
    if (lack !== undefined) throw new RequestError('gone', lack, { url })
    session.ledger.look(key, arrived)
    const fate = session.writer.record(key, text)
    session.noteVerified(key, fate === 'fetched')
    session.freshness.had(key, validator)
    return { fate, bytes, found }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.fate === 'gone' || error.fate === 'private') {
      session.noteVerified(key, true)
      session.freshness.lacked(nameOf(key), error.fate)
    }
    return error
  }
}

/** The last crawl's answer, where it can be used and the service gave it a validator. */
function knownAnswer(session: Session, key: CrawledKey): { text: string; validator: string } | undefined {
  const validator = session.freshness.validator(key)
  const text = validator ? session.writer.finishedRecord(key) : undefined
  return validator && text !== undefined && readStored(session, key, text) ? { text, validator } : undefined
}

/** Gone and private records leave the cache. One that failed stays as the last crawl had it, with all that it names. */
async function giveUp(session: Session, key: CrawledKey, { fate, message, facts }: RequestError, tries: number): Promise<void> {
  const { plan, tally, ledger } = session
  const url = facts.url ?? session.urlOf(key)
  const told = { url, tries, reason: message }
  const stored = session.writer.finishedRecord(key)
  if (fate === 'gone' || fate === 'private') {
    plan.settle(key, false)
    return withdraw(session, key, fate, { ...told, wasThere: stored !== undefined })
  }
  session.freshness.failed(key)
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
function readStored(session: Session, key: CrawledKey, text: string): References | undefined {
  const answer = parseStored(text)
  if (session.isWithheld(answer)) return undefined
  const parsed = readAnswer(key, answer, session.scope())
  return parsed.ok ? parsed.value : undefined
}

/** Undefined for what is damaged on disk: as if it were not there. */
function parseStored(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
