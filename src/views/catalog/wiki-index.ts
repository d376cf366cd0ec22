import { z } from 'zod'
import type { ListPosition } from '../../cache/list-file.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { StatedAddresses } from './addresses.ts'
import { interned } from './guide-index.ts'
import type { RecordKey } from '../../cache/layout.ts'
import { text } from '../../model/php.ts'
import { readIfReadable } from './records.ts'
import { parsedItem } from '../../model/parse.ts'
import { isNamespace, type Namespace, NAMESPACES } from '../../model/ref.ts'
import { canonicalTitle } from '../../model/title.ts'
import { wikiSummarySchema } from '../../model/wiki.ts'

/** What is in memory about every wiki during a build. */
export interface WikiEntry {
  namespace: Namespace
  /** Exactly as the service spells it: `namespace/title` is the record's id. */
  title: string
  /** The displayed title; '' if it equals the title or no list names it. */
  display_title: string
  /** True if its details are cached. */
  stored: boolean
  /** True for a generated page without details, created because many guides name the item: see item/item-index.ts. */
  isMade?: boolean
  /** The languages of its translations. */
  langs: readonly string[]
  /** Its position in the list `wikis-{namespace}`. */
  position?: ListPosition
}

/** By namespace and canonical title. */
export type WikiIndex = Readonly<Record<Namespace, ReadonlyMap<string, WikiEntry>>>

/** All wikis that are listed or whose details are cached, in list order. */
export async function indexWikis(cache: CacheReader, stated: StatedAddresses): Promise<WikiIndex> {
  const index = Object.fromEntries(NAMESPACES.map((namespace) => [namespace, new Map()])) as Record<Namespace, Map<string, WikiEntry>>
  for (const namespace of NAMESPACES) {
    for await (const { item, offset, length } of cache.listPositions(`wikis-${namespace}`)) {
      const { title = '', display_title = '', url = '' } = parsedItem(wikiSummarySchema, item) ?? {}
      if (!title) continue
      stated.state(url, { kind: 'wiki', namespace, title })
      const position = { offset, length }
      index[namespace].set(canonicalTitle(title), { namespace, title, display_title, stored: false, langs: [], position })
    }
  }
  const langs = new Map<string, readonly string[]>()
  const sameLangs = interned<readonly string[]>()
  for await (const { id, lang } of cache.keys('wiki')) {
    const slash = id.indexOf('/')
    const namespace = id.slice(0, slash)
    if (!isNamespace(namespace)) continue
    if (lang) langs.set(canonicalTitle(id), sameLangs([...(langs.get(canonicalTitle(id)) ?? []), lang].sort()))
    if (lang) continue
    const title = id.slice(slash + 1)
    const listed = index[namespace].get(canonicalTitle(title))
    const current = listed ? undefined : await currentTitle(cache, { kind: 'wiki', id }, index[namespace])
    if (current !== undefined) {
      stated.rename({ kind: 'wiki', namespace, title }, { kind: 'wiki', namespace, title: current })
      continue
    }
    index[namespace].set(canonicalTitle(title), { ...(listed ?? { namespace, display_title: '', langs: [] }), title, stored: true })
  }
  for (const entries of Object.values(index)) {
    for (const [title, entry] of entries) entry.langs = langs.get(`${entry.namespace}/${title}`) ?? entry.langs
  }
  return index
}

/** The listed title of a wiki that was requested by another one (renamed, or different case); undefined if there is none. */
async function currentTitle(cache: CacheReader, key: RecordKey, listed: ReadonlyMap<string, WikiEntry>): Promise<string | undefined> {
  if (listed.size === 0) return undefined
  const wiki = await readIfReadable(cache, key, wikiNameSchema)
  return wiki && listed.get(canonicalTitle(wiki.title))?.title
}

const wikiNameSchema = z.looseObject({ title: text })
