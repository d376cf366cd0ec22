import type { Cbor } from './cbor.ts'
import type { Pack } from './fragment-packs.ts'
import { listOf, loadUnpacked, decoded } from './pagefind-files.ts'

/**
 * What of an index is read before anything else. The heads of all indexes that are searched together lie in one file: `[folder, entry, meta, words, packs, gone?, places?][]`. Each would
 * cost three requests otherwise.
 */
export interface IndexHead {
  /** Its `pagefind-entry.json`. */
  entry: string
  /** Its `pf_meta` file, with its signature and not packed; see META. */
  meta: Uint8Array<ArrayBuffer>
  /** How many words all pages that are left have together. */
  words: number
  packs: readonly Pack[]
  /** The numbers of pages that are gone: they are in another index by now, or nowhere. */
  gone: readonly number[]
  /** The place of each page among all that are like those of this index; none where it is told by their order. */
  places: readonly number[]
}

/** The heads in a file, by the folder of each index below `pagefind/`. Throws when it cannot be read. */
export async function loadHeads(url: string): Promise<Map<string, IndexHead>> {
  return new Map(
    decoded(await loadUnpacked(url)).map((head) => {
      const [folder, entry, meta, words, packs, gone, places] = listOf(head)
      // A copy of its own: it is handed to a worker, which would get all of them otherwise.
      return [
        String(folder),
        {
          entry: String(entry),
          meta: Uint8Array.from(meta instanceof Uint8Array ? meta : []),
          words: Number(words),
          packs: listOf(packs).map(packOf),
          gone: listOf(gone).map(Number),
          places: listOf(places).map(Number),
        },
      ]
    }),
  )
}

function packOf(of: Cbor): Pack {
  const [pages, name] = listOf(of)
  return [Number(pages), String(name)]
}
