import { type FilterTable, loadFilterTable } from '../../pagefind/filter-table.ts'
import { loadFragment } from '../../pagefind/pagefind-files.ts'
import type { Filters, Found, Fragment } from '../../pagefind-api.ts'

/**
 * The pages of one index, whatever words they have. Pagefind gives them too, by a search for nothing; but that loads all words of the index first, on a large site most of
 * what there is.
 */
export class IndexPages {
  readonly #folder: string
  readonly #base: string
  /** By the names of the filters in it. */
  readonly #tables = new Map<string, Promise<FilterTable>>()
  readonly #loaded = new Map<string, Promise<Fragment>>()

  /** `folder` is that of the index, `base` what paths start from; both end in a slash. */
  constructor(folder: string, base: string) {
    this.#folder = folder
    this.#base = base
  }

  /** The ids of those that filters let through. */
  async all(filters: Filters = {}): Promise<string[]> {
    const { not = {}, ...wanted } = filters as Record<string, object>
    const names = [...Object.keys(wanted), ...Object.keys(not)].sort()
    const key = names.join(' ')
    const table = this.#tables.get(key) ?? loadFilterTable(this.#folder, new Set(names))
    this.#tables.set(key, table)
    table.catch(() => this.#tables.delete(key))
    return (await table).matching(filters)
  }

  /** All of them as a search finds them. */
  async search(filters?: Filters): Promise<{ results: Found[]; unfilteredResultCount: number }> {
    const [ids, all] = await Promise.all([this.all(filters), this.all()])
    const results = ids.map((id) => ({ id, score: 0, fields: 0, data: () => this.load(id), places: () => Promise.resolve([]) }))
    return { results, unfilteredResultCount: all.length }
  }

  load(id: string): Promise<Fragment> {
    const loading = this.#loaded.get(id) ?? loadFragment(this.#folder, id, this.#base)
    this.#loaded.set(id, loading)
    loading.catch(() => this.#loaded.delete(id))
    return loading
  }
}
