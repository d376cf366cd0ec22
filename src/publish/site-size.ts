import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../disk/files-below.ts'

export interface SiteSize {
  pages: number
  files: number
  bytes: number
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
