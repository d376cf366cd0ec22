import type { Cbor } from './cbor.ts'
import type { FilterCounts, Filters } from '../pagefind-api.ts'
import { META } from './format.ts'
import type { IndexFiles } from './index-files.ts'
import { listOf } from './pagefind-files.ts'

interface Filter {
  name: string
  /** With the numbers of the pages that have each value. */
  values: { value: string; pages: readonly number[] }[]
}

/** The filter values of the pages of one index. Pagefind counts only its own results, not those combined from several words. */
export class FilterTable {
  readonly #pages: readonly string[]
  readonly #filters: readonly Filter[]

  constructor(pages: readonly string[], filters: readonly Filter[]) {
    this.#pages = pages
    this.#filters = filters
  }

  /** The number of these pages that have each value. */
  count(ids: ReadonlySet<string>): FilterCounts {
    const counted = this.#pages.map((id) => Number(ids.has(id)))
    return Object.fromEntries(
      this.#filters.map(({ name, values }) => [
        name,
        Object.fromEntries(values.map(({ value, pages }) => [value, pages.reduce((sum, page) => sum + (counted[page] ?? 0), 0)])),
      ]),
    )
  }

  /** The pages with a required value of each filter, and none of `not`; in index order. */
  matching(filters: Filters): string[] {
    const { not, ...wanted } = filters as Record<string, { any: string[] }> & { not?: Record<string, { any: string[] }> }
    const having = (name: string, any: readonly string[]): Set<number> =>
      new Set(
        this.#filters
          .filter((filter) => filter.name === name)
          .flatMap(({ values }) => values.filter(({ value }) => any.includes(value)).flatMap(({ pages }) => pages)),
      )
    const sets = Object.entries(wanted).map(([name, { any }]) => having(name, any))
    const barred = Object.entries(not ?? {}).map(([name, { any }]) => having(name, any))
    return this.#pages.filter((_, page) => sets.every((set) => set.has(page)) && !barred.some((set) => set.has(page)))
  }
}

/** Loads the filter table of an index, for all or some filters. Throws when a file cannot be read. */
export async function loadFilterTable(files: IndexFiles, names?: ReadonlySet<string>): Promise<FilterTable> {
  const { meta } = files
  const wanted = listOf(meta[META.filters])
    .map(listOf)
    .filter(([name]) => names?.has(String(name)) ?? true)
  const filters = await Promise.all(wanted.map((filter) => loadFilter(files, filter)))
  return new FilterTable(
    listOf(meta[META.pages]).map((page) => String(listOf(page)[0])),
    filters,
  )
}

async function loadFilter(files: IndexFiles, [name, hash]: readonly Cbor[]): Promise<Filter> {
  const [, values] = await files.packed(`filter/${String(hash)}.pf_filter`)
  return { name: String(name), values: listOf(values).map(valueOf) }
}

function valueOf(of: Cbor): { value: string; pages: number[] } {
  const [value, pages] = listOf(of)
  return { value: String(value), pages: listOf(pages).map(Number) }
}
