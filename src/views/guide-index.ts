import type { CacheReader, ListPosition } from '../cache/reader.ts'
import { type GuideSummary, guideSchema, guideSummarySchema } from '../model/guide.ts'
import { parse } from '../model/parse.ts'
import { list, text } from '../model/php.ts'
import { canonicalTitle } from '../model/title.ts'
import { readRecord } from './records.ts'

/** What is known about every guide while the site is built; all else is read when its page or card is rendered. */
export interface GuideEntry {
  guideid: number
  title: string
  /** Canonical title of its category; '' when it names none. */
  category: string
  type: string
  /** UNIX timestamp, seconds. */
  modified_date: number
  archived: boolean
  private: boolean
  /** The author's; 0 when unknown. */
  userid: number
  username: string
  tags: string[]
  /** Its place in the list `guides`; a guide in no list is read from its details. */
  position?: ListPosition
}

/** All guides whose details are cached: in the list's order, then those that no list names (found as prerequisites or by links). */
export async function indexGuides(cache: CacheReader, privateNames: ReadonlySet<string>): Promise<Map<number, GuideEntry>> {
  const stored = new Set<number>()
  for await (const key of cache.keys('guide')) if (!key.lang) stored.add(Number(key.id))
  const guides = new Map<number, GuideEntry>()
  const once = interned()
  for await (const { item, offset, length } of cache.listPositions('guides')) {
    const parsed = parse(guideSummarySchema, item)
    if (!parsed.ok || !stored.delete(parsed.value.guideid)) continue
    guides.set(parsed.value.guideid, { ...entryOf(parsed.value, privateNames, once), position: { offset, length } })
  }
  for (const guideid of [...stored].sort((a, b) => a - b)) {
    const guide = await readRecord(cache, { kind: 'guide', id: String(guideid) }, guideSchema)
    if (!guide) continue
    const { userid = 0, username = '' } = guide.author ?? {}
    guides.set(guideid, entryOf({ ...guide, userid, username, isArchived: false, tags: [] }, privateNames, once))
  }
  for await (const key of cache.keys('guide-tags')) {
    const guide = guides.get(Number(key.id))
    if (guide?.tags.length === 0) guide.tags = ((await readRecord(cache, key, list(text))) ?? []).map(once)
  }
  return guides
}

type Head = Pick<
  GuideSummary,
  'guideid' | 'title' | 'category' | 'type' | 'modified_date' | 'userid' | 'username' | 'isArchived' | 'flags'
> & { tags?: string[] | undefined }

function entryOf(head: Head, privateNames: ReadonlySet<string>, once: (text: string) => string): GuideEntry {
  return {
    guideid: head.guideid,
    title: head.title,
    category: once(canonicalTitle(head.category)),
    type: once(head.type),
    modified_date: head.modified_date,
    archived: head.isArchived || head.flags.some(({ flagid }) => flagid === 'GUIDE_ARCHIVED'),
    private: privateNames.has(`guide ${head.guideid}`),
    userid: head.userid,
    username: once(head.username),
    tags: (head.tags ?? []).map(once),
  }
}

/** Keeps one copy of each text: 61,000 guides name a few thousand categories and authors. */
function interned(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const same = known.get(text)
    if (same === undefined) known.set(text, text)
    return same ?? text
  }
}
