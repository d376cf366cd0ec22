/**
 * Pagefind's own files, read and rewritten in this folder and nowhere else. Its interface offers neither of what is needed of them:
 * the same documents give the same bytes (`canonical-index.ts`; Pagefind writes parts of its files in the order of a randomly seeded hash map),
 * and a search reads the pages of a word, and the pages of a filter's values, without a text for each place (`postings.ts`, `filter-table.ts`).
 * Nobody promises this format, so it is that of one version: a build refuses the index of another, and
 * test/search/pagefind/format.test.ts fails when the installed one writes anything else.
 */
export const PAGEFIND_VERSION = '1.5.2'

/** What each of Pagefind's packed files (`pf_meta`, `pf_index`, `pf_filter`) begins with; CBOR follows. */
export const SIGNATURE = 'pagefind_dcd'

/** What the index of a language begins with, as JSON. */
export const ENTRY = 'pagefind-entry.json'

/** Pagefind's program. */
export const MODULE = 'pagefind.js'

export interface Entry {
  version: string
  /** `wasm` is the part of a file's name between `wasm.` and `.pagefind`. */
  languages: Record<string, { hash: string; wasm: string | null; page_count: number }>
}

/**
 * Places in a `pf_meta` file: `[version, [page, words][], [from, to, chunk][], [filter, file][], [sort, pages][], field[]]`. Pages are
 * called by their fragment's name, chunks by that of their `pf_index` file.
 */
export const META = { pages: 1, chunks: 2, filters: 3, sorts: 4, fields: 5 } as const

/** The weight of a word of plain text, as `pf_index` files write it. */
export const PLAIN_WEIGHT = 24
