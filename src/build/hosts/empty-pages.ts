import type { CacheReader } from '../../cache/reader.ts'
import { emptyCategories } from '../../views/category/empty-categories.ts'
import { sites } from '../../views/site/site.ts'

/** How many pages, in all languages, would not be made if empty categories were listed. Reads each category's record. */
export async function countEmptyPages(cache: CacheReader): Promise<number> {
  const all = (await sites()).map(({ site }) => site.catalog)
  const [source] = all
  if (!source) return 0
  const empty = await emptyCategories(cache, source, source.wikis.CATEGORY)
  return all.reduce((sum, { categories }) => sum + [...empty.keys()].filter((title) => categories.has(title)).length, 0)
}
