import { privacyName } from '../../cache/private-keys.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { canonicalTitle, slugOf } from '../../model/title.ts'
import type { WikiEntry, WikiIndex } from '../catalog/wiki-index.ts'
import { itemKey, type Need } from './need.ts'
import { type NeedIn, type NeedsIn, readNeeds } from './read-needs.ts'

/** A tool or part that guides name. */
export interface ItemEntry {
  /** What people call it. */
  title: string
  /** The canonical title of its page in the namespace ITEM; undefined where it has none. */
  page: string | undefined
  /** Other canonical titles that guides link to it by, of which the service has no page. */
  otherTitles: readonly string[]
  /** Where guides send people for it, other than to such a page: a shop; '' for nowhere. */
  url: string
  /** The guides that name it, in the list's order. */
  guideids: readonly number[]
}

/** A tool or part in the list of a guide. */
export interface Listed {
  key: string
  name: string
  isOptional: boolean
}

/** All tools and parts, by key: see {@link itemKey}. */
export interface ItemIndex {
  items: ReadonlyMap<string, ItemEntry>
  /** Keys by other names: what one guide names without a link goes by the link that others give to the name. */
  itemAliases: ReadonlyMap<string, string>
  /** What each guide lists; those that list nothing and come after no other are not here. */
  needs: ReadonlyMap<number, Needs>
}

export interface Needs {
  tools: readonly Listed[]
  parts: readonly Listed[]
  /** The guides that come before it: what those list is needed as well. */
  before: readonly number[]
}

/** So many guides have to name a thing before it gets a page that the service does not have. */
const GUIDES_OF_PAGE = 3

/** True for a thing with so many guides that it gets a page of its own. */
export const isNamedOften = ({ guideids }: Pick<ItemEntry, 'guideids'>): boolean => guideids.length >= GUIDES_OF_PAGE

/**
 * Reads what all guides list, `guideids` in their order. With it come the pages of the namespace ITEM: those of `wikis`, and those made here of what guides
 * name often and the service has no page of. `privateNames`: see cache/private-keys.ts.
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
    needs.set(guideid, { tools: listed(lists.tools), parts: listed(lists.parts), before: lists.before })
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
      otherTitles: [...thing.targets].filter((target) => target !== page && !wikis.get(target)?.stored),
      url: mostFrequent(thing.urls),
      guideids: [...thing.guideids],
    })
  }
  return { items, itemAliases, needs, wikis: new Map([...wikis, ...made]) }
}

/** The things that some guides name, as far as they do. */
export function itemsOf(items: ItemIndex['items'], guides: ReadonlyMap<number, unknown>): ItemIndex['items'] {
  const own = Array.from(items, ([key, item]) => [key, { ...item, guideids: item.guideids.filter((id) => guides.has(id)) }] as const)
  return new Map(own.filter(([, { guideids }]) => guideids.length > 0))
}

/** What names without a link mean: the page that all links of the same name lead to. */
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

/** What guides say of a thing. */
interface Thing {
  names: Map<string, number>
  urls: Map<string, number>
  /** Of its first link; those of all differ in what tells no tools apart. */
  target: string
  targets: Set<string>
  isElsewhere: boolean
  guideids: Set<number>
}

function note(things: Map<string, Thing>, key: string, { name, target, url, isElsewhere }: Need, guideid: number): void {
  const thing: Thing = things.get(key) ?? {
    names: new Map(),
    urls: new Map(),
    target: '',
    targets: new Set(),
    isElsewhere: false,
    guideids: new Set(),
  }
  things.set(key, thing)
  thing.names.set(name, (thing.names.get(name) ?? 0) + 1)
  if (url) thing.urls.set(url, (thing.urls.get(url) ?? 0) + 1)
  thing.target ||= target
  if (target) thing.targets.add(target)
  thing.isElsewhere ||= isElsewhere
  thing.guideids.add(guideid)
}

/** The name that most guides use; of a thing with a link, one that differs from the link's title in signs and capitals only. */
function titleOf({ names, target }: Thing): string {
  if (!target) return mostFrequent(names)
  return mostFrequent([...names].filter(([name]) => slugOf(name) !== '' && slugOf(name) === slugOf(target))) || target
}

/** The first of those that occur most often; '' of none. */
const mostFrequent = (counts: Iterable<readonly [string, number]>): string =>
  [...counts].reduce<readonly [string, number]>((best, next) => (next[1] > best[1] ? next : best), ['', 0])[0]

/** Of two titles that differ in capitals only the first with details has the guides. */
function pagesByKey(wikis: WikiIndex['ITEM']): Map<string, WikiEntry> {
  const pages = new Map<string, WikiEntry>()
  for (const wiki of wikis.values()) {
    const key = itemKey(wiki.title)
    const known = pages.get(key)
    if (!known || (!known.stored && wiki.stored)) pages.set(key, wiki)
  }
  return pages
}
