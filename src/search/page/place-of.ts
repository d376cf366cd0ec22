import { folderAt } from '../../trusted/place.ts'
import type { SearchPlace } from './engine/indexes.ts'

/** Where a form or a page of the search says that its site lies: in `data-base`, `data-root` and `data-own-only`. */
export function placeOf({ dataset }: Pick<HTMLElement, 'dataset'>): Omit<SearchPlace, 'lang'> {
  const { base = '/', root = base, ownOnly } = dataset
  return { base: folderAt(base), root: folderAt(root), ownOnly: ownOnly !== undefined }
}
