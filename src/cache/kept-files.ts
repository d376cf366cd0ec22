import { hash } from 'node:crypto'
import { join } from 'node:path'
import { forget, namesIn } from '../disk/atomic.ts'
import { filesBelow } from '../disk/files-below.ts'
import { bytesNow } from '../disk/read.ts'
import { MANIFEST_PATH, MEDIA_NAME, PENDING_FOLDER } from './layout.ts'

/** What a crawl leaves and a reader needs: nothing of an unfinished crawl, no lock, no file of the folder's owner. */
const KEPT = /^(?:(?:records|lists|media)(?:\/[^/\\:\0]{1,255}){1,5}|(?!store\.json$)[a-z][\w-]{0,60}\.(?:json|ndjson|txt|md))$/
const HIDDEN = /(?:^|\/)\.|^readme\.\w+$|\.part$/i

/** True for the path of a file that belongs to a finished crawl; false for one that would lead out of the cache. */
export const isKeptPath = (path: string): boolean => KEPT.test(path) && !HIDDEN.test(path)

/** The files of a finished crawl, in the order of their names. */
export async function keptFiles(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const place of ['records', 'lists', 'media']) for await (const path of filesBelow(folder, place)) paths.push(path)
  paths.push(...(await namesIn(folder)))
  return paths.filter(isKeptPath).sort((a, b) => (a < b ? -1 : 1))
}

/** True for a picture, video or document. */
export const isMediaPath = (path: string): boolean => path.startsWith('media/')

/** The start of the SHA-256 of a media file, which its name has; undefined for any other file. */
export const digestInName = (path: string): string | undefined =>
  isMediaPath(path) ? MEDIA_NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.groups?.digest : undefined

/** The file by which a finished crawl is known: a copy of a cache writes it last. */
export const LAST_FILE = MANIFEST_PATH

/** The SHA-256 of the manifest, which tells a finished crawl from any other; undefined where there is none. */
export function markOf(folder: string): string | undefined {
  const manifest = bytesNow(join(folder, MANIFEST_PATH))
  return manifest && hash('sha256', manifest)
}

/** Removes what belongs to an unfinished crawl. */
export const forgetUnfinished = (folder: string): void => forget(join(folder, PENDING_FOLDER))
