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

/** Device names, with or without an extension, in any case (Microsoft: "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.|$)/i
const CHARACTER = /[<>:"|?*\\]|\p{Cc}/u
const END = /[. ]$/

/** True for a name that is valid on Windows, and so on FAT32 and exFAT USB sticks read by Windows. */
export const isWindowsName = (name: string): boolean => !DEVICE.test(name) && !CHARACTER.test(name) && !END.test(name)

/**
 * The folders of a site that are too large for FAT32, and the files and folders that cannot be unpacked on Windows. Only an operator's own
 * pages can have either: all other folders are divided in advance.
 */
export async function unfitForDisks(site: string): Promise<{ crowded: CrowdedFolder[]; refused: string[] }> {
  const entriesIn = new Map<string, number>()
  const refused: string[] = []
  for (const { name, parentPath } of await readdir(site, { recursive: true, withFileTypes: true })) {
    entriesIn.set(parentPath, (entriesIn.get(parentPath) ?? OWN_AND_PARENT) + entriesOf(name))
    if (!isWindowsName(name)) refused.push(relative(site, join(parentPath, name)))
  }
  const crowded = [...entriesIn].filter(([, entries]) => entries > FOLDER_LIMITS.entries)
  return { crowded: crowded.map(([path, entries]) => ({ folder: relative(site, path), entries })), refused }
}
