import { folderAt } from '../../trusted/place.ts'
import type { SearchPlace } from './engine/indexes.ts'

/** The site's paths, from `data-base`, `data-root` and `data-own-only` of a form or search page. */
export function placeOf({ dataset }: Pick<HTMLElement, 'dataset'>): Omit<SearchPlace, 'lang'> {
  const { base = '/', root = base, ownOnly } = dataset
  return { base: folderAt(base), root: folderAt(root), ownOnly: ownOnly !== undefined }
}
