import type { CacheReader } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { compressSite } from '../../publish/compress/compress-site.ts'
import { refuseTooLarge, measure } from '../../publish/hosts/limits.ts'
import { needsAddresses, writeHosts } from '../../publish/hosts/write-hosts.ts'
import type { Staging } from '../../publish/staging.ts'
import { site as openedSite } from '../../views/site/site.ts'
import { addressesOf } from './service-addresses.ts'

export interface HostHooks {
  signal?: AbortSignal
  onWarning?: ((warning: string) => void) | undefined
  onProgress?: ((progress: { stage: 'hosts'; done: number }) => void) | undefined
}

/**
 * Prepares a site for its hosts: writes their configuration and compressed copies. `media` are the files that its pages reference. Throws a
 * ContentError if the site exceeds a host's limits.
 */
export async function readyForHosts(
  config: Config,
  cache: CacheReader,
  staging: Staging,
  media: ReadonlySet<string>,
  hooks: HostHooks,
): Promise<void> {
  const { target, compress, nginxBrotli, maxFiles, maxFileSize, emptyCategories, base, apiFiles, mediaBase } = config
  const site = {
    base: base.replace(/(?<!\/)\/*$/, '/'),
    site: config.site,
    languages: cache.manifest.translations ?? [],
    hasApi: apiFiles,
    isCompressed: compress,
    hasBrotli: nginxBrotli,
    mediaBase,
    addresses: needsAddresses(target) ? await addressesOf(await openedSite(), media) : NO_ADDRESSES,
  }
  if (compress) await compressSite(staging, hooks)
  for (const note of await writeHosts(staging, target, site)) hooks.onWarning?.(note)
  if (maxFiles > 0 || maxFileSize > 0 || target.length > 0)
    refuseTooLarge(await measure(staging.files), target, { maxFiles, maxFileSize, areListed: emptyCategories === 'listed' })
}

const NO_ADDRESSES = { titles: [], documents: new Map<string, string>(), pages: new Map<string, string>(), words: [], languages: [] }
