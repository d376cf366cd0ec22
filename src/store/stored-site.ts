import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isKeptPath } from '../cache/kept-files.ts'
import { ownMediaFile } from '../cache/media/stored-media.ts'
import { forget, makingFolder, namesIn } from '../disk/atomic.ts'
import { isInside } from '../disk/own-path.ts'
import { CacheError } from '../errors.ts'
import type { StoreClient } from './client.ts'
import { readListing } from './listing.ts'
import { readHeld, writeManifest } from './manifest.ts'
import { fetchFiles, type Pulled } from './pull.ts'
import type { Pushed } from './push.ts'
import { goneFrom, objectsIn, sendChanges, type SentFile } from './send.ts'
import { isAs } from './working-copy.ts'

/** The manifests of sites: a store has a site or a shard by the name of its folder. */
export const SITES = 'sites/'
export const SITE_KEY = /^sites\/[\w.-]{1,200}\.json$/

/** A site's own files, and those beside its folder. */
const SITE_PATH = /^site(?:\.(?:sha256|state|changes\.json|checked)$|(?:\.hosts|\.media)?\/)/
export const isSitePath = (path: string): boolean => SITE_PATH.test(path) && isInside(path)

/** A file of a site, and its digest. */
export interface SiteFile extends SentFile {
  sha256: string
}

/**
 * Sends what differs between a site and the one of that name in a store, or with `replace` all of it but the cache's media. The last of
 * several writers remains.
 */
export async function pushSite(
  store: StoreClient,
  { name, files, product, replace }: { name: string; files: readonly SiteFile[]; product: string; replace: boolean },
): Promise<Pushed> {
  const key = keyOf(store, name)
  const held = await readHeld(store, key)
  const had = await readListing(store, replace ? undefined : held, isSitePath)
  const changed = files.filter(({ path, sha256 }) => had.files.get(path)?.sha256 !== sha256)
  const gone = goneFrom(had, files)
  const figures = { files: files.length, changed: changed.length, gone: gone.length }
  if (held && changed.length + gone.length === 0) return { ...figures, objects: 0, generation: held.manifest.generation }
  // The media of a site are those of its cache.
  const cache = await readListing(store, await readHeld(store), isKeptPath)
  const { listing, objects } = await sendChanges(store, had, { all: files, changed, gone }, { known: objectsIn(cache), replace })
  const generation = randomUUID()
  await writeManifest(store, { product, generation, pushedAt: new Date().toISOString(), segments: listing.segments }, {}, key)
  return { ...figures, objects: objects + 1, generation }
}

/**
 * Fetches the site of that name into `out`, where none exists yet; what is beside it is replaced. Media that the cache has are copied from there.
 * Undefined if the store has none.
 */
export async function pullSite(
  store: StoreClient,
  { name, out, cache }: { name: string; out: string; cache: string },
): Promise<Pulled | undefined> {
  const held = await readHeld(store, keyOf(store, name))
  if (!held) return undefined
  const { files } = await readListing(store, held, isSitePath)
  const staged = `${out}.pulled`
  for (const name of await namesIn(staged)) if (!/^site(?:\.\w+)*$/.test(name)) throw inTheWay(join(staged, name))
  forget(staged)
  for (const [path, entry] of files) {
    const [, file = ''] = /^site(?:\.media)?\/(media\/.+)$/.exec(path) ?? []
    const own = file && isAs(cache, file, entry) ? ownMediaFile(cache, file) : undefined
    if (own) makingFolder(join(staged, path), () => copyFileSync(own, join(staged, path), constants.COPYFILE_FICLONE))
  }
  await fetchFiles(store, staged, files)
  // The folder comes last: without it, the next pull or build starts again.
  for (const name of (await namesIn(staged)).sort().reverse()) {
    const to = `${out}${name.slice('site'.length)}`
    forget(to)
    renameSync(join(staged, name), to)
  }
  forget(staged)
  return { files: files.size, fetched: files.size, gone: 0, isNewer: false }
}

function keyOf({ address: { url } }: StoreClient, name: string): string {
  const key = `${SITES}${name}.json`
  if (SITE_KEY.test(key)) return key
  const message = `${url} has sites by the name of their folder, and ${JSON.stringify(name)} is none that every store takes. Use letters, digits, dots, hyphens and underscores in the name that \`out\` gives.`
  throw new CacheError(message, { code: 'ERR_OPTION', option: 'out', url })
}

const inTheWay = (path: string): CacheError =>
  new CacheError(`${path} is in the way of the site that is pulled. Move it elsewhere. Nothing was changed.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
