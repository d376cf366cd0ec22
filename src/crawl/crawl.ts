import { claimCache, readUnfinished } from '../cache/claim.ts'
import type { Manifest, RecordKey } from '../cache/layout.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { refuseUnmanagedFolder } from '../cache/refused-folder.ts'
import { privacyNameOfItem } from '../cache/private-keys.ts'
import { EXTRA_LIST, isExtra } from '../model/extras.ts'
import { InterruptedError, UsageError } from '../errors.ts'
import { Client } from '../fetch/client.ts'
import { baseOf, CRAWLED_LISTS, nameOf, TREE_KINDS } from './endpoints.ts'
import { extrasOfSite } from './extras.ts'
import { crawlList } from './lists/listing.ts'
import { categoriesBelow, guideSelection, inWords, partOf, refuseOtherPart } from './part.ts'
import { findService, isClosedToStrangers } from './probe.ts'
import { keepStale, settleRecord, SINGLE_KINDS } from './records.ts'
import { makeManifest, writeReport } from './report/report.ts'
import { type CrawlParts, makeParts } from './crawl-parts.ts'
import type { CrawlOptions } from './options.ts'
import { hasShrunk, type Shrinkage } from './report/reporter.ts'
import { warnOfDamage } from './media.ts'
import { type CrawlHooks, type Counters, type Failure, makeCounters } from './report/counters.ts'
import type { Refusal } from './report/refusals.ts'
import { languageTag } from '../model/language.ts'
import { LIST_NAMES, type ListName, type RecordKind } from '../model/resources.ts'

const TELL_EVERY_MS = 1000

export interface CrawlResult {
  /** By kind: how many records, lists or files had which outcome. */
  counts: Manifest['counts']
  /** The first thousand of each kind; the hook `onFailure` receives all of them. */
  failures: Failure[]
  /** The number of failed records, lists and files, and their share of the records or of the files, whichever is larger. */
  failed: number
  failedPercent: number
  failedOf: 'records' | 'files'
  startedAt: Date
  finishedAt: Date
  requests: number
  /** Decoded bytes of all bodies. */
  bytes: number
  warnings: string[]
  /** What exceeded a limit and was left out: sentences, which are also among the warnings. */
  beyond: string[]
  /** Records requested only because they were due for a check: how many, and which (the first thousand) had changed unnoticed. */
  verified: { asked: number; changed: string[] }
  /** What shrank more than `allowShrink` permits: lists and all records stay as in the previous crawl. */
  shrunk: Shrinkage[]
  /** Kinds of which more is private or gone than `allowRefused` permits: the copy is without it. */
  refused: Refusal[]
  manifest: Manifest
}

/**
 * Copies a service into a cache folder. Records that cannot be fetched are counted and reported, not thrown; their last good copy stays. An
 * interrupted crawl is resumed by the same call. Throws UsageError and SystemError (no service there), CacheError (the folder contains
 * another source, or another crawl is running in it), UnauthorisedError and InterruptedError (what was fetched is kept, but the cache is
 * not finished).
 */
export async function crawl(options: CrawlOptions, hooks: CrawlHooks = {}): Promise<CrawlResult> {
  const began = { at: Date.now(), onClock: performance.now() }
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const counters = makeCounters(hooks)
  const warn = (sentence: string) => counters.warn(sentence)
  await refuseUnmanagedFolder(options.cache)
  const lock = await lockCache(options.cache, warn)
  const client = new Client(options.source, options, signal, warn)
  const telling = hooks.onWait && setInterval(() => hooks.onWait?.(client.waits), TELL_EVERY_MS)
  try {
    const parts = await begin(client, options, counters, signal)
    const stopFlushing = parts.store.writer.keepFlushing()
    await fetchEverything(parts, stop).finally(stopFlushing)
    signal.throwIfAborted()
    return await finish(parts, began)
  } catch (error) {
    if (!options.signal?.aborted) throw error
    const message = `Interrupted. What arrived is stored in ${options.cache}; crawl again with the same options to continue from there.`
    throw new InterruptedError(message, { cause: error })
  } finally {
    clearInterval(telling)
    await client.close()
    await lock.release()
  }
}

async function begin(client: Client, options: CrawlOptions, counters: Counters, signal: AbortSignal): Promise<CrawlParts> {
  const part = partOf(options)
  if (options.ignoreRobots)
    counters.warn("No robots.txt was asked for (`ignoreRobots`): that is for your own service, or with its operator's leave.")
  const { base, guides } = await findService(client, options.source, { maxBytes: options.maxBodyBytes, hasToken: !!options.token })
  refuseOtherPart(options.cache, await readUnfinished(options.cache), part, false)
  const formerly = (options.sourceWas ?? []).map(baseOf)
  const previous = await claimCache(options.cache, base, { ...(part && { part }), formerly })
  refuseOtherPart(options.cache, previous?.manifest, part, true)
  const parts = makeParts(options, { client, counters, base, previous, signal })
  const { service, selection, store } = parts
  if (selection.choice) {
    const { category } = selection.choice
    const below = category ? await categoriesBelow(client, base, category, options.maxBodyBytes) : new Set<string>()
    selection.part = guideSelection(selection.choice, below)
  }
  if (options.token) service.isPrivate = await isClosedToStrangers(client, base, options.maxBodyBytes)
  if (options.includePrivate && !options.token)
    counters.warn('`includePrivate` changes nothing without a token: only `token` opens private guides.')
  await store.freshness.load(options.verify, options.includePrivate)
  // Each night another share of the stored files is checked for damage.
  const share = (options.verify ?? 0) / 100
  if (previous && share > 0) await store.writer.media.verify(previous.manifest.mediaVerifiedTo ?? 0, share, signal)
  await service.missingEndpoints.recall(store.revalidation, selection.extras)
  // Links in the first record can only be resolved once the site's public address is known.
  for (const guide of guides) service.facts.learn(guide)
  return parts
}

/** Fetches lists and records concurrently, each leading to others, until the frontier is empty. The first thrown error stops everything. */
async function fetchEverything(parts: CrawlParts, stop: AbortController): Promise<void> {
  const { frontier, discovery, service, selection, store, options } = parts
  const { part, extras, choice } = selection
  const orStop = (task: Promise<void>) => task.catch((error: unknown) => stop.abort(error))
  // Twice the number of concurrent requests: some workers are writing.
  const work = () => frontier.work(2 * options.concurrency, (key) => orStop(settleRecord(parts, key)))

  // In a partial crawl, trees and other lists would name records that are not copied.
  for (const kind of part ? (['site'] as const) : SINGLE_KINDS) discovery.want({ kind, id: '' }, 'every site')
  if (!part) for (const key of extrasOfSite(extras)) discovery.want(key, 'every site')
  const names: readonly ListName[] = part ? ['guides'] : extras.has(EXTRA_LIST) ? [...CRAWLED_LISTS, EXTRA_LIST] : CRAWLED_LISTS
  const lists = Promise.all(names.map((list) => orStop(frontier.during(() => crawlList(parts, list)))))
  // Changes since the last crawl are known once the lists are read.
  if (store.freshness.isIncremental) await lists
  await Promise.all([lists, work()])
  // Which guides have their tags in a list is known once the lists are read.
  for (const key of frontier.kept('guide'))
    if (!service.facts.namesTags(key)) discovery.want({ kind: 'guide-tags', id: key.id }, 'record', `guide ${key.id}`)
  wantTrees(parts)
  await work()
  for (const deferred of service.missingEndpoints.takeSample()) discovery.wantDeferred(deferred)
  await work()
  for (const deferred of service.missingEndpoints.takeRegained()) discovery.wantDeferred(deferred)
  await work()
  await service.missingEndpoints.conclude()
  stop.signal.throwIfAborted()
  if (part?.taken() === 0)
    throw new UsageError(`The service has no guide for ${inWords(choice)}. Choose another part.`, { code: 'ERR_PART_EMPTY' })
  if (!part && !TREE_KINDS.some((kind) => !frontier.kept(kind).next().done))
    parts.reporter.counters.warn('The service has no category tree: categories stand as guides and wikis name them.')
}

/** Adds the trees in the other languages to the frontier; the languages are known once all records are read. */
function wantTrees({ service, frontier, discovery }: CrawlParts): void {
  const source = languageTag(service.facts.lang())
  for (const kind of TREE_KINDS) {
    // The bare tree has no titles except its keys.
    if (kind === 'categories' || frontier.kept(kind).next().done) continue
    for (const lang of service.languages.tags()) if (lang !== source) discovery.want({ kind, id: '', lang }, 'translation', `${kind} `)
  }
}

/** `began` is on two clocks, in milliseconds: the system clock, which may have jumped since, and a monotonic one. */
async function finish(parts: CrawlParts, began: { at: number; onClock: number }): Promise<CrawlResult> {
  const { service, frontier, discovery, store, reporter, options } = parts
  const { keptLists, writer, stale, previous, revalidation } = store
  const { counters, verified, shrunk, refusals } = reporter
  await reconcile(parts)
  await stripLists(parts)
  warnOfDamage(parts)
  const finishedAt = new Date()
  // The next crawl requests changes since then: rather too early than too late.
  const startedAt = new Date(Math.min(began.at, finishedAt.getTime() - (performance.now() - began.onClock)))
  const { beyond, accepted } = refusals.judge(options.allowRefused, previous?.manifest)
  // If nothing was removed, refusals are not accepted yet.
  const manifest = await makeManifest(parts, startedAt, finishedAt, shrunk.length > 0 ? previous?.manifest.refused : accepted)
  const writeFiles = async () => {
    await revalidation.finish(frontier.kept())
    // Records kept because a list shrank were not read again, so the files that they name are unknown.
    await writer.sweep((hash) => shrunk.length > 0 || discovery.media.isNamed(hash))
    await writeReport(parts, manifest)
  }
  await Promise.all([writer.flushAhead(), writeFiles()])
  await writer.finish(manifest, { records: frontier.kept(), lists: keptLists, stale })
  const { failures, warnings } = counters
  const { requests, bytes } = service.client
  return {
    counts: manifest.counts,
    failures,
    failed: counters.failed(),
    ...counters.worst(),
    startedAt,
    finishedAt,
    requests,
    bytes,
    warnings,
    beyond: discovery.ceilings.reached,
    verified,
    shrunk,
    refused: shrunk.length > 0 ? [] : beyond,
    manifest,
  }
}

/**
 * Handles records of the last crawl that this one does not keep: they leave the cache, with a line in the report, or all records and lists
 * stay, as stale, if a list shrank or too many records of a kind disappeared at once: the service may then be wrong about all of it.
 */
async function reconcile(parts: CrawlParts): Promise<void> {
  const { frontier, store, service, selection, reporter } = parts
  const { previous, revalidation, keptLists, withdrawn } = store
  const { counters, shrunk } = reporter
  if (!previous) return
  if (shrunk.length === 0 && !selection.part) shrunk.push(...(await shrunkKinds(parts)))
  const reason = `Nothing leaves the cache while there is less than allowed (${shrunk.map(({ list }) => list).join(', ')}).`
  for await (const key of previous.keys()) {
    if (frontier.isKept(key)) continue
    const url = service.urlOf(key)
    if (shrunk.length > 0 && !selection.withheld.has(nameOf(key))) {
      counters.keepStale(key.kind, withdrawn.get(nameOf(key)))
      await keepStale(parts, key, { url, tries: 0, reason })
      if (withdrawn.has(nameOf(key))) revalidation.failed(key)
    } else if (!withdrawn.has(nameOf(key))) {
      await reporter.write(key, 'gone', { url, tries: 0, reason: whyNotKept(parts, key), change: 'removed' })
    }
  }
  if (shrunk.length > 0) for (const list of LIST_NAMES) keptLists.add(list)
}

/** Kinds of which too many records of the previous crawl are suddenly gone or private. A record marked private is not an error. */
async function shrunkKinds({ store, selection, options }: CrawlParts): Promise<Shrinkage[]> {
  const { previous, withdrawn } = store
  const counts = new Map<RecordKind, { before: number; lost: number }>()
  for await (const key of previous?.keys() ?? []) {
    if (key.lang || !['guide', 'wiki', 'user'].includes(key.kind)) continue
    const { before, lost } = counts.get(key.kind) ?? { before: 0, lost: 0 }
    const isLost = withdrawn.has(nameOf(key)) && !selection.withheld.has(nameOf(key))
    counts.set(key.kind, { before: before + 1, lost: lost + Number(isLost) })
  }
  return [...counts].flatMap(([list, { before, lost }]) =>
    hasShrunk(before - lost, before, options.allowShrink) ? { of: 'records' as const, list, items: before - lost, before } : [],
  )
}

/** Removes from lists the items that only their own answers have shown to be private, and comments that may be on them. */
async function stripLists({ selection, store, reporter }: CrawlParts): Promise<void> {
  const { withheld } = selection
  const isPrivate = (list: ListName, item: unknown) =>
    list === 'comments' ? reporter.comments.mayBeOn(withheld, item) : withheld.has(privacyNameOfItem(list, item) ?? '')
  const lists = withheld.size > 0 ? [...store.keptLists].filter((list) => /^(?:comments|guides|wikis)/.test(list)) : []
  for (const list of lists) await store.writer.stripList(list, (item) => !isPrivate(list, item))
}

function whyNotKept({ service, selection }: CrawlParts, { kind, lang }: RecordKey): string {
  if (lang && !service.languages.wants(lang)) return 'Its language is not among those of `lang`.'
  return isExtra(kind) && !selection.extras.has(kind) ? 'It is not among those of `extra`.' : 'Nothing names it any more.'
}
