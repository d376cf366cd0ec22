import { RequestError } from '../errors.ts'
import { type CrawledList, pageUrl } from './endpoints.ts'
import { readItem } from './items.ts'
import { readList } from './lists.ts'
import { TELLING_LISTS } from './prints.ts'
import { noteRecentWikis } from './recent-wikis.ts'
import type { WantedMedia } from './references.ts'
import type { Session } from './session.ts'

/** Files of so many items are copied at once. */
const MEDIA_BATCH = 50

/** Reads and stores one list and follows what its items name. A list that fails stays as the last crawl had it. */
export async function crawlList(session: Session, list: CrawledList): Promise<void> {
  const { client, base, tally, writer, options, keptLists, previous } = session
  tally.know('list')
  try {
    const warn = (sentence: string) => tally.warn(sentence)
    await writer.list(list, followed(session, list, readList(client, base, list, { maxBytes: options.maxBodyBytes, warn })))
    keptLists.add(list)
    session.lost(list)
    if (list.startsWith('wikis-')) await noteRecentWikis(session, list)
    tally.settle('list', 'fetched')
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { fate, message, facts } = error
    const url = facts.url ?? pageUrl(base, list, 0)
    if (fate === 'gone' || fate === 'private') {
      tally.settle('list', fate)
      return tally.warn(`The service does not give the list ${new URL(url).pathname} (${facts.status ?? fate}): the site goes without.`)
    }
    tally.fail({ kind: 'list', id: list, url, reason: message })
    if (!(await previous?.hasList(list))) return
    keptLists.add(list)
    await exhaust(followed(session, list, previous?.list(list) ?? []))
  }
}

/** Passes the items on, one by one, and puts what they name on the plan. */
async function* followed(session: Session, list: CrawledList, items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator {
  let media: WantedMedia[] = []
  if (TELLING_LISTS.includes(list)) await session.freshness.begin(list)
  for await (const item of items) {
    if (list === 'guides' || list === 'guides-featured') session.facts.learn(item)
    if (list === 'guides' && session.part?.isFull) break
    if (list === 'guides' && session.part && !session.part.takes(item)) continue
    session.freshness.note(list, item)
    const found = readItem(list, item, session.scope())
    for (const key of found.records) session.want(key)
    media.push(...found.media)
    if (media.length >= MEDIA_BATCH) {
      await session.media.copyAll(media)
      media = []
    }
    yield item
  }
  await session.media.copyAll(media)
}

async function exhaust(items: AsyncGenerator): Promise<void> {
  while (!(await items.next()).done);
}
