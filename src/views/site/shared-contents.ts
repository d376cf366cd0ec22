import { type namesApart, restoreNamesApart } from '../../model/names.ts'
import type { Catalog, TagIndex } from '../catalog/catalog.ts'
import type { Titles } from '../catalog/titles.ts'
import type { Contents } from './contents.ts'

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
