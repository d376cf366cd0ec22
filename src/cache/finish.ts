import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ContentError } from '../errors.ts'
import { hashOf } from '../model/addresses/safe-name.ts'
import { forget, isMissing, makingFolder, namesIn } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { LISTS_PATH, listPath, MANIFEST_PATH, MEDIA_NAME, NOTES, PENDING_FOLDER, recordPath, RECORDS_PATH, SWEEP_PATH } from './layout.ts'
import { readLines } from '../disk/lines.ts'
import { HASH_LENGTH, HashSet } from '../disk/hash-set.ts'
import { filesBelow } from '../disk/files-below.ts'
import { flushFolders, foldersBelow } from '../disk/flush.ts'
import { forgetReplaced } from './media/media-writer.ts'
import { mergeFolder, moveOver } from '../disk/merge.ts'
import { type OnDamagedLine, readKeys } from './json-lines.ts'
import { LIST_NAMES, type ListName } from '../model/resources.ts'

/**
 * Replaces the previous crawl by one that has decided to finish (its manifest is in `pending/`). Every step is idempotent, so an
 * interrupted run is completed by calling this again. Returns false if there was nothing to do.
 */
export async function resumeFinish(folder: string): Promise<boolean> {
  const pending = join(folder, PENDING_FOLDER)
  if ((await readIfExists(join(pending, MANIFEST_PATH))) === undefined) return false
  // It is unknown what the interrupted run has moved.
  await finishPending(folder, await foldersBelow(folder))
  return true
}

/** {@link resumeFinish} if no step is done yet. `unsure`: further folders to flush, relative to the cache's. */
export async function finishPending(folder: string, unsure: Iterable<string> = []): Promise<void> {
  const pending = join(folder, PENDING_FOLDER)
  const changed = new Set(unsure)
  // The list of records moves after all records, so if it is gone, they are done.
  if ((await readIfExists(join(pending, RECORDS_PATH))) !== undefined) await replaceRecords(folder, pending, changed)
  await replaceLists(folder, pending)
  for (const path of NOTES) move(join(pending, path), join(folder, path))
  await forgetReplaced(folder)
  await mergeFolder(pending, folder, 'media', changed)
  await sweepMedia(folder)
  // Removed files may come back after a power loss; moved ones must not be lost.
  await flushFolders(
    folder,
    ['.', 'lists', ...changed].filter((place) => existsSync(join(folder, place))),
  )
  // Leftovers would be taken for the beginning of the next crawl if the run were interrupted after the manifest has moved.
  for (const name of await namesIn(pending)) if (name !== MANIFEST_PATH) await rm(join(pending, name), { recursive: true, force: true })
  move(join(pending, MANIFEST_PATH), join(folder, MANIFEST_PATH))
  await rm(pending, { recursive: true, force: true })
}

async function replaceRecords(folder: string, pending: string, changed: Set<string>): Promise<void> {
  const kept = new HashSet()
  for await (const path of recordPaths(pending, refuse)) kept.add(hashOf(path, HASH_LENGTH))
  const isKept = (path: string) => kept.has(hashOf(path, HASH_LENGTH))
  for await (const path of filesBelow(pending, 'records')) if (!isKept(path)) forget(join(pending, path))
  await mergeFolder(pending, folder, 'records', changed)
  for await (const path of recordPaths(folder)) if (!isKept(path)) forget(join(folder, path))
  move(join(pending, RECORDS_PATH), join(folder, RECORDS_PATH))
}

async function replaceLists(folder: string, pending: string): Promise<void> {
  const text = await readIfExists(join(pending, LISTS_PATH))
  if (text === undefined) return // another process is finishing the same crawl
  const kept = new Set(JSON.parse(text) as ListName[])
  for (const name of LIST_NAMES) {
    if (kept.has(name)) move(join(pending, listPath(name)), join(folder, listPath(name)))
    else forget(join(folder, listPath(name)))
  }
}

/** Matches only what `CacheWriter.sweep` writes: the cache and its list are untrusted. */
const SWEPT = /^media\/\w+\/[\w.-]+$/

async function sweepMedia(folder: string): Promise<void> {
  for await (const { text } of readLines(join(folder, PENDING_FOLDER, SWEEP_PATH)))
    if (SWEPT.test(text) && MEDIA_NAME.test(basename(text))) await rm(join(folder, text), { force: true })
}

async function* recordPaths(folder: string, onDamaged?: OnDamagedLine): AsyncGenerator<string> {
  for await (const key of readKeys(folder, onDamaged)) yield recordPath(key)
}

/** A record without a line would be removed. */
const refuse: OnDamagedLine = (path, line) => {
  throw new ContentError(`Line ${line} of ${join(PENDING_FOLDER, path)} in the cache is damaged. Remove that folder, and crawl again.`, {
    code: 'ERR_RECORD_UNREADABLE',
    path: join(PENDING_FOLDER, path),
  })
}

function move(from: string, to: string): void {
  try {
    makingFolder(to, () => moveOver(from, to))
  } catch (error) {
    if (!isMissing(error)) throw error // it was moved before the interruption, or has not changed since the previous crawl
  }
}
