import type { CacheReader } from '../../cache/reader.ts'
import type { RecordKey } from '../../cache/layout.ts'
import { wikiSchema } from '../../model/wiki.ts'
import { readRecord } from '../catalog/records.ts'
import { attempt } from '../catalog/unreadable.ts'
import type { WikiIndex } from '../catalog/wiki-index.ts'
import type { CategoryEntry, CategoryTree } from './category-tree.ts'

/** Categories without their own page: by canonical title, the canonical title of the category that lists each. */
export type ListedCategories = ReadonlyMap<string, string>

/** Categories whose page would contain only a title and perhaps a picture. Excludes top-level categories and those outside the tree. */
export async function emptyCategories(
  cache: CacheReader,
  { categories }: CategoryTree,
  wikis: WikiIndex['CATEGORY'],
): Promise<ListedCategories> {
  const empty = new Map<string, string>()
  for (const { title, parent, children, guideCount } of categories.values()) {
    if (!parent || children.length > 0 || guideCount > 0 || (wikis.get(title)?.langs.length ?? 0) > 0) continue
    if (await saysNothing(cache, { kind: 'wiki', id: `CATEGORY/${title}` })) empty.set(title, parent.title)
  }
  return empty
}

/** The tree without these categories; each becomes a name in `listed` of its parent. */
export function withListed({ categories, roots }: CategoryTree, listedIn: ListedCategories): CategoryTree {
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
