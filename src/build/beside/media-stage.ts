import type { Config } from '../../config/options.ts'
import { mediaFolderOf } from '../../publish/media-folder.ts'
import { type MediaHooks, placeMedia } from '../../publish/media.ts'
import { makeManagedFolder } from '../../publish/managed-folder.ts'
import type { Staging } from '../../publish/staging.ts'

/** Where the media of a build are stored: in the site, or in the folder next to it. */
export const mediaRootOf = ({ mediaBase }: Pick<Config, 'mediaBase'>, { site, media }: Pick<Staging, 'site' | 'media'>): string =>
  mediaBase === '' ? site : media

/** Stores the media that pages reference; see {@link placeMedia}, also for the result. */
export async function placeAllMedia(config: Config, staging: Staging, files: ReadonlySet<string>, hooks: MediaHooks): Promise<string[]> {
  if (config.mediaBase !== '') await makeManagedFolder(staging.media)
  const before = config.mediaBase === '' ? staging.out : mediaFolderOf(staging.out)
  return placeMedia({ cache: config.cache, before, site: mediaRootOf(config, staging) }, files, { ...hooks, link: config.linkMedia })
}
