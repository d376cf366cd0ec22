import { Cached } from '../../cached.ts'
import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import type { IndexFiles } from '../../pagefind/index-files.ts'
import type { Filters, FoundPages, Fragment } from '../../pagefind-api.ts'

export type IndexPages = ReturnType<typeof indexPages>

/**
 * All pages of one index. Pagefind can list them too, by an empty search, but loads all words of the index first: most of the data of a
 * large site.
 */
export function indexPages(files: IndexFiles) {
  /** By the filter names that each contains. */
  const tables = new Cached<FilterTable>()
  const loaded = new Cached<Fragment>()

  /** The ids of the pages that match the filters. */
  async function all(filters: Filters = {}): Promise<string[]> {
    const { not = {}, ...wanted } = filters as Record<string, object>
    const names = [...Object.keys(wanted), ...Object.keys(not)].sort()
    const table = await tables.get(names.join(' '), () => loadFilterTable(files, new Set(names)))
    return table.matching(filters).filter((id) => !files.gone.has(id))
  }

  /** All of them as search results. */
  async function search(filters?: Filters): Promise<FoundPages> {
    const [ids, { length }] = await Promise.all([all(filters), all()])
    const results = ids.map((id) => ({ id, score: 0, fields: 0, data: () => load(id), places: () => Promise.resolve([]) }))
    return { results, unfilteredResultCount: length }
  }

  const load = (id: string): Promise<Fragment> => loaded.get(id, () => files.fragment(id))

  return { all, search, load }
}
