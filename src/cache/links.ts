import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CacheError, explainReading } from '../errors.ts'
import { isNamespace } from '../model/ref.ts'
import { isMissing } from '../disk/atomic.ts'
import { PENDING_FOLDER, STAGING_FOLDER } from './layout.ts'

/** How deep the folders of a cache are nested: `records/wiki/CATEGORY/3f`, `media/3f`. */
const DEPTHS = { records: 2, lists: 0, media: 1 }

/**
 * Throws a {@link CacheError} if a folder of a cache is a symbolic link: a malicious one may point anywhere on this machine, and its target
 * would be read, published, written to or deleted. (A file that is a link counts as missing.)
 */
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
