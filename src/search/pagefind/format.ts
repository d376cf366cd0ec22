import { type Cbor, decodeCbor } from './cbor.ts'

/**
 * Pagefind's own file format, which only this folder reads and rewrites. Its API lacks two things: the same documents must give the same
 * bytes (`canonical-index.ts`; Pagefind writes parts of its files in the order of a randomly seeded hash map), and a search must read the
 * pages of a word or filter value without a text per position (`postings.ts`, `filter-table.ts`). The format is undocumented and therefore
 * tied to one version: a build refuses indexes of another, and test/search/pagefind/format.test.ts fails if the installed version writes a
 * different format.
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

/** The content of a packed file, after its signature. */
export const decoded = (bytes: Uint8Array): readonly Cbor[] => listOf(decodeCbor(bytes.subarray(SIGNATURE.length)))

export const listOf = (value: Cbor | undefined): readonly Cbor[] => (Array.isArray(value) ? value : [])
