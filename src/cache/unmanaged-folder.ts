import { homedir } from 'node:os'
import { join, parse, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { namesIn } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { MANIFEST_PATH, PENDING_FOLDER, RECORDS_PATH } from './layout.ts'
import { parseWhole } from './parse-stored.ts'
import { ENTRIES_PATH } from './report.ts'

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
