import { readdir } from 'node:fs/promises'
import { relative } from 'node:path'

/** A folder of FAT32 is at most 2 MiB of entries of 32 bytes each. */
export const FAT32_ENTRIES = 65_536
/** UTF-16 units of a long name that one entry holds. */
const UNITS_AN_ENTRY = 13
const OWN_AND_PARENT = 2
/** A name that needs no entries of a long one, however the file system is mounted. */
const SHORT_NAME = /^[A-Z0-9_-]{1,8}(\.[A-Z0-9_-]{1,3})?$/

/** A folder with more entries than FAT32, the file system of many USB sticks, has room for. */
export interface CrowdedFolder {
  /** Relative to the site. */
  folder: string
  entries: number
}

/** The folders of a site that a stick with FAT32 could not take. */
export async function crowdedFolders(site: string): Promise<CrowdedFolder[]> {
  const entriesIn = new Map<string, number>()
  for (const { name, parentPath } of await readdir(site, { recursive: true, withFileTypes: true }))
    entriesIn.set(parentPath, (entriesIn.get(parentPath) ?? OWN_AND_PARENT) + entriesOf(name))
  const crowded = [...entriesIn].filter(([, entries]) => entries > FAT32_ENTRIES)
  return crowded.map(([path, entries]) => ({ folder: relative(site, path), entries }))
}

const entriesOf = (name: string): number => (SHORT_NAME.test(name) ? 1 : 1 + Math.ceil(name.length / UNITS_AN_ENTRY))
