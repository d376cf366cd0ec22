import { existsSync } from 'node:fs'
import { manifestFileOf } from '../../src/cache/manifest.ts'
import { openCache } from '../../src/cache/reader.ts'
import { storedBelow, storedTitlesOf } from '../../src/crawl/part.ts'
import { UsageError } from '../../src/errors.ts'
import type { OrderedCategory } from '../../src/model/hierarchy.ts'
import { nameIn } from '../../src/model/names.ts'
import type { Branch } from '../../src/pdf/arrange.ts'
import { type GuidePage, inCategory } from '../../src/pdf/guide-pages.ts'

/**
 * A category in the tree of the cache, with those below it; undefined where there is no cache, or its tree has no such category. Throws a {@link UsageError} where two are
 * called so.
 */
export async function categoryInCache(folder: string, category: string): Promise<Branch | undefined> {
  if (!existsSync(manifestFileOf(folder))) return undefined
  const cache = await openCache(folder)
  const [title, ...others] = await storedTitlesOf(cache, category)
  if (others.length > 0)
    throw new UsageError(
      `Several categories are called ${JSON.stringify(category)}. Name one by its title: ${[title, ...others].map((one) => JSON.stringify(one)).join(', ')}.`,
      { code: 'ERR_OPTION', option: 'category' },
    )
  return title === undefined ? undefined : branchOf({ title, display_title: '', children: await storedBelow(cache, title) })
}

const branchOf = ({ title, display_title, children }: OrderedCategory): Branch => ({
  page: nameIn('category', title),
  title: display_title || title,
  below: children.map(branchOf),
})

/**
 * The guides in a category and below it: by the tree, where there is one, since a category can stand in two places and two can be called the same; else by what breadcrumbs
 * show.
 */
export async function guidesBelow(
  out: string,
  pages: readonly GuidePage[],
  category: string,
  tree: Branch | undefined,
): Promise<GuidePage[]> {
  const found = tree ? await inCategory(out, pages, { pages: new Set(namesOf(tree)) }) : []
  return found.length > 0 ? found : inCategory(out, pages, { title: category })
}

const namesOf = ({ page, below }: Branch): string[] => [page, ...below.flatMap(namesOf)]
