import { RequestError } from '../errors.ts'
import { readAnswer } from './answers.ts'
import { type CrawledKey, type CrawledKind, recordUrl } from './endpoints.ts'
import { getJson } from './json.ts'
import { excessiveName } from './limits.ts'
import { markOf } from './prints.ts'
import type { References } from './references.ts'
import type { Session } from './session.ts'

/** Records that exist once; not every service has each. */
export const TREE_KINDS: readonly CrawledKind[] = ['hierarchy-order', 'hierarchy', 'categories']
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
  const outcome = (await resume(session, key)) ?? (await keepStored(session, key)) ?? (await fetchRecord(session, key))
  if (outcome instanceof RequestError) return giveUp(session, key, outcome)
  scarce.hit(key.kind)
  plan.settle(key, true)
  tally.settle(key.kind, outcome.fate, outcome.bytes)
  await session.follow(outcome.found)
}

/** What a crawl that was cut short has fetched already. */
async function resume(session: Session, key: CrawledKey): Promise<Had | undefined> {
  const text = await session.writer.pendingRecord(key)
  if (text === undefined || session.freshness.isOutdated(key, parseStored(text))) return undefined
  const found = readStored(session, key, text)
  if (found) session.freshness.had(key)
  return found && { fate: (await session.writer.finishedRecord(key)) === text ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** What the last finished crawl has, or knows to be missing, where nothing says that it has changed. */
async function keepStored(session: Session, key: CrawledKey): Promise<Had | RequestError | undefined> {
  const { freshness, writer, base } = session
  if (!freshness.isIncremental) return undefined
  const text = await writer.finishedRecord(key)
  const verdict = freshness.verdict(key, text === undefined ? undefined : parseStored(text))
  const found = verdict === 'keep' && text !== undefined ? readStored(session, key, text) : undefined
  if (found) return { fate: 'unchanged', bytes: 0, found }
  const missing = verdict === 'forget' ? freshness.stillMissing(markOf(key)) : undefined
  const url = recordUrl(base, key)
  return missing && new RequestError(missing, `${url} was ${missing} when it was asked for last.`, { url })
}

async function fetchRecord(session: Session, key: CrawledKey): Promise<Had | RequestError> {
  const url = recordUrl(session.base, key)
  try {
    const { text, value: found } = await getJson(session.client, url, {
      maxBytes: session.options.maxBodyBytes,
      understand: (answer) => readAnswer(key, answer, session.scope()),
    })
    if (!found) return new RequestError('gone', `${url} has nothing of the kind.`, { url })
    const fate = await session.writer.record(key, text)
    session.noteVerified(key, fate === 'fetched')
    session.freshness.had(key)
    return { fate, bytes: Buffer.byteLength(text), found }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.fate === 'gone' || error.fate === 'private') {
      session.noteVerified(key, true)
      session.freshness.lacked(markOf(key), error.fate)
    }
    return error
  }
}

/** Gone and private records leave the cache. One that failed stays as the last crawl had it, with all that it names. */
async function giveUp(session: Session, key: CrawledKey, { fate, message, facts }: RequestError): Promise<void> {
  const { plan, tally, scarce, writer } = session
  if (fate === 'gone' || fate === 'private') {
    plan.settle(key, false)
    if (SINGLE_KINDS.includes(key.kind)) return tally.drop(key.kind)
    if (scarce.isLacking(key.kind)) return
    tally.settle(key.kind, fate)
    return scarce.miss(key.kind)
  }
  const stored = await writer.finishedRecord(key)
  plan.settle(key, stored !== undefined)
  tally.fail({ kind: key.kind, id: key.id, url: facts.url ?? recordUrl(session.base, key), reason: message })
  const found = stored === undefined ? undefined : readStored(session, key, stored)
  if (found) await session.follow(found)
}

/** A name that is not asked for is not repeated either: whoever made it may have made many, and long ones. */
function refuse({ plan, tally, base }: Session, key: CrawledKey, { message, facts }: RequestError): void {
  plan.settle(key, false)
  tally.fail({ kind: key.kind, id: facts.record ?? '', url: base, reason: message })
}

function readStored(session: Session, key: CrawledKey, text: string): References | undefined {
  const parsed = readAnswer(key, parseStored(text), session.scope())
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
