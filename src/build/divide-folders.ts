import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { divideFolders } from '../routes/divided.ts'
import { crowdedFolders } from '../views/site/crowded-folders.ts'
import { site } from '../views/site/site.ts'

/**
 * Divides folders that would be too large for a USB stick, for sites that may be copied to one: those with relative links. Redirects of
 * hosts could not express the new paths. Must be called before the first path is made.
 */
export async function divideCrowdedFolders({ links, target }: Config, cache: CacheReader): Promise<void> {
  divideFolders(links === 'relative' && target.length === 0 ? await crowdedFolders(await site(), cache) : [])
}
