import { changedAt } from '../cache/changed.ts'
import { derivedSecret, type Manifest, type RecordKey } from '../cache/layout.ts'
import { checkedLog, type StaleRecord } from '../cache/checked.ts'
import { shareMedia } from '../cache/media/stored-media.ts'
import { privacyName, readPrivateNames } from '../cache/private-keys.ts'
import type { CacheReader } from '../cache/reader.ts'
import { CacheWriter } from '../cache/writer.ts'
import { readAnswer } from '../crawl/answers.ts'
import { guideSelection, storedCategoriesBelow } from '../crawl/part.ts'
import type { Scope } from '../crawl/references.ts'
import { UsageError } from '../errors.ts'
import { guideSchema, guideSummarySchema } from '../model/guide.ts'
import { readSourceLink } from '../model/link.ts'
import type { ImageSize } from '../model/media.ts'
import { parse, parsedItem } from '../model/parse.ts'
import { LIST_NAMES, type ListName } from '../model/resources.ts'
import { canonicalTitle } from '../model/title.ts'

/** The part of a cache that a bundle is made of. */
export interface Choice {
  /** A category, including all below it; '' for all. */
  category: string
  /** Guides by id; empty for all in the category. */
  guide?: readonly number[]
  /** Languages in addition to the service's own; empty for all. */
  lang: readonly string[]
  /** The sizes of pictures. */
  sizes: readonly ImageSize[]
}

/**
 * Writes a part of a cache as a cache of its own into an empty folder, closed over its references: guides of a category, their
 * prerequisites, the pages of their tools and parts, their authors, and all their media. Records are unchanged, byte for byte. Throws a
 * {@link UsageError} if there is no guide in the category.
 */
export async function writeExcerpt(cache: CacheReader, folders: { from: string; to: string }, choice: Choice, signal?: AbortSignal) {
  const { manifest } = cache
  const writer = new CacheWriter(folders.to)
  const isWanted = ({ lang }: RecordKey) => lang === undefined || hasLanguage(choice.lang, lang)
  const stored = Map.groupBy((await Array.fromAsync(cache.keys())).filter(isWanted), nameOf)
  const chosen = await chosenGuides(cache, choice)
  const scope: Scope = {
    origins: manifest.origins,
    sizes: choice.sizes,
    // A selection of small pictures means that a small bundle is intended.
    zoomSize: choice.sizes.includes('large') ? 'huge' : 'none',
    isPart: chosen !== undefined,
    extras: new Set(),
  }
  const waiting = chosen
    ? [nameOf({ kind: 'site', id: '' }), ...Array.from(chosen, (id) => nameOf({ kind: 'guide', id: String(id) }))]
    : [...stored.keys()]
  const known = new Set(waiting)
  const want = (key: RecordKey) => {
    const name = nameOf(key)
    if (known.has(name) || !stored.has(name)) return
    known.add(name)
    waiting.push(name)
  }
  const files = new Set<string>()
  const kept: RecordKey[] = []
  const stale: StaleRecord[] = []
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    signal?.throwIfAborted()
    for (const key of stored.get(name) ?? []) {
      const text = await cache.recordText(key)
      if (text === undefined) continue
      writer.record(key, text)
      kept.push(key)
      const since = await cache.staleSince(key)
      if (since !== undefined) stale.push({ ...key, since })
      // A record that cannot be parsed has a page that says so, and no references.
      const answer: unknown = await cache.parsed(key, text).catch(() => undefined)
      for (const file of follow(cache, key, answer, scope, want)) files.add(file)
    }
  }
  const lists: readonly ListName[] = chosen ? ['guides'] : LIST_NAMES
  for (const list of lists) if (cache.hasList(list)) await writer.list(list, itemsOf(cache, list, chosen))
  // Records that are left out must still be known as private if a selected record references them. The time is constant, so that the
  // bundle's bytes are.
  const checked = checkedLog(folders.to)
  const isKept = new Set(kept.map((key) => privacyName(key)))
  for (const name of await readPrivateNames(cache))
    if (!isKept.has(name)) await checked.write({ name, at: 0, missing: 'private', isWithheld: true })
  await checked.flush()
  for (const file of files) await shareMedia(folders.from, folders.to, file)
  const translations = manifest.translations?.filter((lang) => hasLanguage(choice.lang, lang))
  const excerpt: Manifest = {
    ...manifest,
    ...(manifest.secret && { secret: derivedSecret(manifest.secret, canonical(choice)) }),
    // The same content gives the same bundle.
    finishedAt: changedAt(manifest),
    ...(translations && { translations }),
    ...(chosen && { part: { category: choice.category && canonicalTitle(choice.category) } }),
    counts: countsOf(kept, files.size),
  }
  await writer.finish(excerpt, { records: kept, lists, stale })
  return excerpt
}

/** True for a selected language; all are if none or `all` was selected. */
const hasLanguage = (chosen: readonly string[], lang: string): boolean =>
  chosen.length === 0 || chosen.includes('all') || chosen.includes(lang)

/** Equal for the same choices in any order. */
const canonical = ({ category, guide = [], lang, sizes }: Choice) => [
  canonicalTitle(category).toLowerCase(),
  ...[guide, lang, sizes].map((chosen) => [...new Set<number | string>(chosen)].sort()),
]

/** The ids of the selected guides; undefined for all. */
async function chosenGuides(cache: CacheReader, { category, guide = [] }: Choice): Promise<ReadonlySet<number> | undefined> {
  for (const id of guide) if ((await cache.recordText({ kind: 'guide', id: String(id) })) === undefined) throw notInCache(id)
  if (guide.length > 0) return new Set(guide)
  return category ? guidesIn(cache, category) : undefined
}

const notInCache = (id: number): UsageError =>
  new UsageError(`Guide ${id} is not in the cache. Look for its number in the address of its page, or crawl it first.`, {
    code: 'ERR_NOT_ON_SITE',
    option: 'guide',
  })

/** The ids of the guides in a category and below it. */
async function guidesIn(cache: CacheReader, category: string): Promise<ReadonlySet<number>> {
  const title = canonicalTitle(category)
  const part = guideSelection({ category: title }, await storedCategoriesBelow(cache, title))
  const ids = new Set<number>()
  let alike: string | undefined
  for await (const item of cache.list('guides')) {
    const guide = parsedItem(guideSummarySchema, item)
    if (part.takes(item)) ids.add(guide?.guideid ?? 0)
    else if (guide?.category.toLowerCase() === title.toLowerCase()) alike = guide.category
  }
  if (ids.size > 0) return ids
  const advice = alike ? `Did you mean ${JSON.stringify(alike)}?` : 'Look for its name on the page of all categories.'
  const message = `There is no guide in the category ${JSON.stringify(category)}. ${advice}`
  throw new UsageError(message, { code: 'ERR_PART_EMPTY', option: 'category' })
}

async function* itemsOf(cache: CacheReader, list: ListName, chosen: ReadonlySet<number> | undefined): AsyncGenerator {
  for await (const item of cache.list(list)) if (!chosen || chosen.has(parsedItem(guideSummarySchema, item)?.guideid ?? 0)) yield item
}

/** Requests the records that a record references, and returns the media files that it shows. */
function follow(cache: CacheReader, key: RecordKey, answer: unknown, scope: Scope, want: (key: RecordKey) => void): string[] {
  const read = readAnswer(key, answer, scope)
  if (!read.ok || !read.value) return []
  for (const named of read.value.records) want({ kind: named.kind, id: named.id })
  if (key.kind === 'guide') {
    want({ kind: 'guide-tags', id: key.id })
    for (const ref of itemsUsed(answer, scope)) want(ref)
  }
  return read.value.media.flatMap(({ urls }) => urls.map((url) => cache.media(url)).find((media) => media)?.file ?? [])
}

/** The pages of a guide's tools and parts. */
function itemsUsed(answer: unknown, { origins }: Scope): RecordKey[] {
  const guide = parse(guideSchema, answer)
  if (!guide.ok) return []
  return [...guide.value.tools, ...guide.value.parts].flatMap(({ url }) => {
    const ref = readSourceLink(url, origins)?.ref
    return ref?.kind === 'wiki' ? { kind: 'wiki' as const, id: `${ref.namespace}/${canonicalTitle(ref.title)}` } : []
  })
}

const nameOf = ({ kind, id }: RecordKey): string => `${kind} ${id}`

function countsOf(kept: readonly RecordKey[], files: number): Manifest['counts'] {
  const counts: Manifest['counts'] = {}
  const none = { fetched: 0, unchanged: 0, gone: 0, private: 0, failed: 0, stale: 0, bytes: 0 }
  for (const { kind } of kept) (counts[kind] ??= { ...none }).unchanged++
  return files > 0 ? { ...counts, picture: { ...none, unchanged: files } } : counts
}
