import { placeApi } from '../../publish/api.ts'
import { originsHere } from '../../publish/loopback.ts'
import type { MediaHooks } from '../../publish/media.ts'
import type { Staging } from '../../publish/staging.ts'
import type { CacheReader } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { apiFiles } from '../../replica/files/files.ts'
import { reportUnreadable } from '../../views/catalog/unreadable.ts'
import { isApp } from '../../views/site/app.ts'
import { site as openedSite } from '../../views/site/site.ts'
import { placeApp } from '../app/place-app.ts'
import { type HostHooks, readyForHosts } from '../hosts/host-stage.ts'
import type { MadePages } from '../made-pages.ts'
import { mediaRootOf, placeAllMedia } from './media-stage.ts'
import { drawSocialPictures, type SocialHooks, socialPictures } from './social-stage.ts'
import type { PreviousSite } from '../state/previous-site.ts'
import { timed } from '../timed.ts'

export interface BesideStage {
  config: Config
  cache: CacheReader
  staging: Staging
  made: MadePages
  previous: PreviousSite | undefined
}

export type BesideHooks = Omit<MediaHooks & SocialHooks & HostHooks, 'onProgress'> & {
  onProgress?: (progress: { stage: 'api' | 'media' | 'social' | 'hosts'; done: number; known?: number }) => void
}

/** The result of what is made in addition to the pages. */
export interface Beside {
  /** Media files of the cache that have changed since they were stored. */
  damaged: string[]
  stagesMs: Record<'api' | 'media' | 'social' | 'hosts', number>
}

/** Makes the parts of a site that follow its pages and its search. */
export async function writeExtras({ config, cache, staging, made, previous }: BesideStage, hooks: BesideHooks): Promise<Beside> {
  const { media } = made
  const api = config.apiFiles ? await timed(() => placeApi(staging.site, answersOf(cache, config), media, hooks)) : 0
  let damaged: string[] = []
  const placing = await timed(async () => (damaged = await placeAllMedia(config, staging, media, hooks)))
  const opened = await openedSite()
  const mediaRoot = mediaRootOf(config, staging)
  const draw = async () => drawSocialPictures(await socialPictures(opened, undefined, hooks.signal), staging, mediaRoot, hooks)
  const social = config.socialPictures ? await timed(draw) : 0
  if (isApp(opened)) await placeApp(staging.site, config, opened, { previous, made, mediaRoot, signal: hooks.signal })
  const hosts = await timed(() => readyForHosts(config, cache, staging, media, hooks))
  return { damaged, stagesMs: { api, media: placing, social, hosts } }
}

/** The API's answers, with addresses that are valid at the site's final place: `--site` below `--base`, or any host below `--base`. */
const answersOf = (cache: CacheReader, { site, base, mediaBase }: Config) =>
  apiFiles(cache, {
    root: `${site && new URL(site).origin}${base.replace(/(?<!\/)\/*$/, '/')}`,
    ...(mediaBase !== '' && { mediaRoot: mediaBase }),
    hidden: originsHere(cache.manifest),
    onFault: (id, reason) => reportUnreadable({ kind: 'api', id, reason }),
  })
