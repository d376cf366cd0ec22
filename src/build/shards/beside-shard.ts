import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compressSite } from '../../publish/compress/compress-site.ts'
import { placeMedia } from '../../publish/media.ts'
import { site as openedSite } from '../../views/site/site.ts'
import type { Beside, BesideHooks, BesideStage } from '../beside/beside-pages.ts'
import { drawSocialPictures, socialPictures } from '../beside/social-stage.ts'
import { timed } from '../timed.ts'
import type { Shard } from './shard.ts'

/**
 * Makes the expensive files of a shard in addition to its pages: its pictures for social networks, and compressed copies. The merge, whose
 * cache has the media, makes the rest.
 */
export async function writeExtrasOfShard(
  { config, staging }: Pick<BesideStage, 'config' | 'staging'>,
  shard: Shard,
  hooks: BesideHooks,
): Promise<Beside> {
  const social = config.socialPictures ? await timed(() => drawPart(config.cache, staging, shard, hooks)) : 0
  const hosts = config.compress ? await timed(() => compressSite(staging, hooks)) : 0
  return { damaged: [], stagesMs: { api: 0, media: 0, social, hosts } }
}

/** The media to draw are stored next to the shard, and removed with its staging directory. */
async function drawPart(cache: string, staging: BesideStage['staging'], shard: Shard, hooks: BesideHooks): Promise<void> {
  const wanted = await socialPictures(await openedSite(), shard, hooks.signal)
  const drawn = join(staging.folder, 'drawn')
  await mkdir(drawn)
  await placeMedia({ cache, before: staging.earlier, site: drawn }, new Set(wanted.map(({ picture }) => picture)), {
    link: true,
    ...(hooks.signal && { signal: hooks.signal }),
  })
  await drawSocialPictures(wanted, staging, drawn, hooks)
}
