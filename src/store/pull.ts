import { hash } from 'node:crypto'
import { lstatSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { resumeFinish } from '../cache/finish.ts'
import { refuseLinks, refuseUnmanagedFolder } from '../cache/refused-folder.ts'
import { forgetStaged, forgetUnfinished, isKeptPath, keptFiles, LAST_FILE, markOf, stagingFolder } from '../cache/kept-files.ts'
import { lockCache } from '../cache/lock/lock.ts'
import { readFinished } from '../cache/manifest.ts'
import { forget, makingFolder, writePart } from '../disk/atomic.ts'
import { eachOf } from '../disk/each-of.ts'
import { refuseFullDisk } from '../disk/free-space.ts'
import { CacheError } from '../errors.ts'
import { AT_ONCE, MEDIA_AT_ONCE, type StoreClient } from './client.ts'
import { type Entry, readListing } from './listing.ts'
import { MANIFEST_KEY, readHeld } from './manifest.ts'
import { damaged, getBytes, getFile, objectName } from './objects.ts'
import { isAs, readBase, writeBase } from './working-copy.ts'

/** The result of a pull. */
export interface Pulled {
  /** Files of the cache in the store. */
  files: number
  /** Those that differed, and were fetched. */
  fetched: number
  /** Files that were removed from the folder. */
  gone: number
  /** True if the folder has a crawl that was not pushed yet: it was left unchanged. */
  isNewer: boolean
}

/** A pack has at most 8 MiB, plus one small file. */
const MAX_PACK_BYTES = 16 * 1024 * 1024
/** From this number of files on, a pull does not remove more than half of them by itself. */
const MANY = 20

/**
 * Updates a folder to the content of a store, once everything is fetched and verified. With `replace` it replaces any finished crawl there.
 * Undefined if nothing was pushed.
 */
export async function pullCache(
  store: StoreClient,
  { folder, replace, onNote }: { folder: string; replace: boolean; onNote: (sentence: string) => void },
): Promise<Pulled | undefined> {
  await refuseUnmanagedFolder(folder)
  refuseLinks(folder)
  const lock = await lockCache(folder, onNote)
  try {
    await resumeFinish(folder)
    const held = await readHeld(store)
    if (!held) return undefined
    const { generation } = held.manifest
    const { files } = await readListing(store, held, isKeptPath)
    if (!files.has(LAST_FILE)) throw damaged(store, MANIFEST_KEY, 'names no finished crawl')
    const { url } = store.address
    const mark = markOf(folder)
    const base = readBase(folder, url)
    if (!replace && mark !== undefined && mark !== files.get(LAST_FILE)?.sha256 && mark !== base?.mark) {
      if (base?.generation === generation) return { files: files.size, fetched: 0, gone: 0, isNewer: true }
      throw notOfStore(folder, url)
    }
    const wanted = new Map([...files].filter(([path, entry]) => !isAs(folder, path, entry)))
    const kept = await keptFiles(folder, onNote)
    const gone = kept.filter((path) => !files.has(path))
    if (!replace && kept.length >= MANY && gone.length > kept.length / 2) throw shrinks(folder, url, kept.length, gone.length)
    refuseInTheWay(folder, wanted.keys())
    if (wanted.size + gone.length > 0) {
      await fetchFiles(store, stagingFolder(folder), wanted)
      if (wanted.has(LAST_FILE)) await refuseUnreadable(store, stagingFolder(folder))
      place(folder, [...wanted.keys()], gone)
    }
    await forgetStaged(folder)
    if (base?.generation !== generation && mark !== files.get(LAST_FILE)?.sha256) forgetUnfinished(folder)
    writeBase(folder, url, generation)
    return { files: files.size, fetched: wanted.size, gone: gone.length, isNewer: false }
  } finally {
    await lock.release()
  }
}

/** Fetches files into a folder; files from an interrupted pull are not fetched again. */
export async function fetchFiles(store: StoreClient, folder: string, wanted: ReadonlyMap<string, Entry>): Promise<void> {
  const byPack = new Map<string, [string, Entry][]>()
  const alone: [string, Entry][] = []
  for (const file of wanted) {
    const [path, { pack }] = file
    if (isAs(folder, path, file[1])) continue
    if (pack === undefined) alone.push(file)
    else byPack.set(pack, [...(byPack.get(pack) ?? []), file])
  }
  const announced = [...alone, ...[...byPack.values()].flat()].reduce((bytes, [, { size }]) => bytes + size, 0)
  await refuseFullDisk(dirname(folder), announced)
  await eachOf(alone, MEDIA_AT_ONCE, async ([path, entry]) => getFile(store, entry, join(folder, path)))
  await eachOf(byPack, AT_ONCE, async ([pack, files]) => {
    const bytes = unpacked(store, pack, await getBytes(store, 'packs', pack, MAX_PACK_BYTES))
    for (const [path, { sha256, size, offset = 0 }] of files) {
      const content = bytes.subarray(offset, offset + size)
      if (hash('sha256', content) !== sha256) throw damaged(store, objectName('packs', pack), `does not hold ${path} as the index has it`)
      writePart(join(folder, path), content)
    }
  })
}

function unpacked(store: StoreClient, pack: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_PACK_BYTES })
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw damaged(store, objectName('packs', pack), 'is no pack of Benchbook')
    throw error
  }
}

/** Throws if what was fetched is not a readable crawl: it must not replace one. */
async function refuseUnreadable(store: StoreClient, staged: string): Promise<void> {
  await readFinished(staged).catch((error: unknown) => {
    throw error instanceof CacheError && error.code === 'ERR_CACHE_DAMAGED'
      ? damaged(store, MANIFEST_KEY, 'names a crawl whose manifest cannot be read')
      : error
  })
}

/** Throws if something other than a file blocks the target of a file, or something other than a folder that of a folder. */
function refuseInTheWay(folder: string, paths: Iterable<string>): void {
  for (const path of paths)
    for (const { index } of `${path}/`.matchAll(/\//g)) {
      const place = join(folder, path.slice(0, index))
      const there = lstatSync(place, { throwIfNoEntry: false })
      if (!there) break
      const isLast = index === path.length
      if (isLast ? there.isFile() : there.isDirectory()) continue
      const why = `the crawl that is pulled has a ${isLast ? 'file' : 'folder'} of that name, and this is none`
      const message = `${place} is in the way: ${why}. Move it elsewhere, and pull again. Nothing was changed.`
      throw new CacheError(message, { code: 'ERR_CACHE_FOREIGN', option: 'cache', path: place })
    }
}

/** Moves staged files into place. Meanwhile the folder has no manifest: an interruption leaves no mixture that counts as a crawl. */
function place(folder: string, paths: readonly string[], gone: readonly string[]): void {
  const staged = (path: string) => join(stagingFolder(folder), path)
  const move = (from: string, path: string) => makingFolder(join(folder, path), () => renameSync(from, join(folder, path)))
  const isNew = paths.includes(LAST_FILE)
  const kept = join(folder, `${LAST_FILE}.part`)
  forget(kept)
  if (markOf(folder) !== undefined) renameSync(join(folder, LAST_FILE), kept)
  for (const path of gone) if (path !== LAST_FILE) forget(join(folder, path))
  for (const path of paths) if (path !== LAST_FILE) move(staged(path), path)
  move(isNew ? staged(LAST_FILE) : kept, LAST_FILE)
  forget(kept)
}

const shrinks = (folder: string, url: string, kept: number, gone: number): CacheError =>
  new CacheError(
    `${url} lacks ${gone} of the ${kept} files in ${folder}, which a pull would remove. If that is right, pull with \`replace\`. Nothing was changed.`,
    { code: 'ERR_STORE_CHANGED', option: 'cache', path: folder, url },
  )

const notOfStore = (folder: string, url: string): CacheError =>
  new CacheError(
    `${folder} holds a finished crawl that ${url} does not have, and would lose it. Name another folder with \`cache\`, or pull with \`replace\`.`,
    { code: 'ERR_STORE_CHANGED', option: 'cache', path: folder, url },
  )
