import { listOf, loadUnpacked, decoded } from './pagefind-files.ts'

/**
 * What of an index is read before anything else. The heads of all indexes that are searched together lie in one file: `[folder, entry, meta, words][]`. A large site would
 * cost three requests for each of them otherwise.
 */
export interface IndexHead {
  /** Its `pagefind-entry.json`. */
  entry: string
  /** Its `pf_meta` file, with its signature and not packed; see META. */
  meta: Uint8Array<ArrayBuffer>
  /** How many words all its pages have together. */
  words: number
}

/** The heads in a file, by the folder of each index below `pagefind/`. Throws when it cannot be read. */
export async function loadHeads(url: string): Promise<Map<string, IndexHead>> {
  return new Map(
    decoded(await loadUnpacked(url)).map((head) => {
      const [folder, entry, meta, words] = listOf(head)
      // A copy of its own: it is handed to a worker, which would get all of them otherwise.
      return [String(folder), { entry: String(entry), meta: Uint8Array.from(meta instanceof Uint8Array ? meta : []), words: Number(words) }]
    }),
  )
}
