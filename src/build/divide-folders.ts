import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { divideFolders } from '../routes/divided.ts'
import { crowdedFolders } from '../views/site/crowded-folders.ts'
import { site } from '../views/site/site.ts'

/**
 * Divides what would be too large a folder on a USB stick, in a site that may be copied to one: its links are relative. Redirects of hosts could not say
 * where the pages are then. To be called before the first path is made.
 */
export async function divideCrowdedFolders({ links, target }: Config, cache: CacheReader): Promise<void> {
  divideFolders(links === 'relative' && target.length === 0 ? await crowdedFolders(await site(), cache) : [])
}
