import { readFileList } from '../publish/file-list.ts'
import type { Staging } from '../publish/staging.ts'
import { placeSocial } from '../social/place-social.ts'
import type { SocialPicture } from '../social/social-name.ts'
import { socialPictureOf } from '../views/guide/social.ts'
import { mediaRootOf } from './media-stage.ts'
import type { Site } from '../views/site/site.ts'

export interface SocialHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'social'; done: number; known: number }) => void
}

/** Draws the pictures that pages of guides name for social networks; those of the previous site are taken from there. Must come when the media are in place. */
export async function drawSocialPictures(source: Site, place: Staging, hooks: SocialHooks): Promise<void> {
  const { out, site } = place
  const wanted: SocialPicture[] = []
  for (const lang of source.languages) {
    const inLanguage = await source.in(lang)
    for (const guideid of inLanguage.catalog.guides.keys()) {
      hooks.signal?.throwIfAborted()
      const picture = await socialPictureOf(inLanguage, guideid)
      if (picture) wanted.push(picture)
    }
  }
  const list = await readFileList(out)
  const hashes = typeof list === 'object' ? list.hashes : new Map<string, string>()
  const onDone = (done: number, known: number): void => hooks.onProgress?.({ stage: 'social', done, known })
  await placeSocial({ before: out, hashes, site, media: mediaRootOf(source.config, place) }, wanted, {
    ...(hooks.signal && { signal: hooks.signal }),
    onDone,
  })
}
