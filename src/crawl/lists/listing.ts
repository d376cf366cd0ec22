import { RequestError, UsageError } from '../../errors.ts'
import { nameText } from '../../model/php.ts'
import { nameOf, pageUrl } from '../endpoints.ts'
import { asGuideSummary, readItem } from './items.ts'
import { readList } from './lists.ts'
import { TELLING_LISTS } from '../revalidate/fingerprints.ts'
import { noteRecentWikis } from './recent-wikis.ts'
import type { WantedMedia } from '../references/references.ts'
import type { Session } from '../session.ts'
import { hasShrunk } from './shrink.ts'
import type { ListName } from '../../model/resources.ts'

/** Files of so many items are copied at once. */
const MEDIA_BATCH = 50

/** Reads and stores one list and follows what its items name. A list that fails stays as the last crawl had it. */
export async function crawlList(session: Session, list: ListName): Promise<void> {
  const { client, base, counters, reportLog, writer, options, keptLists, ceilings } = session
  counters.know('list')
  const before = await lengthBefore(session, list)
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
    await writer.list(
      list,
      followed(session, list, readList(client, base, list, asking), () => items++),
    )
    const url = pageUrl(base, list, 0)
    if (!session.part && hasShrunk(items, before ?? 0, options.allowShrink))
      return await keepOld(session, list, { items, before: before ?? 0, url })
    if (lack) return await keepShort(session, list, { items, before, reason: lack(url), url })
    keptLists.add(list)
    session.lost(list)
    if (list.startsWith('wikis-')) await noteRecentWikis(session, list)
    counters.settle('list', 'fetched')
    await reportLog.settleList(
      { name: list, state: 'fetched', items, ...(before !== undefined && { before }), isShrunk: false },
      { url, tries: 1 },
    )
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { outcome, message, facts } = error
    const url = facts.url ?? pageUrl(base, list, 0)
    const details = { url, tries: facts.tries ?? 1, reason: message }
    if (outcome === 'private' && list === 'guides' && asksForPrivate(options))
      throw new UsageError(`${message} The token may not see private guides; leave out --include-private, or use an admin's.`, facts)
    if (outcome === 'gone' || outcome === 'private') {
      if (hasShrunk(0, before ?? 0, options.allowShrink)) return keepOld(session, list, { ...details, items: 0, before: before ?? 0 })
      await reportLog.settleList({ name: list, state: outcome, items: 0, isShrunk: false }, details)
      counters.settle('list', outcome)
      return counters.warn(
        `The service does not give the list ${new URL(url).pathname} (${facts.status ?? outcome}): the site goes without.`,
      )
    }
    const state = before === undefined ? 'failed' : 'stale'
    counters.fail({ kind: 'list', id: list, url, reason: message }, state)
    await reportLog.settleList({ name: list, state, items, ...(before !== undefined && { before }), isShrunk: false }, details)
    if (before !== undefined) await followOld(session, list)
  }
}

/** A list of which the service gave less than it says that there is, or than can be read: what came is kept, unless the last crawl had more. */
async function keepShort(
  session: Session,
  list: ListName,
  { items, before, reason, url }: { items: number; before: number | undefined; reason: string; url: string },
): Promise<void> {
  const { counters, reportLog, keptLists } = session
  const isOldBetter = (before ?? 0) > items
  const state = isOldBetter ? 'stale' : 'failed'
  counters.fail({ kind: 'list', id: list, url, reason }, state)
  await reportLog.settleList(
    { name: list, state, items, ...(before !== undefined && { before }), isShrunk: false },
    { url, tries: 1, reason },
  )
  keptLists.add(list)
  session.lost(list)
  if (isOldBetter) await followOld(session, list)
}

/** A list that shrank too much stays as the last crawl had it; what only the old one names is asked for as well. */
async function keepOld(
  session: Session,
  list: ListName,
  { items, before, url, reason }: { items: number; before: number; url: string; reason?: string },
): Promise<void> {
  const { counters, reportLog, shrunk, options } = session
  shrunk.push({ of: 'list', list, items, before })
  counters.settle('list', 'stale')
  const why = `It has ${items} items and had ${before} in the last crawl; --allow-shrink allows ${options.allowShrink} % fewer.`
  await reportLog.settleList({ name: list, state: 'stale', items, before, isShrunk: true }, { url, tries: 1, reason: reason ?? why })
  // Whether what is missing from it is still there is asked of each record.
  session.freshness.end(list)
  await followOld(session, list)
}

async function followOld(session: Session, list: ListName): Promise<void> {
  await session.writer.forgetList(list)
  session.keptLists.add(list)
  await exhaust(followed(session, list, session.previous?.list(list) ?? []))
}

/** Passes the items on, one by one, and puts what they name on the frontier. */
async function* followed(
  session: Session,
  list: ListName,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  onItem?: () => void,
): AsyncGenerator {
  let media: WantedMedia[] = []
  let at = 0
  if (TELLING_LISTS.includes(list)) await session.freshness.begin(list)
  if (list === 'comments') session.comments.begin()
  for await (const item of items) {
    if (list === 'guides' || list === 'guides-featured') session.facts.learn(item)
    if (session.isWithheld(item)) {
      withhold(session, list, item)
      continue
    }
    if (list === 'guides' && session.part?.isFull) break
    if (list === 'guides' && session.part && !session.part.takes(item)) continue
    session.freshness.note(list, item)
    if (list === 'comments') session.comments.note(item)
    if (list === 'guides') session.ceilings.noteTags(`guide ${nameText((item as { guideid?: unknown } | null)?.guideid)}`, item)
    if (list === 'guides') session.reportLog.speak('guide', item, 'expected')
    session.reportLog.lookAtItem(list, at++, item)
    onItem?.()
    const found = readItem(list, item, session.scope())
    for (const { isLinked, ...key } of found.records) session.want(key, isLinked ? 'link' : `list ${list}`, `list ${list}`)
    for (const file of found.media) media.push(file)
    if (media.length >= MEDIA_BATCH) {
      await session.media.copyAll(media)
      media = []
    }
    yield item
  }
  await session.media.copyAll(media)
}

/** A private guide that nobody asked for is neither stored nor followed, but has its line in the report. */
function withhold(session: Session, list: ListName, item: unknown): void {
  const guide = asGuideSummary(item)
  if (!guide || session.part) return
  const key = { kind: 'guide', id: String(guide.guideid) } as const
  session.withheld.add(nameOf(key))
  session.want(key, `list ${list}`, `list ${list}`)
}

/** Without `--include-private`, private guides of the last crawl are not missed. */
async function lengthBefore(session: Session, list: ListName): Promise<number | undefined> {
  const { previous, options } = session
  if (list !== 'guides' || options.includePrivate || !previous?.manifest.includesPrivate) return previous?.listLength(list)
  let length = 0
  for await (const item of previous.list(list)) if (!session.isWithheld(item)) length++
  return length
}

const asksForPrivate = ({ includePrivate, token }: Session['options']): boolean => !!includePrivate && !!token

async function exhaust(items: AsyncGenerator): Promise<void> {
  while (!(await items.next()).done);
}
