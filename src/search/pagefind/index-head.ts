import type { Cbor } from './cbor.ts'
import { listOf } from './format.ts'

/**
 * The pages of an index (Pagefind's fragments) are stored in packs, since hosts limit the number of files. Pages are then named by their
 * numbers, and the head of the index lists each pack's number of pages and name.
 */
export type Pack = readonly [pages: number, name: string]

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

/** The decoded heads of a file, by the folder of each index below `pagefind/`. */
export function headsOf(heads: readonly Cbor[]): Map<string, IndexHead> {
  return new Map(
    heads.map((head) => {
      const [folder, entry, meta, words, packs, gone, places] = listOf(head)
      if (!(meta instanceof Uint8Array)) throw new TypeError('A file of heads has no head.')
      return [
        String(folder),
        {
          entry: String(entry),
          // Copied: it is transferred to a worker, which would otherwise get the whole buffer.
          meta: Uint8Array.from(meta),
          words: Number(words),
          packs: listOf(packs).map((pack): Pack => [Number(listOf(pack)[0]), String(listOf(pack)[1])]),
          gone: listOf(gone).map(Number),
          places: listOf(places).map(Number),
        },
      ]
    }),
  )
}

/** The id of a page whose fragment is in a pack. */
export const packedId = (page: number): string => page.toString(36)

/** The number of the page with an id. */
export const pageOf = (id: string): number => Number.parseInt(id, 36)

/** The pack of a page's fragment, and its position there. Throws a RangeError if no pack contains it. */
export function placeInPacks(packs: readonly Pack[], id: string): { name: string; at: number } {
  let at = pageOf(id)
  for (const [pages, name] of packs) {
    if (at < pages) return { name, at }
    at -= pages
  }
  throw new RangeError(`No pack has the page ${id}.`)
}
