import { privacyName } from '../../cache/private-keys.ts'
import type { ListPosition } from '../../cache/list-file.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { type Guide, type GuideSummary, guideSchema, guideSummarySchema, MAX_TAGS } from '../../model/guide.ts'
import { languageTag } from '../../model/language.ts'
import { texts } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'
import type { StatedAddresses } from './addresses.ts'
import { readIfReadable, readRecord } from './records.ts'
import { parsedItem } from '../../model/parse.ts'
import { attempt } from './unreadable.ts'

/** What is in memory about every guide during a build; everything else is read when a page or card is rendered. */
export interface GuideEntry {
  guideid: number
  title: string
  /** Canonical title of its category; '' if none. */
  category: string
  type: string
  /** UNIX timestamp, seconds. */
  modified_date: number
  archived: boolean
  private: boolean
  /** The language of the source. */
  lang: string
  /** The languages of its translations. */
  langs: readonly string[]
  /** The author's id; 0 if unknown. */
  userid: number
  username: string
  tags: string[]
  /** Its position in the list `guides`; an unlisted guide is read from its details. */
  position?: ListPosition
}

/** All guides whose details are cached: in list order, followed by unlisted ones (discovered as prerequisites or through links). */
export async function indexGuides(cache: CacheReader, privateNames: ReadonlySet<string>, stated: StatedAddresses) {
  const stored = new Set<number>()
  const langs = new Map<number, readonly string[]>()
  const once = interned()
  const sameLangs = interned<readonly string[]>()
  for await (const { id, lang } of cache.keys('guide')) {
    if (lang) langs.set(Number(id), sameLangs([...(langs.get(Number(id)) ?? []), lang].sort()))
    else stored.add(Number(id))
  }
  const guides = new Map<number, GuideEntry>()
  for await (const { item, offset, length } of cache.listPositions('guides')) {
    const guide = parsedItem(guideSummarySchema, item)
    if (!guide || !stored.delete(guide.guideid)) continue
    stated.state(guide.url, { kind: 'guide', guideid: guide.guideid })
    guides.set(guide.guideid, { ...entryOf(guide, privateNames, once), position: { offset, length } })
  }
  for (const guideid of [...stored].sort((a, b) => a - b)) {
    const key = { kind: 'guide', id: String(guideid) } as const
    const { value: guide, isUnreadable } = await attempt(key, () => readRecord(cache, key, guideSchema))
    if (guide) stated.state(guide.url, { kind: 'guide', guideid })
    if (guide) guides.set(guideid, entryOf(headOf(guideid, guide), privateNames, once))
    // Its page reports it.
    if (isUnreadable) guides.set(guideid, entryOf(guideSummarySchema.parse({ guideid }), privateNames, once))
  }
  for (const guide of guides.values()) guide.langs = langs.get(guide.guideid) ?? guide.langs
  for await (const key of cache.keys('guide-tags')) {
    const guide = guides.get(Number(key.id))
    if (guide?.tags.length === 0) guide.tags = ((await readIfReadable(cache, key, texts)) ?? []).slice(0, MAX_TAGS).map(once)
  }
  return guides
}

type Head = Pick<
  GuideSummary,
  'guideid' | 'title' | 'category' | 'type' | 'locale' | 'modified_date' | 'userid' | 'username' | 'isArchived' | 'flags'
> & { tags?: string[] | undefined }

function headOf(guideid: number, guide: Guide): Head {
  const { userid = 0, username = '' } = guide.author ?? {}
  return { ...guide, guideid, locale: guide.langid || guide.locale, userid, username, isArchived: false, tags: [] }
}

function entryOf(head: Head, privateNames: ReadonlySet<string>, once: (text: string) => string): GuideEntry {
  return {
    guideid: head.guideid,
    title: head.title,
    category: once(canonicalTitle(head.category)),
    type: once(head.type),
    modified_date: head.modified_date,
    archived: head.isArchived || head.flags.some(({ flagid }) => flagid === 'GUIDE_ARCHIVED'),
    private: privateNames.has(privacyName({ kind: 'guide', id: String(head.guideid) })),
    lang: once(languageTag(head.locale)),
    langs: [],
    userid: head.userid,
    username: once(head.username),
    tags: (head.tags ?? []).slice(0, MAX_TAGS).map(once),
  }
}

/** Interns texts and lists: 61,000 guides share a few thousand categories and authors, and a few hundred sets of languages. */
export function interned<T extends string | readonly string[] = string>(): (value: T) => T {
  const known = new Map<string, T>()
  return (value) => {
    const same = known.get(String(value))
    if (same === undefined) known.set(String(value), value)
    return same ?? value
  }
}
