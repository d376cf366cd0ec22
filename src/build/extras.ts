import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brandTokens } from '../brand/brand.ts'
import { makeIcons } from '../brand/icons.ts'
import type { CacheReader } from '../cache/reader.ts'
import { writeAtomically } from '../disk/atomic.ts'
import type { Config } from '../config/options.ts'
import { placeApi } from '../publish/api.ts'
import { compressSite } from '../publish/compress/compress-site.ts'
import { readFileList } from '../publish/file-list.ts'
import { measure, refuseTooLarge } from '../publish/hosts/limits.ts'
import { needsAddresses, writeHosts } from '../publish/hosts/hosts.ts'
import { originsHere } from '../publish/loopback.ts'
import { makeManagedFolder } from '../publish/folders-beside.ts'
import { type MediaHooks, placeMedia } from '../publish/media.ts'
import { reuse, type Staging } from '../publish/staging.ts'
import { apiFiles } from '../replica/files/files.ts'
import { placeSocial } from '../social/place-social.ts'
import { socialFile, type SocialPicture } from '../social/social-name.ts'
import { reportUnreadable } from '../views/catalog/unreadable.ts'
import { socialPictureOf } from '../views/guide/social.ts'
import { isApp } from '../views/site/app.ts'
import { type Site, site as openedSite } from '../views/site/site.ts'
import { listedPages, writeLists } from './app/app-lists.ts'
import { writeShell } from './app/worker-file.ts'
import { addressesOf } from './hosts/service-addresses.ts'
import type { MadePages } from './made-pages.ts'
import { isIn, type Shard } from './shards/shard.ts'
import type { PreviousSite } from './state/previous-site.ts'
import type { StageClock } from './stage-clock.ts'

export interface ExtrasStage {
  config: Config
  cache: CacheReader
  staging: Staging
  made: MadePages
  previous: PreviousSite | undefined
  clock: StageClock
  /** Resolves once the search is made. */
  searched: Promise<void>
}

export type ExtrasHooks = Omit<MediaHooks, 'onProgress'> & {
  onWarning?: ((warning: string) => void) | undefined
  onProgress?: (progress: { stage: 'api' | 'media' | 'social' | 'hosts'; done: number; known?: number }) => void
}

/**
 * Makes the parts of a site that follow its pages, and those that follow its search. Returns the media files of the cache that have changed
 * since they were stored.
 */
export async function writeExtras(
  { config, cache, staging, made, previous, clock, searched }: ExtrasStage,
  hooks: ExtrasHooks,
): Promise<string[]> {
  const { media } = made
  if (config.apiFiles) await placeApi(staging.site, answersOf(cache, config), media, hooks)
  clock.end('api')
  const ofPages = new Set(media)
  const damaged = await placeAllMedia(config, staging, ofPages, hooks)
  clock.end('media')
  const opened = await openedSite()
  const mediaAt = config.mediaBase === '' ? staging.files.at : staging.mediaFiles.at
  if (config.socialPictures) await drawSocialPictures(await socialPictures(opened, undefined, hooks.signal), staging, mediaAt, hooks)
  clock.end('social')
  const listed = isApp(opened) && (await listedPages(staging.files, opened, { previous, made, mediaAt, signal: hooks.signal }))
  clock.end('app')
  await searched
  clock.end('search')
  const ofResults = [...media].filter((file) => !ofPages.has(file))
  damaged.push(...(await placeAllMedia(config, staging, new Set(ofResults), hooks)))
  clock.end('media')
  if (listed) {
    // An existing file may come from a read-only installation; it is replaced, not written to.
    for (const [file, png] of (await makeIcons(config.logo, await brandTokens(config))) ?? []) writeAtomically(staging.files.at(file), png)
    const lists = await writeLists(staging.files, opened, listed)
    await writeShell(staging.files, { languages: opened.languages.slice(1), lists, mediaBase: config.mediaBase })
  }
  clock.end('app')
  await readyForHosts(config, cache, staging, media, hooks)
  clock.end('hosts')
  return damaged.sort()
}

/** Makes the expensive ones for a shard: its pictures for social networks, and compressed copies. The merge makes the rest. */
export async function writeExtrasOfShard(
  { config, staging, clock, searched }: ExtrasStage,
  shard: Shard,
  hooks: ExtrasHooks,
): Promise<string[]> {
  await searched
  clock.end('search')
  if (config.socialPictures) await drawPart(config.cache, staging, shard, hooks)
  clock.end('social')
  if (config.compress) await compressSite(staging, hooks)
  clock.end('hosts')
  return []
}

/** The API's answers, with addresses that are valid at the site's final place: `--site` below `--base`, or any host below `--base`. */
const answersOf = (cache: CacheReader, { site, base, mediaBase }: Config) =>
  apiFiles(cache, {
    root: `${site && new URL(site).origin}${base.replace(/(?<!\/)\/*$/, '/')}`,
    ...(mediaBase !== '' && { mediaRoot: mediaBase }),
    hidden: originsHere(cache.manifest),
    onFault: (id, reason) => reportUnreadable({ kind: 'api', id, reason }),
  })

/** Stores the media that pages reference, in the site or in the folder next to it; see {@link placeMedia}, also for the result. */
async function placeAllMedia(config: Config, staging: Staging, files: ReadonlySet<string>, hooks: ExtrasHooks): Promise<string[]> {
  if (config.mediaBase !== '') await makeManagedFolder(staging.media)
  const { target, fresh, kept } = config.mediaBase === '' ? staging.files : staging.mediaFiles
  const places = { cache: config.cache, before: target, site: fresh, onKept: (file: string) => kept.add(file) }
  return placeMedia(places, files, { ...hooks, link: config.linkMedia })
}

/** The media that the pictures of a shard are drawn from are removed with its staging directory. */
async function drawPart(cache: string, staging: Staging, shard: Shard, hooks: ExtrasHooks): Promise<void> {
  const wanted = await socialPictures(await openedSite(), shard, hooks.signal)
  const drawn = join(staging.folder, 'drawn')
  await mkdir(drawn)
  await placeMedia({ cache, before: staging.earlier, site: drawn }, new Set(wanted.map(({ picture }) => picture)), {
    link: true,
    ...(hooks.signal && { signal: hooks.signal }),
  })
  await drawSocialPictures(wanted, staging, (file) => join(drawn, file), hooks)
}

/** The pictures that guide pages reference for social networks; for a shard only its part. */
async function socialPictures(source: Site, shard?: Shard, signal?: AbortSignal): Promise<SocialPicture[]> {
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
async function drawSocialPictures(
  wanted: readonly SocialPicture[],
  staging: Staging,
  mediaAt: (file: string) => string,
  hooks: ExtrasHooks,
): Promise<void> {
  const { earlier, site } = staging
  const list = await readFileList(earlier)
  const hashes = typeof list === 'object' ? list.hashes : new Map<string, string>()
  const onDone = (done: number, known: number): void => hooks.onProgress?.({ stage: 'social', done, known })
  await placeSocial({ before: earlier, hashes, site, mediaAt, reuse: (file) => reuse(staging, file) }, wanted, {
    ...(hooks.signal && { signal: hooks.signal }),
    onDone,
  })
}

/**
 * Prepares a site for its hosts: writes their configuration and compressed copies. `media` are the files that its pages reference. Throws a
 * ContentError if the site exceeds a host's limits.
 */
async function readyForHosts(
  config: Config,
  cache: CacheReader,
  staging: Staging,
  media: ReadonlySet<string>,
  hooks: ExtrasHooks,
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
