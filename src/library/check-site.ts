import { realpath } from 'node:fs/promises'
import { isIn, shardOf } from '../build/shards/shard.ts'
import { checkSite, type CheckResult, type Finding } from '../check/check.ts'
import { checkMemory, type CheckMemory } from '../check/check-memory.ts'
import { fileListOf, readFileList } from '../publish/file-list.ts'
import { mediaFolderOf } from '../publish/folders-beside.ts'
import { originsHere } from '../publish/loopback.ts'
import { damagedMarker, readMarker } from '../publish/marker.ts'
import type { Manifest } from '../cache/layout.ts'
import { readFinished } from '../cache/manifest.ts'
import { mediaFileOf } from '../cache/media/stored-media.ts'
import { isDamaged, verifyMedia } from '../cache/media/media-damage.ts'
import { CacheError, SystemError, UsageError } from '../errors.ts'
import { PRODUCT } from '../product.ts'

export interface SiteCheckHooks {
  /** Stops the work; its reason is thrown. */
  signal?: AbortSignal
  /** Called for each file of the site. */
  onProgress?: (progress: { done: number; known: number }) => void
}

export interface CheckedSite extends CheckResult {
  /** False if the cache folder has no finished crawl: its media were not checked. */
  hasCache: boolean
  /** False if there is no file list: changes since the build were not checked. */
  hasList: boolean
}

/** Checks a built site against itself, its file list and its cache. Throws a {@link UsageError} if there is no site. */
export async function checkBuiltSite(
  { cache, out, full, part }: { cache: string; out: string; full: boolean; part: string },
  hooks: SiteCheckHooks = {},
): Promise<CheckedSite> {
  const marker = await readMarker(out)
  if (!marker) throw noSite(out)
  if (marker.shard) throw onlyShard(out, marker.shard.part)
  const manifest = await finishedManifest(cache)
  const list = await readFileList(out)
  const { base, site, links, mediaBase } = marker
  const media = mediaBase ? { base: mediaBase, folder: mediaFolderOf(await realpath(out)) } : undefined
  const options = { base, site, links, media, loopback: manifest ? originsHere(manifest) : [], machinePaths: [`${out}.building`] }
  const built = typeof list === 'object' ? list.hashes : undefined
  const again = shardOf(part)
  const memory = checkMemory(out, [PRODUCT, options, built !== undefined], (name) => full || (again !== undefined && isIn(again, name)))
  const result = await checkSite(out, { ...options, ...(built && { built }), memory, ...hooks })
  if (list === 'unmanaged') result.findings.push(notItsList(fileListOf(out)))
  if (manifest) result.findings.push(...(await damagedIn(cache, memory, hooks.signal)))
  keep(memory)
  return { ...result, hasCache: !!manifest, hasList: list !== undefined }
}

/** If nothing can be written, the next check reads all files again. */
function keep(memory: CheckMemory): void {
  try {
    memory.save()
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
  }
}

/** The error for a folder without a built site. */
export const noSite = (out: string): UsageError =>
  new UsageError(
    damagedMarker(out) ?? `There is no site of Benchbook in ${out}. Build the site first, or name the right folder with \`out\`.`,
    { code: 'ERR_SITE_MISSING', option: 'out', path: out },
  )

const onlyShard = (out: string, part: string): UsageError =>
  new UsageError(`${out} is shard ${part} of a site, whose links lead to the others. Merge the shards, and check that site.`, {
    code: 'ERR_SHARD',
    option: 'out',
    path: out,
  })

const notItsList = (path: string): Finding => ({
  kind: 'changed file',
  what: `${path} is of another build, or it or the site's marker was changed: no file could be held against it`,
  pages: [path],
})

/** The manifest of the site's cache, if there is a finished one. */
async function finishedManifest(cache: string): Promise<Manifest | undefined> {
  try {
    return await readFinished(cache)
  } catch (error) {
    if (error instanceof CacheError && error.code !== 'ERR_CACHE_DAMAGED') return undefined
    throw error
  }
}

async function damagedIn(cache: string, memory: CheckMemory, signal: AbortSignal | undefined): Promise<Finding[]> {
  const look = (path: string) => memory.isDamaged(path, isDamaged)
  const { damaged } = await verifyMedia(cache, { look, ...(signal && { signal }) })
  return damaged.map((file) => ({ kind: 'damaged file', what: mediaFileOf(cache, file), pages: [mediaFileOf(cache, file)] }))
}
