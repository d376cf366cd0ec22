/**
 * The pages of an index (Pagefind's fragments) are stored in packs, since hosts limit the number of files. Pages are then named by their
 * numbers, and the head of the index lists each pack's number of pages and name.
 */
export type Pack = readonly [pages: number, name: string]

/** The id of a page whose fragment is in a pack. */
export const packedId = (page: number): string => page.toString(36)

/** The pack of a page's fragment, and its position there. Throws a RangeError if no pack contains it. */
export function placeInPacks(packs: readonly Pack[], id: string): { name: string; at: number } {
  let at = Number.parseInt(id, 36)
  for (const [pages, name] of packs) {
    if (at < pages) return { name, at }
    at -= pages
  }
  throw new RangeError(`No pack has the page ${id}.`)
}
