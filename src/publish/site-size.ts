import { join } from 'node:path'
import { sha256Of } from '../disk/sha256.ts'
import { type Stamp, stampOf } from '../disk/stamp.ts'
import { MARKER } from './marker.ts'

export interface SiteSize {
  pages: number
  files: number
  bytes: number
}

/** Counts a site. Its stamp differs if any of its files does; the marker, which a build may rewrite, is compared by content. */
export async function measureSite(folder: string): Promise<{ size: SiteSize; stamp: Stamp }> {
  let pages = 0
  const { stamp, files, bytes } = await stampOf(folder, (file, stats) => {
    if (file.endsWith('.html')) pages++
    return file === MARKER && stats.isFile() ? sha256Of(join(folder, file)) : undefined
  })
  return { size: { pages, files, bytes }, stamp }
}
