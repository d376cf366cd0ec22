import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
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

/** Device names, with or without an extension, in any case (Microsoft: "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.|$)/i
const CHARACTER = /[<>:"|?*\\]|\p{Cc}/u
const END = /[. ]$/

/** True for a name that is valid on Windows, and so on FAT32 and exFAT USB sticks read by Windows. */
export const isWindowsName = (name: string): boolean => !DEVICE.test(name) && !CHARACTER.test(name) && !END.test(name)

/** The files and folders of a site that cannot be unpacked on Windows. Only names given by operators can be invalid. */
export async function refusedNames(site: string): Promise<string[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  return entries.filter(({ name }) => !isWindowsName(name)).map(({ name, parentPath }) => relative(site, join(parentPath, name)))
}
