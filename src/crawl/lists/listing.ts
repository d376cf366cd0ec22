import { RequestError, UsageError } from '../../errors.ts'
import type { ListReport } from '../../cache/report.ts'
import { nameText } from '../../model/php.ts'
import { nameOf, pageUrl } from '../endpoints.ts'
import { asGuideSummary, readItem } from './items.ts'
import { readList } from './lists.ts'
import { TELLING_LISTS } from '../revalidate/fingerprints.ts'
import { noteRecentWikis } from './recent-wikis.ts'
import type { WantedMedia } from '../references.ts'
import type { CrawlParts } from '../crawl-parts.ts'
import type { CrawlOptions } from '../options.ts'
import { hasShrunk } from './shrink.ts'
import { type ListName, LISTS } from '../../model/resources.ts'

/** The number of items whose files are copied concurrently. */
const MEDIA_BATCH = 50

type ListParts = Omit<CrawlParts, 'frontier'>

/** Reads and stores one list and follows its items' references. A list that fails stays as in the previous crawl. */
export async function crawlList(parts: ListParts, list: ListName): Promise<void> {
  const { service, selection, discovery, store, reporter, options } = parts
  const { client, base } = service
  const { counters, log } = reporter
  const { ceilings } = discovery
  counters.know('list')
  const before = await lengthBefore(parts, list)
  let items = 0
  try {
    const warn = (sentence: string) => counters.warn(sentence)
    let lack: ((url: string) => string) | undefined
    const onShort = (got: number, total: number) =>
      (lack = (url) => `${url} says that it has ${total} items (totalResults), and gave ${got}.`)
    const onLarge = (left: number, reason: string) =>
      (lack = () => `${reason} Of the list ${left === 1 ? 'one item is' : `${left} items are`} too large to be read: the rest is here.`)
    const onCut = (url: string) => ceilings.cut(url)
    const { maxRecords: maxItems } = ceilings
    const asking = { maxBytes: options.maxBodyBytes, includePrivate: asksForPrivate(options), maxItems, onCut, warn, onShort, onLarge }
    await store.writer.list(
      list,
      followed(parts, list, readList(client, base, list, asking), () => items++),
    )
    const url = pageUrl(base, list, 0)
    if (!selection.part && hasShrunk(items, before ?? 0, options.allowShrink))
      return await keepOld(parts, list, { items, before: before ?? 0, url })
    if (lack) return await keepShort(parts, list, { items, before, reason: lack(url), url })
    store.keptLists.add(list)
    wantLost(parts, list)
    if (list.startsWith('wikis-')) await noteRecentWikis(store, service, counters, list)
    counters.settle('list', 'fetched')
    await log.settleList(reportOf(list, 'fetched', items, before), { url, tries: 1 })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { outcome, message, code, facts } = error
    const url = facts.url ?? pageUrl(base, list, 0)
    const details = { url, tries: facts.tries ?? 1, reason: message }
    if (outcome === 'private' && list === 'guides' && asksForPrivate(options))
      throw new UsageError(`${message} The token may not see private guides; leave out \`includePrivate\`, or use an admin's.`, {
        ...facts,
        code: 'ERR_UNAUTHORISED',
        option: 'includePrivate',
      })
    if (outcome === 'gone' || outcome === 'private') {
      if (hasShrunk(0, before ?? 0, options.allowShrink)) return keepOld(parts, list, { ...details, items: 0, before: before ?? 0 })
      await log.settleList(reportOf(list, outcome, 0), details)
      counters.settle('list', outcome)
      return counters.warn(
        `The service does not give the list ${new URL(url).pathname} (${facts.status ?? outcome}): the site goes without.`,
      )
    }
    const state = before === undefined ? 'failed' : 'stale'
    counters.fail({ kind: 'list', id: list, url, reason: message, code }, state)
    await log.settleList(reportOf(list, state, items, before), details)
    if (before !== undefined) await followOld(parts, list)
  }
}

const reportOf = (name: ListName, state: ListReport['state'], items: number, before?: number): ListReport => ({
  name,
  state,
  items,
  ...(before !== undefined && { before }),
  isShrunk: false,
})

/** Handles a list with fewer items than the service states, or than could be read: they are kept, unless the previous crawl had more. */
async function keepShort(
  parts: ListParts,
  list: ListName,
  { items, before, reason, url }: { items: number; before: number | undefined; reason: string; url: string },
): Promise<void> {
  const { counters, log } = parts.reporter
  const isOldBetter = (before ?? 0) > items
  const state = isOldBetter ? 'stale' : 'failed'
  counters.fail({ kind: 'list', id: list, url, reason }, state)
  await log.settleList(reportOf(list, state, items, before), { url, tries: 1, reason })
  parts.store.keptLists.add(list)
  wantLost(parts, list)
  if (isOldBetter) await followOld(parts, list)
}

/** A list that shrank too much stays as in the previous crawl; items that only the old list contains are requested as well. */
async function keepOld(
  parts: ListParts,
  list: ListName,
  { items, before, url, reason }: { items: number; before: number; url: string; reason?: string },
): Promise<void> {
  const { reporter, store, options } = parts
  const { counters, log, shrunk } = reporter
  shrunk.push({ of: 'list', list, items, before })
  counters.settle('list', 'stale')
  const why = `It has ${items} items and had ${before} in the last crawl; \`allowShrink\` allows ${options.allowShrink} % fewer.`
  await log.settleList({ name: list, state: 'stale', items, before, isShrunk: true }, { url, tries: 1, reason: reason ?? why })
  // Each missing record is requested individually, to see whether it still exists.
  store.freshness.end(list)
  await followOld(parts, list)
}

async function followOld(parts: ListParts, list: ListName): Promise<void> {
  const { writer, keptLists, previous } = parts.store
  await writer.forgetList(list)
  keptLists.add(list)
  const items = followed(parts, list, previous?.list(list) ?? [])
  while (!(await items.next()).done);
}

/** Yields the items one by one, and adds their references to the frontier. */
async function* followed(
  parts: Omit<ListParts, 'options'>,
  list: ListName,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  onItem?: () => void,
): AsyncGenerator {
  const { service, selection, discovery, store, reporter } = parts
  const { freshness } = store
  const { part } = selection
  let media: WantedMedia[] = []
  let at = 0
  const kind = list === 'guides' ? 'guide' : LISTS[list].namespace && 'wiki'
  if (TELLING_LISTS.includes(list)) await freshness.begin(list)
  if (list === 'comments') reporter.comments.begin()
  for await (const item of items) {
    if (list === 'guides' || list === 'guides-featured') service.facts.learn(item)
    if (selection.isWithheld(item)) {
      withhold(parts, list, item)
      continue
    }
    if (list === 'guides' && part?.isFull) break
    if (list === 'guides' && part && !part.takes(item)) continue
    freshness.note(list, item)
    if (list === 'comments') reporter.comments.note(item)
    if (list === 'guides') discovery.ceilings.noteTags(`guide ${nameText((item as { guideid?: unknown } | null)?.guideid)}`, item)
    if (list === 'guides') reporter.log.speak('guide', item, 'expected')
    reporter.log.drift.lookAtItem(list, at++, item)
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

/** Requests guides that the previous list had and this one lacks. */
function wantLost({ store, discovery }: Pick<CrawlParts, 'store' | 'discovery'>, list: ListName): void {
  for (const name of store.freshness.end(list))
    if (list === 'guides') discovery.want({ kind: 'guide', id: name.slice('guide '.length) }, 'last list', `list ${list}`)
}

/** A private guide is neither stored nor followed unless requested, but is listed in the report. */
function withhold({ selection, discovery }: Pick<CrawlParts, 'selection' | 'discovery'>, list: ListName, item: unknown): void {
  const guide = asGuideSummary(item)
  if (!guide || selection.part) return
  const key = { kind: 'guide', id: String(guide.guideid) } as const
  selection.withheld.add(nameOf(key))
  discovery.want(key, `list ${list}`, `list ${list}`)
}

/** Unless private guides are requested, those of the previous crawl do not count as missing. */
async function lengthBefore(
  { store, selection, options }: Pick<CrawlParts, 'store' | 'selection' | 'options'>,
  list: ListName,
): Promise<number | undefined> {
  const { previous } = store
  if (list !== 'guides' || options.includePrivate || !previous?.manifest.includesPrivate) return previous?.listLength(list)
  let length = 0
  for await (const item of previous.list(list)) if (!selection.isWithheld(item)) length++
  return length
}

const asksForPrivate = ({ includePrivate, token }: CrawlOptions): boolean => !!includePrivate && !!token
