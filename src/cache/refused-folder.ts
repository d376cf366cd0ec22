import { lstatSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, parse, resolve } from 'node:path'
import { isMissing, namesIn } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { CacheError, explainReading, UsageError } from '../errors.ts'
import { isNamespace } from '../model/ref.ts'
import { ENTRIES_PATH, MANIFEST_PATH, PENDING_FOLDER, RECORDS_PATH, STAGING_FOLDER } from './layout.ts'
import { parseWhole } from './parse-stored.ts'

/** How deep the folders of a cache are nested: `records/wiki/CATEGORY/3f`, `media/3f`. */
const DEPTHS = { records: 2, lists: 0, media: 1 }

/** Throws a {@link CacheError} if a folder of a cache is a link, which may lead anywhere on this machine. (A linked file counts as missing.) */
export function refuseLinks(folder: string): void {
  for (const place of [folder, join(folder, PENDING_FOLDER), join(folder, STAGING_FOLDER)]) {
    if (place !== folder) refuseLink(place)
    for (const [name, depth] of Object.entries(DEPTHS)) refuseLinkedFolders(join(place, name), depth)
  }
}

function refuseLinkedFolders(path: string, depth: number): void {
  refuseLink(path)
  if (depth === 0) return
  for (const entry of entriesIn(path)) {
    const inner = join(path, entry.name)
    if (entry.isSymbolicLink()) throw refusal(inner)
    // A kind of record has namespaces between it and its folders.
    if (entry.isDirectory()) refuseLinkedFolders(inner, isNamespace(entry.name) ? depth : depth - 1)
  }
}

function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw refusal(path)
}

function entriesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw explainReading(error, path)
  }
}

const refusal = (path: string): CacheError =>
  new CacheError(`${path} is a link, and Benchbook follows none in a cache. Move what it leads to into its place, or remove it.`, {
    code: 'ERR_CACHE_LINK',
    path,
  })

/** Files that only a crawl creates. */
const SIGNS: ReadonlySet<string> = new Set([PENDING_FOLDER, RECORDS_PATH, ENTRIES_PATH, 'crawl.lock'])
/** What else a cache folder may contain: its owner's notes, and leftovers of operating systems. */
const HARMLESS = /^(readme(\.\w+)?|\.git\w+|lost\+found|\.DS_Store|Thumbs\.db|desktop\.ini)$/i

/** Throws a {@link UsageError} if a crawl would write among unmanaged files. Call this before anything is written. */
export async function refuseUnmanagedFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  if (path === parse(path).root || path === resolve(homedir()))
    throw unmanagedFolder(path, `${path} is no folder for a cache: a crawl writes and deletes files there.`)
  const names = await namesIn(path)
  if (names.some((name) => SIGNS.has(name)) || (await isOurManifest(join(path, MANIFEST_PATH)))) return
  const unmanaged = names.find((name) => !HARMLESS.test(name))
  if (unmanaged !== undefined)
    throw unmanagedFolder(path, `${join(path, unmanaged)} was not made by a crawl, which wants a folder of its own.`)
}

const unmanagedFolder = (path: string, why: string): UsageError =>
  new UsageError(`${why} Name another one with \`cache\`.`, { code: 'ERR_CACHE_FOREIGN', option: 'cache', path })

async function isOurManifest(path: string): Promise<boolean> {
  const manifest = parseWhole((await readIfExists(path)) ?? '')
  return typeof manifest === 'object' && manifest !== null && 'format' in manifest && 'source' in manifest
}
