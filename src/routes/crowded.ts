/** What a folder may hold, for FAT32, the file system of many USB sticks: 2 MiB of entries of 32 bytes each. Explorers stall long before. */
export const FOLDER_LIMITS = { names: 20_000, entries: 65_536 }

/** What stands in a folder besides pages: itself and the one above, its own page and the folder of its further pages. */
const BESIDES = 16
/** UTF-16 units of a long name that one entry holds. */
const UNITS_AN_ENTRY = 13
/** A name that needs no entries of a long one, however the file system is mounted. */
const SHORT_NAME = /^[A-Z0-9_-]{1,8}(\.[A-Z0-9_-]{1,3})?$/

/** How many entries of a folder a name takes. */
export const entriesOf = (name: string): number => (SHORT_NAME.test(name) ? 1 : 1 + Math.ceil(name.length / UNITS_AN_ENTRY))

/** True for names that are too many for one folder. */
export function isCrowded(names: Iterable<string>): boolean {
  let [all, entries] = [BESIDES, BESIDES]
  for (const name of names) {
    all++
    entries += entriesOf(name)
  }
  return all > FOLDER_LIMITS.names || entries > FOLDER_LIMITS.entries
}
