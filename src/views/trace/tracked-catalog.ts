import type { Catalog } from '../catalog/catalog.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import { type Note, type Tracking, trackedMap, trackedNames } from './tracked-map.ts'

/** List positions change with every preceding item: only questions may use them. */
const PLACE = 'position'
/** Fields that change with other records: each is a question of its own. An entry's other fields are one question, its head. */
const CHANGING: ReadonlySet<string> = new Set(['modified_date', 'guideids', 'guideCount', 'parent', 'children'])

/** A catalog that records queries: the head of each entry, and its changing fields. */
export function trackedCatalog(raw: Catalog, note: Note): Catalog {
  const { guides, categories, listedIn, roots, wikis, users, teams, tags, addresses, items, itemAliases, needs } = raw
  const entries = <K extends string | number, V extends object>(name: string, map: ReadonlyMap<K, V>) =>
    trackedMap(name, map, note, flat<V>(name, note))
  const known = new Map<CategoryEntry, CategoryEntry>()
  const category = (entry: CategoryEntry): CategoryEntry => {
    const given = known.get(entry) ?? trackedCategory(entry, note, category)
    known.set(entry, given)
    return given
  }
  const tracking: Tracking<CategoryEntry> = { recorded: headOf, returned: (_title, entry) => category(entry), plain: wholeCategory }
  return {
    guides: entries('guide', guides),
    categories: trackedMap('category', categories, note, tracking),
    listedIn: trackedMap('listed category', listedIn, note),
    get roots() {
      note('roots', [], () => titlesOf(roots))
      return roots.map(category)
    },
    wikis: Object.fromEntries(
      Object.entries(wikis).map(([namespace, index]) => [namespace, entries(namespace, index)]),
    ) as unknown as Catalog['wikis'],
    users: entries('user', users),
    teams: entries('team', teams),
    tags: trackedNames('tag', tags, note),
    get addresses() {
      note('has addresses', [], () => addresses !== undefined)
      return addresses && trackedMap('address', addresses, note)
    },
    items: entries('item', items),
    itemAliases: trackedMap('item alias', itemAliases, note),
    needs: entries('needs', needs),
  }
}

/** Entries whose fields are plain data. */
const flat = <V extends object>(name: string, note: Note): Tracking<V> => ({
  recorded: headOf,
  returned: (key, entry) =>
    trackedEntry(entry, (field, value) => {
      note(name, [key, field], () => value)
      return value
    }),
  plain: (entry) => ({ ...entry, [PLACE]: undefined }),
})

/** Entries reference each other: a related entry is recorded by its title, and is tracked as well. */
function trackedCategory(entry: CategoryEntry, note: Note, category: (entry: CategoryEntry) => CategoryEntry): CategoryEntry {
  const { title, parent, children } = entry
  note('category', [title], () => headOf(entry))
  return trackedEntry(entry, (field, value) => {
    const isNeighbour = field === 'parent' || field === 'children'
    note('category', [title, field], () => (isNeighbour ? neighboursOf(entry[field]) : value))
    if (field === 'children') return children.map(category)
    return field === 'parent' ? parent && category(parent) : value
  })
}

const titlesOf = (entries: readonly CategoryEntry[]): string[] => entries.map(({ title }) => title)
const neighboursOf = (value: CategoryEntry[] | CategoryEntry | undefined) => (Array.isArray(value) ? titlesOf(value) : value?.title)

const wholeCategory = (entry: CategoryEntry) => ({
  ...entry,
  parent: neighboursOf(entry.parent),
  children: neighboursOf(entry.children),
})

/** The fields of an entry that are one question; undefined if there is no entry. */
const headOf = (entry: object | undefined): object | undefined =>
  entry && Object.fromEntries(Object.entries(entry).filter(([field]) => field !== PLACE && !CHANGING.has(field)))

/** A copy of an entry whose changing fields are read through a function. */
function trackedEntry<V extends object>(entry: V, read: (field: string, value: unknown) => unknown): V {
  const copy: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(entry))
    if (CHANGING.has(field)) Object.defineProperty(copy, field, { get: () => read(field, value), enumerable: true })
    else if (field !== PLACE) copy[field] = value
  Object.defineProperty(copy, PLACE, {
    get: () => {
      throw new TypeError('The position of an entry in a list is only available in questions.')
    },
  })
  return copy as V
}
