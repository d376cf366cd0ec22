import type { CacheReader } from '../../cache/reader.ts'
import { readPrivateNames } from '../../cache/private-keys.ts'
import { PublicReader } from '../../cache/public-reader.ts'
import type { Config } from '../../config/options.ts'
import { type Site as SiteInfo, siteSchema } from '../../model/site.ts'
import { buildCatalog, type Catalog, type TagIndex } from '../catalog/catalog.ts'
import { readIfReadable } from '../catalog/records.ts'
import { reportUnreadable } from '../catalog/unreadable.ts'
import { type namesApart, restoreNamesApart } from '../../model/names.ts'
import type { Titles } from '../catalog/titles.ts'

/** What opening a site reads from its records: plain data, which other processes can take over instead of reading all records again. */
export interface Contents {
  /** What is private on the original site: names of cache/private-keys.ts. */
  privateNames: ReadonlySet<string>
  info: SiteInfo | undefined
  catalog: Catalog
}

/** Reads the records of a finished cache, without private ones unless the site includes them. Damaged ones are reported. */
export async function readContents(whole: CacheReader, config: Config): Promise<Contents> {
  const privateNames = await readPrivateNames(whole, (record) =>
    reportUnreadable({ ...record, reason: 'It is damaged and may be private: it is left out. Crawl again to replace it.' }),
  )
  const cache = publicCache(whole, privateNames, config)
  return {
    privateNames,
    info: await readIfReadable(cache, { kind: 'site', id: '' }, siteSchema),
    catalog: await buildCatalog(cache, privateNames, config.emptyCategories === 'listed'),
  }
}

export const publicCache = (whole: CacheReader, privateNames: ReadonlySet<string>, { includePrivate }: Config): CacheReader =>
  includePrivate ? whole : new PublicReader(whole, privateNames)

/** {@link Contents} with everything that is otherwise read on demand. */
export interface WholeContents extends Contents {
  translations: ReadonlyMap<string, { catalog: Catalog; titles: Titles }>
  tags: ReadonlyMap<Catalog, TagIndex>
  namesApart: ReturnType<typeof namesApart>
}

/** The compiled pages have their own copy of this module: all copies in a process share their state through this symbol. */
const PLACE = Symbol.for('benchbook:contents')
const shared = globalThis as { [PLACE]?: WholeContents | undefined }

/** Sites opened in this process from now on take over these contents. */
export function shareContents(contents: WholeContents | undefined): void {
  shared[PLACE] = contents
}

/** The contents to take over; undefined if there are none. */
export function takeContents(): WholeContents | undefined {
  restoreNamesApart(shared[PLACE]?.namesApart ?? [])
  return shared[PLACE]
}

/** The tags of contents that were taken over. */
export const sharedTags = (catalog: Catalog): TagIndex | undefined => shared[PLACE]?.tags.get(catalog)
