import { Cached } from '../../cached.ts'
import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import type { IndexFiles } from '../../pagefind/index-files.ts'
import type { Filters, FoundPages, Fragment } from '../../pagefind-api.ts'

/**
 * All pages of one index. Pagefind can list them too, by an empty search, but loads all words of the index first: most of the data of a
 * large site.
 */
export class IndexPages {
  readonly #files: IndexFiles
  /** By the filter names that each contains. */
  readonly #tables = new Cached<FilterTable>()
  readonly #loaded = new Cached<Fragment>()

  constructor(files: IndexFiles) {
    this.#files = files
  }

  /** The ids of the pages that match the filters. */
  async all(filters: Filters = {}): Promise<string[]> {
    const { not = {}, ...wanted } = filters as Record<string, object>
    const names = [...Object.keys(wanted), ...Object.keys(not)].sort()
    const table = await this.#tables.get(names.join(' '), () => loadFilterTable(this.#files, new Set(names)))
    return table.matching(filters).filter((id) => !this.#files.gone.has(id))
  }

  /** All of them as search results. */
  async search(filters?: Filters): Promise<FoundPages> {
    const [ids, all] = await Promise.all([this.all(filters), this.all()])
    const results = ids.map((id) => ({ id, score: 0, fields: 0, data: () => this.load(id), places: () => Promise.resolve([]) }))
    return { results, unfilteredResultCount: all.length }
  }

  load(id: string): Promise<Fragment> {
    return this.#loaded.get(id, () => this.#files.fragment(id))
  }
}
