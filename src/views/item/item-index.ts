import { setImmediate } from 'node:timers/promises'
import { privacyName } from '../../cache/private-keys.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { canonicalTitle, slugOf } from '../../model/title.ts'
import { parsedItem } from '../../model/parse.ts'
import { isOfRecord } from '../catalog/unreadable.ts'
import type { WikiEntry, WikiIndex } from '../catalog/wiki-index.ts'
import { itemKey, type Need, needOf, needsSchema, withName } from './need.ts'

/** A tool or part named by guides. */
export interface ItemEntry {
  /** The displayed name. */
  title: string
  /** The canonical title of its page in the namespace ITEM; undefined if there is none. */
  page: string | undefined
  /** The link target in guides other than such a page, such as a shop; '' for none. */
  url: string
  /** The guides that name it, in list order. */
  guideids: readonly number[]
}

/** A tool or part in a guide's list. */
export interface Listed {
  key: string
  name: string
  isOptional: boolean
}

/** All tools and parts by key: see {@link itemKey}. */
export interface ItemIndex {
  items: ReadonlyMap<string, ItemEntry>
  /** Keys by alias: a name without a link resolves through the link that other guides give the same name. */
  itemAliases: ReadonlyMap<string, string>
  /** What each guide lists; guides without tools and parts are absent. */
  needs: ReadonlyMap<number, Needs>
}

export interface Needs {
  tools: readonly Listed[]
  parts: readonly Listed[]
}

/** Guides between two turns of the event loop, in which signals are handled. */
const TURN = 50
/** The number of guides that must name an item before a page is generated for it. */
const GUIDES_OF_PAGE = 3

/** True if enough guides name an item for a page of its own. */
export const isNamedOften = ({ guideids }: Pick<ItemEntry, 'guideids'>): boolean => guideids.length >= GUIDES_OF_PAGE

/**
 * Reads the tools and parts of all guides in the order of `guideids`. Also returns the pages of the namespace ITEM: those of `wikis`, and
 * generated ones for frequent items without a page at the service. `privateNames`: see cache/private-keys.ts.
 */
export async function indexItems(
  cache: CacheReader,
  guideids: Iterable<number>,
  wikis: WikiIndex['ITEM'],
  privateNames: ReadonlySet<string>,
): Promise<ItemIndex & { wikis: WikiIndex['ITEM'] }> {
  const named = await readNeeds(cache, guideids)
  const itemAliases = aliasesOf(named.values())
  const keyOf = ({ name, target }: Need): string => itemKey(target) || (itemAliases.get(itemKey(name)) ?? itemKey(name))
  const things = new Map<string, Thing>()
  const needs = new Map<number, Needs>()
  for (const [guideid, lists] of named) {
    const listed = (needs: readonly NeedIn[]) => needs.map(({ need, isOptional }) => ({ key: keyOf(need), name: need.name, isOptional }))
    needs.set(guideid, { tools: listed(lists.tools), parts: listed(lists.parts) })
    for (const { need } of [...lists.tools, ...lists.parts]) note(things, keyOf(need), need, guideid)
  }
  const pages = pagesByKey(wikis)
  const items = new Map<string, ItemEntry>()
  const made: [title: string, wiki: WikiEntry][] = []
  for (const [key, thing] of things) {
    const title = titleOf(thing)
    const known = pages.get(key)
    const page = canonicalTitle(known?.title || thing.target || title)
    const isPrivate = privateNames.has(privacyName({ kind: 'wiki', id: `ITEM/${page}` }))
    const isMade = !known?.stored && !thing.isElsewhere && !isPrivate && isNamedOften({ guideids: [...thing.guideids] })
    if (isMade)
      made.push([page, { ...(known ?? { namespace: 'ITEM', title: page, display_title: title, stored: false, langs: [] }), isMade }])
    items.set(key, {
      title,
      page: known?.stored || isMade ? page : undefined,
      url: mostFrequent(thing.urls),
      guideids: [...thing.guideids],
    })
  }
  return { items, itemAliases, needs, wikis: new Map([...wikis, ...made]) }
}

/** The items that some guides name, restricted to those guides. */
export function itemsOf(items: ItemIndex['items'], guides: ReadonlyMap<number, unknown>): ItemIndex['items'] {
  const own = Array.from(items, ([key, item]) => [key, { ...item, guideids: item.guideids.filter((id) => guides.has(id)) }] as const)
  return new Map(own.filter(([, { guideids }]) => guideids.length > 0))
}

interface NeedIn {
  need: Need
  isOptional: boolean
}

type NeedsIn = Record<'tools' | 'parts', NeedIn[]>

async function readNeeds(cache: CacheReader, guideids: Iterable<number>): Promise<Map<number, NeedsIn>> {
  const named = new Map<number, NeedsIn>()
  /** Guides name the same items over and over. */
  const known = new Map<string, Need>()
  let read = 0
  for (const guideid of guideids) {
    if (++read % TURN === 0) await setImmediate()
    const record = await recordIfReadable(cache, guideid)
    if (!record) continue
    const needsIn = (list: 'tools' | 'parts'): NeedIn[] =>
      withName(record[list]).map(({ text, type, url, isoptional }) => {
        const words = JSON.stringify([text, type, url])
        const need = known.get(words) ?? needOf({ text, type, url }, cache.manifest.origins)
        known.set(words, need)
        return { need, isOptional: isoptional }
      })
    const needs = { tools: needsIn('tools'), parts: needsIn('parts') }
    if (needs.tools.length + needs.parts.length > 0) named.set(guideid, needs)
  }
  return named
}

/** The page of an unreadable guide reports the problem. */
async function recordIfReadable(cache: CacheReader, guideid: number) {
  try {
    return parsedItem(needsSchema, await cache.record({ kind: 'guide', id: String(guideid) }))
  } catch (error) {
    if (isOfRecord(error)) return undefined
    throw error
  }
}

/** Resolves names without a link: to the page that all links of the same name lead to. */
function aliasesOf(named: Iterable<NeedsIn>): Map<string, string> {
  const targets = new Map<string, Set<string>>()
  for (const { tools, parts } of named) {
    for (const { need } of [...tools, ...parts]) {
      const name = itemKey(need.name)
      if (need.target) targets.set(name, (targets.get(name) ?? new Set()).add(itemKey(need.target)))
    }
  }
  const aliases = Array.from(targets, ([name, [target = '', ...others]]) => ({ name, target, isOne: others.length === 0 }))
  return new Map(aliases.filter(({ name, target, isOne }) => isOne && target !== name).map(({ name, target }) => [name, target]))
}

/** What guides say about an item. */
interface Thing {
  names: Map<string, number>
  urls: Map<string, number>
  target: string
  isElsewhere: boolean
  guideids: Set<number>
}

function note(things: Map<string, Thing>, key: string, { name, target, url, isElsewhere }: Need, guideid: number): void {
  const thing: Thing = things.get(key) ?? { names: new Map(), urls: new Map(), target: '', isElsewhere: false, guideids: new Set() }
  things.set(key, thing)
  thing.names.set(name, (thing.names.get(name) ?? 0) + 1)
  if (url) thing.urls.set(url, (thing.urls.get(url) ?? 0) + 1)
  thing.target ||= target
  thing.isElsewhere ||= isElsewhere
  thing.guideids.add(guideid)
}

/** The most frequent name; for a linked item, the most frequent one that differs from the link's title in punctuation and case only. */
function titleOf({ names, target }: Thing): string {
  if (!target) return mostFrequent(names)
  return mostFrequent([...names].filter(([name]) => slugOf(name) !== '' && slugOf(name) === slugOf(target))) || target
}

/** The first of the most frequent values; '' if there are none. */
const mostFrequent = (counts: Iterable<readonly [string, number]>): string =>
  [...counts].reduce<readonly [string, number]>((best, next) => (next[1] > best[1] ? next : best), ['', 0])[0]

/** If titles differ only in case, the first one with details gets the guides. */
function pagesByKey(wikis: WikiIndex['ITEM']): Map<string, WikiEntry> {
  const pages = new Map<string, WikiEntry>()
  for (const wiki of wikis.values()) {
    const key = itemKey(wiki.title)
    const known = pages.get(key)
    if (!known || (!known.stored && wiki.stored)) pages.set(key, wiki)
  }
  return pages
}
