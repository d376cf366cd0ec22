import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import type { IndexFiles } from '../../pagefind/index-files.ts'
import type { Filters, FoundPages, Fragment } from '../../pagefind-api.ts'

/**
 * All pages of one index. Pagefind can list them too, by an empty search, but loads all words of the index first: most of the data of a
 * large site.
 */
export class IndexPages {
  readonly #files: IndexFiles
  readonly #base: string
  /** By the filter names that each contains. */
  readonly #tables = new Map<string, Promise<FilterTable>>()
  readonly #loaded = new Map<string, Promise<Fragment>>()

  /** `base` is the prefix of paths, with a trailing slash. */
  constructor(files: IndexFiles, base: string) {
    this.#files = files
    this.#base = base
  }

  /** The ids of the pages that match the filters. */
  async all(filters: Filters = {}): Promise<string[]> {
    const { not = {}, ...wanted } = filters as Record<string, object>
    const names = [...Object.keys(wanted), ...Object.keys(not)].sort()
    const key = names.join(' ')
    const table = this.#tables.get(key) ?? loadFilterTable(this.#files, new Set(names))
    this.#tables.set(key, table)
    table.catch(() => this.#tables.delete(key))
    const { gone } = this.#files
    return (await table).matching(filters).filter((id) => !gone.has(id))
  }

  /** All of them as search results. */
  async search(filters?: Filters): Promise<FoundPages> {
    const [ids, all] = await Promise.all([this.all(filters), this.all()])
    const results = ids.map((id) => ({ id, score: 0, fields: 0, data: () => this.load(id), places: () => Promise.resolve([]) }))
    return { results, unfilteredResultCount: all.length }
  }

  load(id: string): Promise<Fragment> {
    const loading = this.#loaded.get(id) ?? this.#files.fragment(id, this.#base)
    this.#loaded.set(id, loading)
    loading.catch(() => this.#loaded.delete(id))
    return loading
  }
}
