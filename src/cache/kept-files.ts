import { hash } from 'node:crypto'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { forget, namesIn } from '../disk/atomic.ts'
import { entriesBelow, filesBelow } from '../disk/files-below.ts'
import { bytesNow, sizeNow } from '../disk/read.ts'
import { isNamespace } from '../model/ref.ts'
import { LIST_NAMES } from '../model/resources.ts'
import { MANIFEST_PATH, MEDIA_NAME, NOTES, PENDING_FOLDER, RECORDS_PATH, STAGING_FOLDER } from './layout.ts'
import { isKind } from './json-lines.ts'

const AT_TOP: ReadonlySet<string> = new Set([MANIFEST_PATH, RECORDS_PATH, ...NOTES])
/** Names that are not reported as unmanaged: other files of Benchbook, readme files and hidden files. */
const BESIDE = new RegExp(`^(?:${PENDING_FOLDER}|crawl\\.lock|store\\.json|records|lists|media|readme(?:\\.\\w+)?|\\..*|.*\\.part)$`)
const RECORD =
  /^records\/(?<kind>[a-z-]+)(?:(?:\/(?<namespace>[A-Z]+))?\/(?:[0-9a-f]{2}|\d{1,12})\/(?:[a-z0-9-]{0,120}[0-9a-f]{8}|\d{1,15}))?(?:\.[\w-]{1,100})?\.json$/
const LIST = /^lists\/(?<name>[\w-]+)\.ndjson$/
const MEDIUM = /^media\/(?<folder>[0-9a-f]{2})\/(?<name>[^/]+)$/

/** True for the path of a file in the layout of a finished crawl; false for anything else, including paths that lead out of the cache. */
export function isKeptPath(path: string): boolean {
  if (AT_TOP.has(path)) return true
  const { kind, namespace } = RECORD.exec(path)?.groups ?? {}
  if (kind !== undefined) return isKind(kind) && (namespace === undefined || isNamespace(namespace))
  const list = LIST.exec(path)?.groups?.name
  if (list !== undefined) return (LIST_NAMES as readonly string[]).includes(list)
  const { folder = '', name = '' } = MEDIUM.exec(path)?.groups ?? {}
  return folder !== '' && name.startsWith(folder) && MEDIA_NAME.test(name)
}

/** The files of a finished crawl, sorted by name. Foreign files in the folder are reported in one sentence. */
export async function keptFiles(folder: string, onNote: (sentence: string) => void = () => undefined): Promise<string[]> {
  const [paths, others]: [string[], string[]] = [[], []]
  // Anything but a regular file, such as a link, is not from a crawl.
  const add = (path: string, isFile: boolean) => (isFile && isKeptPath(path) ? paths : others).push(path)
  for (const place of ['records', 'lists', 'media']) for await (const { path, isFile } of entriesBelow(folder, place)) add(path, isFile)
  for (const name of await namesIn(folder)) add(name, sizeNow(join(folder, name)) !== undefined)
  const [first, ...more] = others.filter((path) => !BESIDE.test(path)).sort()
  if (first !== undefined)
    onNote(`No part of a crawl, and left alone: ${inspect(first)}${more.length > 0 ? ` and ${more.length} more` : ''} in ${folder}.`)
  return paths.sort((a, b) => (a < b ? -1 : 1))
}

export const isMediaPath = (path: string): boolean => path.startsWith('media/')

/** The start of the SHA-256 in a media file's name; undefined for any other file. */
export const digestInName = (path: string): string | undefined =>
  isMediaPath(path) ? MEDIA_NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.groups?.digest : undefined

/** The file that marks a crawl as finished: a copy of a cache writes it last. */
export const LAST_FILE = MANIFEST_PATH

/** The SHA-256 of the manifest, which identifies a finished crawl; undefined if there is none. */
export function markOf(folder: string): string | undefined {
  const manifest = bytesNow(join(folder, MANIFEST_PATH))
  return manifest && hash('sha256', manifest)
}

export const unfinishedFolder = (folder: string): string => join(folder, PENDING_FOLDER)

export const forgetUnfinished = (folder: string): void => forget(unfinishedFolder(folder))

export const stagingFolder = (folder: string): string => join(folder, STAGING_FOLDER)

/** Removes a pull's staged files. Files outside the layout are not Benchbook's, and stay. */
export async function forgetStaged(folder: string): Promise<void> {
  let isUnmanaged = false
  for await (const path of filesBelow(folder, STAGING_FOLDER)) {
    const isStaged = isKeptPath(path.slice(STAGING_FOLDER.length + 1).replace(/\.\d+-\d+\.part$/, ''))
    if (isStaged) forget(join(folder, path))
    isUnmanaged ||= !isStaged
  }
  if (!isUnmanaged) forget(stagingFolder(folder))
}
