import type { Cbor } from './cbor.ts'
import type { Pack } from './fragment-packs.ts'
import { listOf, loadUnpacked, decoded } from './pagefind-files.ts'

/**
 * The part of an index that is read first. The heads of all indexes that are searched together are in one file: `[folder, entry, meta,
 * words, packs, gone?, places?][]`. Each would otherwise cost three requests.
 */
export interface IndexHead {
  /** Its `pagefind-entry.json`. */
  entry: string
  /** Its `pf_meta` file, with its signature and uncompressed; see META. */
  meta: Uint8Array<ArrayBuffer>
  /** The total number of words of the remaining pages. */
  words: number
  packs: readonly Pack[]
  /** The numbers of removed pages: now in another index, or deleted. */
  gone: readonly number[]
  /** The position of each page within its group; empty if it is given by their order. */
  places: readonly number[]
}

/** The heads in a file, by the folder of each index below `pagefind/`. Throws when it cannot be read. */
export async function loadHeads(url: string): Promise<Map<string, IndexHead>> {
  return new Map(
    decoded(await loadUnpacked(url)).map((head) => {
      const [folder, entry, meta, words, packs, gone, places] = listOf(head)
      // Copied: it is transferred to a worker, which would otherwise get the whole buffer.
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
