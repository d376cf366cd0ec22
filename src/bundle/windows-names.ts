import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

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
