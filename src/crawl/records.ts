import { parseWhole } from '../cache/parse-stored.ts'
import { RequestError, UnauthorisedError } from '../errors.ts'
import { isExtra } from '../model/extras.ts'
import { nameOf, sourceOf, TREE_KINDS } from './endpoints.ts'
import { getExtra, getPages } from './extras.ts'
import { depthNote, excessiveName, excessOf, MAX_RECORD_VALUES } from '../fetch/limits.ts'
import { isTransient } from '../fetch/outcome.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { readAnswer, readStored } from './answers.ts'
import { type ParsedResponse, getJson, type JsonQuestion } from './json.ts'
import type { References } from './references.ts'
import { type EntryDetails, hasShrunk } from './report/reporter.ts'
import { spokenIn, whyNoTranslation } from './languages.ts'
import { RECORDS, type RecordKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

export const SINGLE_KINDS: readonly RecordKind[] = ['site', ...TREE_KINDS]

/** Fetches and stores a record, settles its outcome, and follows its references. Only throws what ends the crawl. */
export async function settleRecord(parts: CrawlParts, key: RecordKey): Promise<void> {
  const { frontier, discovery, store, reporter, service } = parts
  const { missingEndpoints, languages } = service
  const { counters } = reporter
  const isDeferred = missingEndpoints.isLacking(key.kind)
  if (isDeferred || languages.isLacking(key)) {
    if (isDeferred) missingEndpoints.defer({ key, from: '', by: '' })
    counters.know(key.kind, -1)
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
  const isNew = () => store.writer.finishedRecord(key) === undefined
  const change = result.outcome === 'fetched' && store.previous && { change: isNew() ? ('new' as const) : ('changed' as const) }
  await reporter.write(key, result.outcome, { url: service.urlOf(key), tries, ...change })
  if (tries > 0 || result.outcome === 'fetched') store.freshness.renew(key)
  await discovery.follow(result.found, key)
}

/** Records that a list marks as private are not requested unless private ones are. */
function skipPrivate({ selection, store, service }: CrawlParts, key: RecordKey): RequestError | undefined {
  if (!selection.withheld.has(nameOf(key))) return undefined
  store.revalidation.noteMissing(nameOf(key), 'private', 'withheld')
  return notWanted(service.urlOf(key))
}

function reuseInterrupted(parts: CrawlParts, key: RecordKey): FetchResult | undefined {
  const { writer, freshness, revalidation } = parts.store
  const text = writer.leftRecord(key)
  if (text === undefined) return undefined
  const answer = parseWhole(text)
  if (answer === undefined || freshness.isOutdated(key, answer)) {
    if (answer === undefined)
      writer.forgetRecord(key) // the process was killed while it wrote the file
    else for (const translation of parts.service.languages.of(key, spokenIn(answer))) writer.forgetRecord(translation)
    return undefined
  }
  const isSame = writer.finishedRecord(key) === text
  const at = writer.leftAt(key, isSame)
  const found = freshness.isCurrent(key, answer, at) ? readStored(parts.selection, key, text) : undefined
  if (!found) return undefined
  revalidation.resumed(key, at)
  parts.reporter.look(key, answer)
  return { outcome: isSame ? 'unchanged' : 'fetched', bytes: 0, found }
}

/** Reuses what the last finished crawl has, or knows to be missing, if nothing suggests a change. */
function reuseUnchanged({ store, service, selection, reporter }: CrawlParts, key: RecordKey): FetchResult | RequestError | undefined {
  const { freshness, revalidation, writer } = store
  if (!freshness.isIncremental) return undefined
  const text = writer.finishedRecord(key)
  const answer = text === undefined ? undefined : parseWhole(text)
  const verdict = freshness.verdict(key, answer)
  const found = verdict === 'keep' ? readStored(selection, key, text) : undefined
  if (found) {
    reporter.look(key, answer)
    return { outcome: 'unchanged', bytes: 0, found }
  }
  const note = verdict === 'forget' ? revalidation.stillMissing(nameOf(key)) : undefined
  if (!note?.missing) return undefined
  const url = service.urlOf(key)
  const facts = { url, ...(!note.isWithheld && { status: note.missing === 'gone' ? 404 : 403 }) }
  return new RequestError(note.missing, `${url} was ${note.missing} when it was asked for last.`, facts)
}

/** Gone and private records leave the cache. One that failed stays as in the previous crawl, with all its references. */
async function giveUp(parts: CrawlParts, key: RecordKey, error: RequestError, tries: number): Promise<void> {
  const { frontier, discovery, store, service, selection, reporter } = parts
  const { outcome, message, code, facts } = error
  const url = facts.url ?? service.urlOf(key)
  const details = { url, tries, reason: message }
  const stored = store.writer.finishedRecord(key)
  if (outcome === 'gone' || outcome === 'private') {
    frontier.settle(key, false)
    if (isWithheld(error)) selection.withheld.add(nameOf(key))
    else reporter.refusals.refuse(key)
    if (stored !== undefined) store.withdrawn.set(nameOf(key), outcome)
    const change = outcome === 'gone' ? ('removed' as const) : ('unpublished' as const)
    const instead = key.lang && { instead: service.urlOf(sourceOf(key)) }
    return withdraw(parts, key, outcome, { ...details, ...(stored !== undefined && { change }), ...instead })
  }
  store.revalidation.failed(key)
  const found = readStored(selection, key, stored)
  reporter.counters.fail({ kind: key.kind, id: key.id, url, reason: message, code }, found ? 'stale' : 'failed')
  if (found) {
    await keepStale(parts, key, details)
    return discovery.follow(found, key)
  }
  frontier.settle(key, false)
  await reporter.write(key, 'failed', details)
}

async function withdraw({ reporter, service }: CrawlParts, key: RecordKey, outcome: 'gone' | 'private', details: EntryDetails) {
  const { counters } = reporter
  if (service.languages.missed(key))
    counters.warn(`Records do not name their translations, and no ${key.kind} has one for ${key.lang}: the crawl stops asking for them.`)
  const report = () => reporter.write(key, outcome, details)
  if (SINGLE_KINDS.includes(key.kind) && !key.lang) {
    counters.drop(key.kind)
    return report()
  }
  counters.settle(key.kind, outcome)
  await service.missingEndpoints.miss(key.kind, report)
}

/** A name that is not requested is not repeated either: a malicious service may have many, and long ones. */
async function refuse({ frontier, service, reporter }: CrawlParts, key: RecordKey, { message, code, facts }: RequestError): Promise<void> {
  const id = facts.record ?? ''
  frontier.settle(key, false)
  reporter.counters.fail({ kind: key.kind, id, url: service.base, reason: message, code })
  await reporter.write({ kind: key.kind, id }, 'failed', { url: service.base, tries: 0, reason: message })
}

/** Keeps an earlier crawl's copy of a record, and reports it as stale since the last crawl with a good copy. */
export async function keepStale({ store, frontier, reporter }: CrawlParts, key: RecordKey, details: EntryDetails): Promise<void> {
  const { previous, stale } = store
  const since = (await previous?.staleSince(key)) ?? previous?.manifest.startedAt ?? new Date().toISOString()
  frontier.settle(key, true)
  stale.push({ ...key, since })
  await reporter.write(key, 'stale', { ...details, since })
}

interface FetchResult {
  outcome: 'fetched' | 'unchanged'
  bytes: number
  found: References
}

/** Fetches and stores a record. What the service does not return comes back as an error; a thrown error ends the crawl. */
async function fetchRecord(parts: CrawlParts, key: RecordKey, onTry: (tries: number) => void): Promise<FetchResult | RequestError> {
  const { service, selection, discovery, store, reporter } = parts
  const { writer } = store
  const url = service.urlOf(key)
  const source = sourceOf(key)
  // An answer such as `null` may be a glitch; the second wrong one is final.
  let looks = 2
  let arrived: unknown
  try {
    const {
      text,
      value: found,
      validator,
      bytes,
    } = await ask(parts, key, {
      maxBytes: service.maxBodyBytes,
      onTry,
      stored: knownAnswer(parts, key),
      ...(isBounded(key) && { maxValues: MAX_RECORD_VALUES }),
      retry: (error) => (error.outcome === 'wrong shape' ? --looks > 0 : isTransient(error)),
      understand(answer) {
        if (selection.isWithheld(answer)) throw notWanted(url)
        const excess = isBounded(key) ? excessOf(answer, MAX_RECORD_VALUES) : undefined
        if (excess) throw new RequestError('too large', `${url} is not read: ${excess}.`, { url })
        return readAnswer(key, (arrived = answer), selection.scope())
      },
    })
    const lost = shrunkTree(parts, key, found)
    if (lost) return lost
    if (!found) return new RequestError('gone', `${url} has nothing of the kind.`, { url })
    const lack = whyNoTranslation(key, { url, text, answer: arrived }, () => writer.pendingRecord(source) ?? writer.finishedRecord(source))
    if (lack !== undefined) throw new RequestError('gone', lack, { url })
    reporter.look(key, arrived)
    if (['wiki', 'wiki-tags', 'guide-tags'].includes(key.kind)) discovery.ceilings.noteTags(nameOf(key), arrived)
    const outcome = store.writer.record(key, text)
    if (store.freshness.isVerified(key)) reporter.noteVerified(nameOf(key), outcome === 'fetched')
    await store.revalidation.noteFound(key, validator)
    return { outcome, bytes, found }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.outcome === 'gone' || error.outcome === 'private') {
      const lost = shrunkTree(parts, key, undefined)
      if (lost) return lost
      if (store.freshness.isVerified(key)) reporter.noteVerified(nameOf(key), true)
      store.revalidation.noteMissing(nameOf(key), error.outcome, isWithheld(error) ? 'withheld' : 'refused')
    }
    return error
  }
}

/** A category tree with too few categories, or `undefined` for none, counts as a failure: the old tree stays. */
function shrunkTree({ store, selection, service, reporter, options }: CrawlParts, key: RecordKey, found: References | undefined) {
  if (!TREE_KINDS.includes(key.kind) || key.lang) return undefined
  const before = sizeOf(readStored(selection, key, store.writer.finishedRecord(key)))
  const items = sizeOf(found)
  if (!hasShrunk(items, before, options.allowShrink)) return undefined
  reporter.shrunk.push({ of: 'tree', list: key.kind, items, before })
  const url = service.urlOf(key)
  const why = `names ${items} categories, and named ${before} in the last crawl; \`allowShrink\` allows ${options.allowShrink} % fewer.`
  return new RequestError('failed', `${url} ${why}`, { url })
}

const sizeOf = (tree: References | undefined): number => tree?.records.filter(({ kind }) => kind === 'wiki').length ?? 0

/** False for what grows with the service: trees, and lists stored as records. */
const isBounded = ({ kind }: RecordKey): boolean => !TREE_KINDS.includes(kind) && !isExtra(kind)

/** The previous crawl's answer, if it can be used and has a validator. */
function knownAnswer({ store, selection }: CrawlParts, key: RecordKey): { text: string; validator: string } | undefined {
  const validator = store.revalidation.validator(key)
  const text = validator ? store.writer.finishedRecord(key) : undefined
  return validator && text !== undefined && readStored(selection, key, text) ? { text, validator } : undefined
}

/** Restricted records are requested anyway: a refusal is recorded, and the crawl continues. */
async function ask<T>(parts: CrawlParts, key: RecordKey, asked: JsonQuestion<T>): Promise<ParsedResponse<T>> {
  const { service, discovery } = parts
  const url = service.urlOf(key)
  if (TREE_KINDS.includes(key.kind)) return askForTree(parts, url, asked)
  const question = { ...asked, onCut: () => discovery.ceilings.noteDepth(nameOf(key)) }
  if (!isExtra(key.kind)) return (RECORDS[key.kind].isEnveloped ? getPages : getJson)(service.client, url, question)
  const onEndless = (pages: number) =>
    discovery.ceilings.tell(key, `has more than ${pages.toLocaleString('en-US')} pages: the rest is not read`)
  try {
    return await getExtra(service.client, url, key.kind, { ...question, onEndless })
  } catch (error) {
    if (!(error instanceof UnauthorisedError)) throw error
    throw new RequestError('private', `${url} answered 401 Unauthorized.`, error.facts)
  }
}

/** Requests a tree with categories that have no page yet, and without them if the service rejects the parameter. */
async function askForTree<T>({ service: { client }, discovery: { ceilings } }: CrawlParts, url: string, asked: JsonQuestion<T>) {
  const onCut = () => ceilings.tellOfAll(depthNote(`The tree of categories ${url}`))
  const question = { ...asked, onCut }
  try {
    const answer = await getJson(client, `${url}${url.includes('?') ? '&' : '?'}includeStubs=true`, question)
    if (answer.value !== undefined) return answer
  } catch (error) {
    if (!(error instanceof RequestError) || !REFUSALS.includes(error.facts.status ?? 0)) throw error
  }
  return getJson(client, url, question)
}

const REFUSALS: readonly number[] = [400, 403, 404, 405, 410, 422, 500, 501]

/** True for a record that the service returned but this crawl withholds: the service's own refusals have a status. */
const isWithheld = ({ outcome, facts }: RequestError): boolean => outcome === 'private' && facts.status === undefined

const notWanted = (url: string): RequestError =>
  new RequestError('private', `${url} is private: it is copied with \`includePrivate\` only.`, { url })
