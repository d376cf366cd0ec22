import { readdir } from 'node:fs/promises'
import { relative } from 'node:path'
import { entriesOf, FOLDER_LIMITS } from '../routes/crowded.ts'

const OWN_AND_PARENT = 2

/** A folder with more entries than FAT32, the file system of many USB sticks, supports. */
export interface CrowdedFolder {
  /** Relative to the site. */
  folder: string
  entries: number
}

/** The folders of a site that are too large for FAT32: only those of an operator's own pages, since all others are divided in advance. */
export async function crowdedFolders(site: string): Promise<CrowdedFolder[]> {
  const entriesIn = new Map<string, number>()
  for (const { name, parentPath } of await readdir(site, { recursive: true, withFileTypes: true }))
    entriesIn.set(parentPath, (entriesIn.get(parentPath) ?? OWN_AND_PARENT) + entriesOf(name))
  const crowded = [...entriesIn].filter(([, entries]) => entries > FOLDER_LIMITS.entries)
  return crowded.map(([path, entries]) => ({ folder: relative(site, path), entries }))
}
