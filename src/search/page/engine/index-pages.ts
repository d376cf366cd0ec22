import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import type { IndexFiles } from '../../pagefind/index-files.ts'
import type { Filters, FoundPages, Fragment } from '../../pagefind-api.ts'

/**
 * The pages of one index, whatever words they have. Pagefind gives them too, by a search for nothing; but that loads all words of the index first, on a large site most of
 * what there is.
 */
export class IndexPages {
  readonly #files: IndexFiles
  readonly #base: string
  /** By the names of the filters in it. */
  readonly #tables = new Map<string, Promise<FilterTable>>()
  readonly #loaded = new Map<string, Promise<Fragment>>()

  /** `base` is what paths start from, with a slash at the end. */
  constructor(files: IndexFiles, base: string) {
    this.#files = files
    this.#base = base
  }

  /** The ids of those that filters let through. */
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

  /** All of them as a search finds them. */
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
