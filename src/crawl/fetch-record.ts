import { RequestError, UnauthorisedError } from '../errors.ts'
import { isExtra } from '../model/extras.ts'
import { readAnswer, readStored } from './answers.ts'
import { nameOf, TREE_KINDS } from './endpoints.ts'
import { getExtra, getPages } from './extras.ts'
import { isTransient } from '../fetch/outcome.ts'
import { type Answer, getJson, type JsonQuestion } from './json.ts'
import { depthNote, excessOf, MAX_RECORD_VALUES } from '../fetch/limits.ts'
import type { References } from './references.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { hasShrunk } from './lists/shrink.ts'
import { whyNoTranslation } from './translation.ts'
import { RECORDS, type RecordKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

/** A record in the crawl: from the service, the previous crawl, or an interrupted one. */
export interface FetchResult {
  outcome: 'fetched' | 'unchanged'
  bytes: number
  found: References
}

/** Fetches and stores a record. What the service does not return comes back as an error; a thrown error ends the crawl. */
export async function fetchRecord(
  parts: Omit<CrawlParts, 'frontier'>,
  key: RecordKey,
  onTry: (tries: number) => void,
): Promise<FetchResult | RequestError> {
  const { service, selection, discovery, store, reporter } = parts
  const url = service.urlOf(key)
  // An answer such as `null` may be a glitch; the second wrong one is final.
  let looks = 2
  let arrived: unknown
  try {
    const answer = await ask(parts, key, {
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
    const { text, value: found, validator, bytes } = answer
    const lost = shrunkTree(parts, key, found)
    if (lost) return lost
    if (!found) return new RequestError('gone', `${url} has nothing of the kind.`, { url })
    const lack = whyNoTranslation(store.writer, key, { url, text, answer: arrived })
    if (lack !== undefined) throw new RequestError('gone', lack, { url })
    reporter.log.look(key, arrived)
    if (TAGGED.includes(key.kind)) discovery.ceilings.noteTags(nameOf(key), arrived)
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
function shrunkTree(
  { store, selection, service, reporter, options }: Pick<CrawlParts, 'store' | 'selection' | 'service' | 'reporter' | 'options'>,
  key: RecordKey,
  found: References | undefined,
): RequestError | undefined {
  if (!TREE_KINDS.includes(key.kind) || key.lang) return undefined
  const stored = store.writer.finishedRecord(key)
  const before = sizeOf(stored === undefined ? undefined : readStored(selection, key, stored))
  const items = sizeOf(found)
  const { allowShrink } = options
  if (!hasShrunk(items, before, allowShrink)) return undefined
  reporter.shrunk.push({ of: 'tree', list: key.kind, items, before })
  const url = service.urlOf(key)
  const why = `names ${items} categories, and named ${before} in the last crawl; \`allowShrink\` allows ${allowShrink} % fewer.`
  return new RequestError('failed', `${url} ${why}`, { url })
}

const sizeOf = (tree: References | undefined): number => tree?.records.filter(({ kind }) => kind === 'wiki').length ?? 0

/** False for what grows with the service: trees, and lists stored as records. */
const isBounded = ({ kind }: RecordKey): boolean => !TREE_KINDS.includes(kind) && !isExtra(kind)

/** The previous crawl's answer, if it can be used and has a validator. */
function knownAnswer(
  { store, selection }: Pick<CrawlParts, 'store' | 'selection'>,
  key: RecordKey,
): { text: string; validator: string } | undefined {
  const validator = store.revalidation.validator(key)
  const text = validator ? store.writer.finishedRecord(key) : undefined
  return validator && text !== undefined && readStored(selection, key, text) ? { text, validator } : undefined
}

type AskingParts = Pick<CrawlParts, 'service' | 'discovery'>

/** Restricted records are requested anyway: a refusal is recorded, and the crawl continues. */
async function ask<T>(parts: AskingParts, key: RecordKey, asked: JsonQuestion<T>): Promise<Answer<T>> {
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

/** Records with tags that have pages, and records of tags. */
const TAGGED: readonly RecordKind[] = ['wiki', 'wiki-tags', 'guide-tags']

/** Requests a tree with categories that have no page yet, and without them if the service rejects the parameter. */
async function askForTree<T>(
  { service: { client }, discovery: { ceilings } }: AskingParts,
  url: string,
  asked: JsonQuestion<T>,
): Promise<Answer<T>> {
  const onCut = () => ceilings.tellOfAll(depthNote(`The tree of categories ${url}`))
  const question = { ...asked, onCut }
  try {
    const answer = await getJson(client, withStubs(url), question)
    if (answer.value !== undefined) return answer
  } catch (error) {
    if (!(error instanceof RequestError) || !REFUSALS.includes(error.facts.status ?? 0)) throw error
  }
  return getJson(client, url, question)
}

/** Statuses with which services reject an unknown parameter. */
const REFUSALS: readonly number[] = [400, 403, 404, 405, 410, 422, 500, 501]

const withStubs = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}includeStubs=true`

/** True for a record that the service returned but this crawl withholds: the service's own refusals have a status. */
const isWithheld = ({ outcome, facts }: RequestError): boolean => outcome === 'private' && facts.status === undefined

export const notWanted = (url: string): RequestError =>
  new RequestError('private', `${url} is private: it is copied with \`includePrivate\` only.`, { url })
