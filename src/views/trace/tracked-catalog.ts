import type { Ref } from '../../model/ref.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { GuideEntry } from '../catalog/guide-index.ts'
import type { WikiEntry } from '../catalog/wiki-index.ts'
import type { ItemEntry, Needs } from '../item/item-index.ts'
import type { CategoryEntry } from '../category/category-tree.ts'
import { type Argument, type Note, type Told, trackedMap, trackedNames, trackedTexts } from './tracked-map.ts'

/** List positions change with every preceding item: only questions may use them (see question.ts). */
const PLACE = 'position'

/** A catalog that records queries: each field of an entry separately. */
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
  const told: Told<CategoryEntry> = { looked: isThere, given: (_title, entry) => category(entry), whole: wholeCategory }
  return {
    guides: entries<number, GuideEntry>('guide', guides),
    categories: trackedMap('category', categories, note, told),
    listedIn: trackedTexts('listed category', listedIn, note),
    get roots() {
      note('roots', [], () => titlesOf(roots))
      return roots.map(category)
    },
    wikis: Object.fromEntries(
      Object.entries(wikis).map(([namespace, index]) => [namespace, entries<string, WikiEntry>(namespace, index)]),
    ) as unknown as Catalog['wikis'],
    users: entries('user', users),
    teams: entries('team', teams),
    tags: trackedNames('tag', tags, note),
    get addresses() {
      note('has addresses', [], () => addresses !== undefined)
      return addresses && trackedMap('address', addresses, note, AS_IT_IS)
    },
    items: entries<string, ItemEntry>('item', items),
    itemAliases: trackedTexts('item alias', itemAliases, note),
    needs: entries<number, Needs>('needs', needs),
  }
}

const isThere = (entry: object | undefined): boolean => entry !== undefined

/** Plain values that are rarely queried. */
const AS_IT_IS: Told<Ref> = { looked: (ref) => ref, given: (_address, ref) => ref, whole: (ref) => ref }

/** Entries whose fields are plain data. */
const flat = <V extends object>(name: string, note: Note): Told<V> => ({
  looked: isThere,
  given: (key, entry) => byField(entry, (field) => noted(note, name, key, entry, field)),
  whole: (entry) => ({ ...entry, [PLACE]: undefined }),
})

function noted(note: Note, name: string, key: Argument, entry: object, field: string): unknown {
  if (field === PLACE) throw new TypeError(`Where a ${name} stands in a list is for questions to know.`)
  const value: unknown = Reflect.get(entry, field)
  note(name, [key, field], () => value)
  return value
}

/** Entries reference each other: a related entry is recorded by its title, and is tracked as well. */
const trackedCategory = (entry: CategoryEntry, note: Note, given: (entry: CategoryEntry) => CategoryEntry): CategoryEntry =>
  byField(entry, (field) => {
    if (field !== 'parent' && field !== 'children') return noted(note, 'category', entry.title, entry, field)
    const value = entry[field]
    note('category', [entry.title, field], () => neighboursOf(value))
    return Array.isArray(value) ? value.map(given) : value && given(value)
  })

const titlesOf = (entries: readonly CategoryEntry[]): string[] => entries.map(({ title }) => title)
const neighboursOf = (value: CategoryEntry[] | CategoryEntry | undefined) => (Array.isArray(value) ? titlesOf(value) : value?.title)

const wholeCategory = (entry: CategoryEntry) => ({
  ...entry,
  parent: neighboursOf(entry.parent),
  children: neighboursOf(entry.children),
})

/** An object whose fields, present or not, are read through a function. */
function byField<V extends object>(entry: V, read: (field: string) => unknown): V {
  const fields = Object.keys(entry).filter((field) => field !== PLACE)
  return new Proxy({} as V, {
    get: (_none, field) => (typeof field === 'string' ? read(field) : undefined),
    has: (_none, field) => typeof field === 'string' && read(field) !== undefined,
    ownKeys: () => fields,
    getOwnPropertyDescriptor: (_none, field) =>
      typeof field === 'string' && fields.includes(field)
        ? { value: read(field), enumerable: true, configurable: true, writable: true }
        : undefined,
  })
}
