import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface SiteSize {
  pages: number
  files: number
  bytes: number
}

/** Every file below a folder as a path with slashes, in no fixed order; only the folders on the way are open. */
export async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(folder, prefix))) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, `${path}/`)
    else yield path
  }
}

/** Counts a site. */
export async function measureSite(folder: string): Promise<SiteSize> {
  const size: SiteSize = { pages: 0, files: 0, bytes: 0 }
  for await (const file of filesBelow(folder)) {
    size.files++
    if (file.endsWith('.html')) size.pages++
    size.bytes += (await stat(join(folder, file))).size
  }
  return size
}
