import { readPrivateKeys } from '../cache/private-keys.ts'
import type { CacheReader } from '../cache/reader.ts'
import { canonicalTitle } from '../model/title.ts'
import { numberIn, textIn } from './fields.ts'
import { type ByGuid, guidIndex } from './index/guid-index.ts'
import { type Hidden, hiddenContexts } from './hidden.ts'
import { Lists } from './index/lists.ts'
import { Named } from './named.ts'
import { once } from './once.ts'
import { People } from './index/people-index.ts'
import { Refused } from './refused.ts'
import { SearchIndex } from './index/search-index.ts'
import { stubTitles } from './stubs.ts'
import type { ListName } from '../model/resources.ts'

/** Indexes of a cache: each is built at the first request that needs it, and consists of numbers and names. */
export class Known {
  readonly lists: Lists
  /** What only the holder of the token may read, by the names of private-keys.ts. */
  readonly privateKeys: () => Promise<ReadonlySet<string>>
  readonly refused: () => Promise<Refused>
  /** What comments must not be about. */
  readonly hidden: () => Promise<Hidden>
  /** Titles of the categories that are stubs. */
  readonly stubs: () => Promise<ReadonlySet<string>>
  readonly people: () => Promise<People>
  readonly search: () => Promise<SearchIndex>
  readonly guids: (kind: 'image' | 'video') => Promise<ByGuid>
  /** What other records reference. */
  readonly named: () => Promise<Named>
  /** By index in a list of wikis: the date of the latest revision, which only their records contain. */
  readonly revisionDates: (name: ListName) => Promise<Float64Array>
  /** By display title: the title of the wiki, if the two differ. */
  readonly displayedTitles: (name: ListName) => Promise<ReadonlyMap<string, string>>

  constructor(cache: CacheReader) {
    const alone = <V>(make: () => Promise<V>) => {
      const made = once<'', V>(make)
      return () => made('')
    }
    const privateKeys = alone(() => readPrivateKeys(cache))
    const refused = alone(() => Refused.of(cache))
    const lists = new Lists(cache, privateKeys)
    this.lists = lists
    this.privateKeys = privateKeys
    this.refused = refused
    this.hidden = alone(async () => hiddenContexts(cache, lists, { privateKeys: await privateKeys(), refused: await refused() }))
    this.stubs = alone(() => stubTitles(cache))
    this.people = alone(() => People.of(cache, lists))
    this.search = alone(() => SearchIndex.of(cache, lists))
    this.guids = once((kind) => guidIndex(cache, kind))
    this.named = alone(async () => Named.of(cache, lists, { privateKeys: await privateKeys(), hidden: await this.hidden() }))
    this.revisionDates = once((name) => revisionDates(cache, lists, name))
    this.displayedTitles = once((name) => displayedTitles(lists, name))
  }
}

async function revisionDates(cache: CacheReader, lists: Lists, name: ListName): Promise<Float64Array> {
  const list = await lists.index(name)
  const dates = new Float64Array(list?.size ?? 0)
  let place = 0
  // Sequentially: a namespace can have 48,000 wikis, and a process may not open so many files at once.
  for await (const item of list?.all() ?? [])
    dates[place++] = numberIn(
      await cache.record({ kind: 'wiki', id: `${name.slice('wikis-'.length)}/${textIn(item, 'title')}` }),
      'modified_date',
    )
  return dates
}

async function displayedTitles(lists: Lists, name: ListName): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for await (const item of (await lists.index(name))?.all() ?? []) {
    const [title, displayed] = [textIn(item, 'title'), canonicalTitle(textIn(item, 'display_title'))]
    if (displayed && displayed !== canonicalTitle(title) && !titles.has(displayed)) titles.set(displayed, title)
  }
  return titles
}
