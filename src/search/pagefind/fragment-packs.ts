/**
 * The pages of an index (Pagefind's fragments) lie in packs, since hosts take so many files and no more. Pages are then called by their numbers, and
 * the head of the index has for each pack how many pages it has, and its name.
 */
export type Pack = readonly [pages: number, name: string]

/** What a page is called whose fragment is in a pack. */
export const packedId = (page: number): string => page.toString(36)

/** Where the fragment of a page is: in which pack, and at which place. Throws a RangeError where no pack has it. */
export function placeInPacks(packs: readonly Pack[], id: string): { name: string; at: number } {
  let at = Number.parseInt(id, 36)
  for (const [pages, name] of packs) {
    if (at < pages) return { name, at }
    at -= pages
  }
  throw new RangeError(`No pack has the page ${id}.`)
}
