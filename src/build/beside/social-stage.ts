import { readFileList } from '../../publish/file-list.ts'
import type { Staging } from '../../publish/staging.ts'
import { placeSocial } from '../../social/place-social.ts'
import { socialFile, type SocialPicture } from '../../social/social-name.ts'
import { socialPictureOf } from '../../views/guide/social.ts'
import type { Site } from '../../views/site/site.ts'
import { isIn, type Shard } from '../shards/shard.ts'

export interface SocialHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'social'; done: number; known: number }) => void
}

/** The pictures that guide pages reference for social networks; for a shard only its part. */
export async function socialPictures(source: Site, shard?: Shard, signal?: AbortSignal): Promise<SocialPicture[]> {
  const wanted: SocialPicture[] = []
  for (const lang of source.languages) {
    const inLanguage = await source.in(lang)
    for (const guideid of inLanguage.catalog.guides.keys()) {
      signal?.throwIfAborted()
      const picture = await socialPictureOf(inLanguage, guideid)
      if (picture && isIn(shard, socialFile(picture))) wanted.push(picture)
    }
  }
  return wanted
}

/** Draws them from the media already in a folder; reuses those of the previous site. */
export async function drawSocialPictures(
  wanted: readonly SocialPicture[],
  { earlier, site }: Pick<Staging, 'earlier' | 'site'>,
  media: string,
  hooks: SocialHooks,
): Promise<void> {
  const list = await readFileList(earlier)
  const hashes = typeof list === 'object' ? list.hashes : new Map<string, string>()
  const onDone = (done: number, known: number): void => hooks.onProgress?.({ stage: 'social', done, known })
  await placeSocial({ before: earlier, hashes, site, media }, wanted, { ...(hooks.signal && { signal: hooks.signal }), onDone })
}
