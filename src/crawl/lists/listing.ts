import { z } from 'zod'
import { RequestError, UsageError } from '../../errors.ts'
import { parse, parsedItem } from '../../model/parse.ts'
import { nameText, text } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'
import { nameOf, pageUrl } from '../endpoints.ts'
import { guideSummarySchema } from '../../model/guide.ts'
import { readItem } from '../answers.ts'
import { getPage, readList } from './lists.ts'
import { OVERLAP_SECONDS, TELLING_LISTS } from '../revalidate/fingerprints.ts'
import type { WantedMedia } from '../references.ts'
import { type EntryDetails, hasShrunk } from '../report/reporter.ts'
import type { CrawlParts } from '../crawl-parts.ts'
import type { CrawlOptions } from '../options.ts'
import type { Service } from '../service.ts'
import { type ListName, LISTS } from '../../model/resources.ts'

const MEDIA_BATCH = 50

/** Reads and stores one list and follows its items' references. A list that fails stays as in the previous crawl. */
export async function crawlList(parts: CrawlParts, list: ListName): Promise<void> {
  const { service, selection, discovery, store, reporter, options } = parts
  const { client, base } = service
  const { counters } = reporter
  counters.know('list')
  const before = await lengthBefore(parts, list)
  const length = before ?? 0
  const had = before !== undefined && { before }
  const firstUrl = pageUrl(base, list, 0)
  let items = 0
  try {
    let lack: string | undefined
    const reading = readList(client, base, list, {
      maxBytes: options.maxBodyBytes,
      includePrivate: asksForPrivate(options),
      maxItems: discovery.ceilings.maxRecords,
      onCut: (url) => discovery.ceilings.cut(url),
      warn: (sentence) => counters.warn(sentence),
      onLack: (reason) => (lack = reason),
    })
    const storing = followed(parts, list, reading, () => items++)
    await store.writer.list(list, storing)
    if (!selection.part && hasShrunk(items, length, options.allowShrink)) return await keepOld(parts, list, items, length)
    store.keptLists.add(list)
    for (const name of store.freshness.end(list))
      if (list === 'guides') discovery.want({ kind: 'guide', id: name.slice('guide '.length) }, 'last list', `list ${list}`)
    if (lack !== undefined) {
      // What could be read is kept, unless the previous crawl had more.
      const isOldBetter = length > items
      const report = { name: list, state: isOldBetter ? ('stale' as const) : ('failed' as const), items, ...had, isShrunk: false }
      await reporter.settleList(report, { url: firstUrl, tries: 1, reason: lack })
      return isOldBetter ? await followOld(parts, list) : undefined
    }
    if (list.startsWith('wikis-')) await noteRecentWikis(parts, list)
    await reporter.settleList({ name: list, state: 'fetched', items, ...had, isShrunk: false }, { url: firstUrl, tries: 1 })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { outcome, message, code, facts } = error
    const { url = firstUrl, tries = 1 } = facts
    const details = { url, tries, reason: message }
    if (outcome === 'private' && list === 'guides' && asksForPrivate(options))
      throw new UsageError(`${message} The token may not see private guides; leave out \`includePrivate\`, or use an admin's.`, {
        ...facts,
        code: 'ERR_UNAUTHORISED',
        option: 'includePrivate',
      })
    if (outcome === 'gone' || outcome === 'private') {
      if (hasShrunk(0, length, options.allowShrink)) return keepOld(parts, list, 0, length, details)
      await reporter.settleList({ name: list, state: outcome, items: 0, isShrunk: false }, details)
      return counters.warn(
        `The service does not give the list ${new URL(url).pathname} (${facts.status ?? outcome}): the site goes without.`,
      )
    }
    const state = before === undefined ? 'failed' : 'stale'
    await reporter.settleList({ name: list, state, items, ...had, isShrunk: false }, details, code)
    if (before !== undefined) await followOld(parts, list)
  }
}

/** A list that shrank too much stays as in the previous crawl; items that only the old list contains are requested as well. */
async function keepOld(parts: CrawlParts, list: ListName, items: number, before: number, details?: EntryDetails): Promise<void> {
  const { reporter, store, service, options } = parts
  reporter.shrunk.push({ of: 'list', list, items, before })
  const reason = `It has ${items} items and had ${before} in the last crawl; \`allowShrink\` allows ${options.allowShrink} % fewer.`
  const report = { name: list, state: 'stale', items, before, isShrunk: true } as const
  await reporter.settleList(report, { url: pageUrl(service.base, list, 0), tries: 1, reason, ...details })
  // Each missing record is requested individually, to see whether it still exists.
  store.freshness.end(list)
  await followOld(parts, list)
}

async function followOld(parts: CrawlParts, list: ListName): Promise<void> {
  const { writer, keptLists, previous } = parts.store
  await writer.forgetList(list)
  keptLists.add(list)
  const items = followed(parts, list, previous?.list(list) ?? [])
  while (!(await items.next()).done);
}

async function* followed(parts: CrawlParts, list: ListName, items: AsyncIterable<unknown> | Iterable<unknown>, onItem?: () => void) {
  const { service, selection, discovery, store, reporter } = parts
  const { part } = selection
  let media: WantedMedia[] = []
  let at = 0
  const kind = list === 'guides' ? 'guide' : LISTS[list].namespace && 'wiki'
  if (TELLING_LISTS.includes(list)) await store.freshness.begin(list)
  if (list === 'comments') reporter.comments.begin()
  for await (const item of items) {
    if (list === 'guides' || list === 'guides-featured') service.facts.learn(item)
    if (selection.isWithheld(item)) {
      withhold(parts, list, item)
      continue
    }
    if (list === 'guides' && part?.isFull()) break
    if (list === 'guides' && part && !part.takes(item)) continue
    store.freshness.note(list, item)
    if (list === 'comments') reporter.comments.note(item)
    if (list === 'guides') discovery.ceilings.noteTags(`guide ${nameText((item as { guideid?: unknown } | null)?.guideid)}`, item)
    if (list === 'guides') reporter.speak('guide', item, 'expected')
    reporter.drift.lookAtItem(list, at++, item)
    onItem?.()
    const found = readItem(list, item, selection.scope())
    for (const { isLinked, ...key } of found.records) {
      if (key.kind === kind) reporter.refusals.list(key)
      discovery.want(key, isLinked ? 'link' : `list ${list}`, `list ${list}`)
    }
    for (const file of found.media) media.push(file)
    if (media.length >= MEDIA_BATCH) {
      await discovery.media.copyAll(media)
      media = []
    }
    yield item
  }
  await discovery.media.copyAll(media)
}

/** A private guide is neither stored nor followed unless requested, but is listed in the report. */
function withhold({ selection, discovery }: CrawlParts, list: ListName, item: unknown): void {
  const guide = parsedItem(guideSummarySchema, item)
  if (!guide || selection.part) return
  const key = { kind: 'guide', id: String(guide.guideid) } as const
  selection.withheld.add(nameOf(key))
  discovery.want(key, `list ${list}`, `list ${list}`)
}

/** Unless private guides are requested, those of the previous crawl do not count as missing. */
async function lengthBefore({ store, selection, options }: CrawlParts, list: ListName): Promise<number | undefined> {
  const { previous } = store
  if (list !== 'guides' || options.includePrivate || !previous?.manifest.includesPrivate) return previous?.listLength(list)
  let length = 0
  for await (const item of previous.list(list)) if (!selection.isWithheld(item)) length++
  return length
}

const asksForPrivate = ({ includePrivate, token }: CrawlOptions): boolean => !!includePrivate && !!token

const YEAR_SECONDS = 366 * 86_400
const MAX_PAGES = 1000

const titledSchema = z.object({ title: text })

/** Requests the wikis of a list that changed since the last crawl began (specification, 4.4). If that is ignored, age decides. */
async function noteRecentWikis({ store, service, reporter }: CrawlParts, list: ListName): Promise<void> {
  const { previous, freshness } = store
  if (!previous || !freshness.isIncremental) return
  const now = Math.floor(Date.now() / 1000)
  const before = Math.floor(Date.parse(previous.manifest.startedAt) / 1000)
  // The clock was wrong, so that age alone decides.
  if (before > now) return
  const since = before - OVERLAP_SECONDS
  try {
    if ((await recentTitles(service, list, now + YEAR_SECONDS, 0)).length > 0) return
    const titles = new Set<string>()
    for (let offset = 0, pages = 0; pages < MAX_PAGES; pages++) {
      const found = await recentTitles(service, list, since, offset)
      const known = titles.size
      for (const title of found) titles.add(title)
      if (found.length === 0 || titles.size === known) return freshness.wikisChanged(list.slice('wikis-'.length), [...titles])
      offset += found.length
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    reporter.counters.warn(`The service did not say which wikis changed lately, so their age decides: ${error.message}`)
  }
}

async function recentTitles({ client, base, maxBodyBytes }: Service, list: ListName, since: number, offset: number): Promise<string[]> {
  const { items } = await getPage(client, `${pageUrl(base, list, offset)}&modifiedSince=${since}`, { maxBytes: maxBodyBytes })
  return items.flatMap((item) => {
    const wiki = parse(titledSchema, item)
    return wiki.ok ? [canonicalTitle(wiki.value.title)] : []
  })
}
