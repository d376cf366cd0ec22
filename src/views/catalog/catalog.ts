import type { ListPosition } from '../../cache/list-file.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { Ref, WikiRef } from '../../model/ref.ts'
import { keepApart } from '../../model/names.ts'
import { canonicalTitle } from '../../model/title.ts'
import { teamSchema } from '../../model/user.ts'
import { ancestorsOf, buildCategoryTree, type CategoryEntry, type CategoryTree } from '../category/category-tree.ts'
import { type Addresses, StatedAddresses } from './addresses.ts'
import { type GuideEntry, indexGuides } from './guide-index.ts'
import type { Names } from '../trace/tracked-map.ts'
import { indexItems, isNamedOften, type ItemIndex, itemsOf } from '../item/item-index.ts'
import { indexWikis, type WikiEntry, type WikiIndex } from './wiki-index.ts'
import { privacyName } from '../../cache/private-keys.ts'
import type { RecordKey } from '../../cache/layout.ts'
import { wikiSchema } from '../../model/wiki.ts'
import { readRecord } from './records.ts'
import { parsedItem } from '../../model/parse.ts'
import { attempt } from './unreadable.ts'

/** A user with a page: the profile is cached, or a guide names the user as author. */
export interface UserEntry {
  userid: number
  /** As guides spell it; '' if only the profile has it. */
  username: string
  guideids: number[]
}

/** A tag of at least one guide or wiki. */
export interface TagEntry {
  tag: string
  guideids: number[]
  wikis: WikiRef[]
}

/** Tags by canonical name. */
export type TagIndex = ReadonlyMap<string, TagEntry>

export interface TeamEntry {
  teamid: number
  name: string
  position: ListPosition
}

/** What must be in memory about all records: ids and a few words. Everything else is read one record at a time. */
export interface Catalog extends CategoryTree, ItemIndex {
  /** Empty categories without a page, and the category that lists each. */
  listedIn: ListedCategories
  /** Guides by id, in the list's order. */
  guides: ReadonlyMap<number, GuideEntry>
  wikis: WikiIndex
  users: ReadonlyMap<number, UserEntry>
  teams: ReadonlyMap<number, TeamEntry>
  /** Tags named by guides; tags that only wikis have are in tag/tag.ts. */
  tags: Names
  /** Service addresses whose form does not say what they refer to, if there are any. */
  addresses: Addresses | undefined
}

/** Reads the lists and all names once. `privateNames`: see cache/private-keys.ts. `areListed`: empty categories get no page. */
export async function buildCatalog(cache: CacheReader, privateNames: ReadonlySet<string>, areListed = false): Promise<Catalog> {
  const stated = new StatedAddresses(cache.manifest.origins)
  const guides = await indexGuides(cache, privateNames, stated)
  const wikis = await indexWikis(cache, stated)
  const { wikis: ITEM, ...items } = await indexItems(cache, guides.keys(), wikis.ITEM, privateNames)
  const whole = await catalogOf(cache, guides, { ...wikis, ITEM }, items)
  const catalog = { ...whole, addresses: stated.known((ref) => hasPage(whole, ref)) }
  return areListed ? listing(catalog, await emptyCategories(cache, catalog, wikis.CATEGORY)) : catalog
}

const listing = (catalog: Catalog, listedIn: ListedCategories): Catalog => ({ ...catalog, ...withListed(catalog, listedIn), listedIn })

/** The part of a site that exists in a language: guides and wikis written in or translated into it, and the categories that they need. */
export async function catalogIn(cache: CacheReader, source: Catalog, lang: string): Promise<Catalog> {
  const { guides, wikis, items, itemAliases, needs, listedIn, addresses } = source
  const isIn = ({ langs }: { langs: readonly string[] }): boolean => langs.includes(lang)
  const ownGuides = new Map([...guides].filter(([, guide]) => guide.lang === lang || isIn(guide)))
  const ownItems = itemsOf(items, ownGuides)
  const often = new Set([...ownItems.values()].filter(isNamedOften).map(({ page }) => page))
  const isOwn = (wiki: WikiEntry): boolean => isIn(wiki) || (wiki.isMade === true && often.has(wiki.title))
  const ownWikis = Object.entries(wikis).map(([namespace, index]) => [namespace, new Map([...index].filter(([, wiki]) => isOwn(wiki)))])
  const catalog = await catalogOf(cache, ownGuides, Object.fromEntries(ownWikis) as WikiIndex, { items: ownItems, itemAliases, needs })
  return { ...catalog, addresses, ...withoutBareCategories(listedIn.size > 0 ? listing(catalog, listedIn) : catalog) }
}

async function catalogOf(cache: CacheReader, guides: Catalog['guides'], wikis: WikiIndex, items: ItemIndex): Promise<Catalog> {
  const catalog = {
    ...items,
    listedIn: new Map<string, string>(),
    ...(await buildCategoryTree(cache, guides.values(), wikis.CATEGORY.values())),
    guides,
    wikis,
    users: await indexUsers(cache, guides.values()),
    teams: await indexTeams(cache),
    addresses: undefined,
    tags: new Set([...guides.values()].flatMap(({ tags }) => tags.map(canonicalTitle))),
  }
  keepApart('category', catalog.categories.keys())
  keepApart('tag', catalog.tags)
  for (const [namespace, index] of Object.entries(wikis)) if (namespace !== 'CATEGORY') keepApart(namespace.toLowerCase(), index.keys())
  return catalog
}

/** The tree without categories that neither have a wiki nor lead to a guide or to a category with a wiki. */
function withoutBareCategories({ categories, roots, wikis }: Catalog): CategoryTree {
  const kept = new Set<CategoryEntry>()
  for (const entry of categories.values()) {
    if (entry.guideids.length > 0 || wikis.CATEGORY.has(entry.title)) for (const above of [entry, ...ancestorsOf(entry)]) kept.add(above)
  }
  for (const entry of kept) entry.children = entry.children.filter((child) => kept.has(child))
  return { categories: new Map([...categories].filter(([, entry]) => kept.has(entry))), roots: roots.filter((root) => kept.has(root)) }
}

/** True if the site has a page for the record. */
export function hasPage({ guides, categories, wikis, users, teams, tags }: Catalog, ref: Ref): boolean {
  switch (ref.kind) {
    case 'guide':
      return guides.has(ref.guideid)
    case 'user':
      return users.has(ref.userid)
    case 'team':
      return teams.has(ref.teamid)
    case 'tag':
      return tags.has(canonicalTitle(ref.tag))
    case 'document':
      return false
    case 'wiki':
      if (ref.namespace === 'CATEGORY') return categories.has(canonicalTitle(ref.title))
      if (ref.namespace === 'TEAM') return teams.has(Number(ref.title))
      if (ref.namespace === 'USER') return users.has(Number(ref.title))
      return isPage(wikis[ref.namespace].get(canonicalTitle(ref.title)))
  }
}

const isPage = (wiki: WikiEntry | undefined): boolean => wiki !== undefined && (wiki.stored || wiki.isMade === true)

async function indexUsers(cache: CacheReader, guides: Iterable<GuideEntry>): Promise<Map<number, UserEntry>> {
  const users = new Map<number, UserEntry>()
  const entryOf = (userid: number, username: string): UserEntry => {
    const entry = users.get(userid) ?? { userid, username, guideids: [] }
    users.set(userid, entry)
    return entry
  }
  for await (const { id } of cache.keys('user')) entryOf(Number(id), '')
  for (const { userid, username, guideid } of guides) {
    if (userid <= 0) continue
    const entry = entryOf(userid, username)
    entry.username ||= username
    entry.guideids.push(guideid)
  }
  return users
}

async function indexTeams(cache: CacheReader): Promise<Map<number, TeamEntry>> {
  const teams = new Map<number, TeamEntry>()
  for await (const { item, offset, length } of cache.listPositions('teams')) {
    const team = parsedItem(teamSchema, item)
    if (team) teams.set(team.teamid, { teamid: team.teamid, name: team.name, position: { offset, length } })
  }
  return teams
}

/** True if the record is private on the original site, whether or not this site has it. */
export function isPrivate({ privateNames }: { privateNames: Names }, ref: Ref): boolean {
  if (ref.kind === 'guide') return privateNames.has(privacyName({ kind: 'guide', id: String(ref.guideid) }))
  return ref.kind === 'wiki' && privateNames.has(privacyName({ kind: 'wiki', id: `${ref.namespace}/${ref.title}` }))
}

/** Categories without their own page: by canonical title, the canonical title of the category that lists each. */
type ListedCategories = ReadonlyMap<string, string>

/** Categories whose page would contain only a title and perhaps a picture. Excludes top-level categories and those outside the tree. */
async function emptyCategories(cache: CacheReader, { categories }: CategoryTree, wikis: WikiIndex['CATEGORY']): Promise<ListedCategories> {
  const empty = new Map<string, string>()
  for (const { title, parent, children, guideCount } of categories.values()) {
    if (!parent || children.length > 0 || guideCount > 0 || (wikis.get(title)?.langs.length ?? 0) > 0) continue
    if (await saysNothing(cache, { kind: 'wiki', id: `CATEGORY/${title}` })) empty.set(title, parent.title)
  }
  return empty
}

/** The tree without these categories; each becomes a name in `listed` of its parent. */
function withListed({ categories, roots }: CategoryTree, listedIn: ListedCategories): CategoryTree {
  const isListed = ({ title }: CategoryEntry): boolean => listedIn.has(title)
  for (const entry of categories.values()) {
    entry.listed = entry.children.filter(isListed).map(({ title, display_title }) => ({ title, display_title }))
    entry.children = entry.children.filter((child) => !isListed(child))
  }
  return { categories: new Map([...categories].filter(([title]) => !listedIn.has(title))), roots }
}

/** An unreadable record may have content. */
async function saysNothing(cache: CacheReader, key: RecordKey): Promise<boolean> {
  const { value: wiki, isUnreadable } = await attempt(key, () => readRecord(cache, key, wikiSchema))
  if (!wiki) return !isUnreadable
  const texts = [wiki.contents_rendered, wiki.contents_raw, wiki.description, wiki.solutions_url]
  const { documents, featured_guides, info, category_lists, suppliers, diagrams, tools, maintenance_schedule } = wiki
  const lists = [documents, featured_guides, info, category_lists, suppliers, diagrams, tools, maintenance_schedule]
  return texts.every((text) => text.trim() === '') && lists.every(({ length }) => length === 0) && !wiki.parts
}
