/** The capacity of a folder on FAT32, the file system of many USB sticks: 2 MiB of entries of 32 bytes. File managers stall long before. */
export const FOLDER_LIMITS = { names: 20_000, entries: 65_536 }

/** Entries of a folder that are not pages: `.` and `..`, its own page, and the folder of its further pages. */
const BESIDES = 16
/** The UTF-16 units of a long name per entry. */
const UNITS_AN_ENTRY = 13
/** A name that never needs entries for a long name, however the file system is mounted. */
const SHORT_NAME = /^[A-Z0-9_-]{1,8}(\.[A-Z0-9_-]{1,3})?$/

/** The number of entries that a name takes in a folder. */
export const entriesOf = (name: string): number => (SHORT_NAME.test(name) ? 1 : 1 + Math.ceil(name.length / UNITS_AN_ENTRY))

/** True if the names do not fit in one folder. */
export function isCrowded(names: Iterable<string>): boolean {
  let [all, entries] = [BESIDES, BESIDES]
  for (const name of names) {
    all++
    entries += entriesOf(name)
  }
  return all > FOLDER_LIMITS.names || entries > FOLDER_LIMITS.entries
}
