import { existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, type Stats, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { makingFolder } from '../disk/atomic.ts'
import { linkOrCopy } from '../disk/copy.ts'
import { filesBelow } from '../disk/files-below.ts'
import { haveSameBytes } from '../disk/same-bytes.ts'
import { isSameTime } from '../disk/stamp.ts'
import { MARKER } from './marker.ts'
import { isMediaFile } from './media.ts'

/** The files of a folder. */
export interface SiteFiles {
  /** Where a file is, or is to be written. */
  at: (file: string) => string
  /** The paths of all files, or of those in a folder, relative to the root. */
  below: (folder?: string) => AsyncIterable<string>
}

/** The files of a finished folder. */
export const filesIn = (root: string): SiteFiles => ({ at: (file) => join(root, file), below: (folder) => filesBelow(root, folder) })

export type Overlay = ReturnType<typeof overlay>

/** A new version of the folder `target`: the new files in `fresh`, and files of the current version that are kept. */
export function overlay(target: string, fresh: string) {
  const kept = new Set<string>()
  async function* below(folder = ''): AsyncGenerator<string> {
    for await (const file of filesBelow(fresh, folder)) if (!kept.has(file)) yield file
    for (const file of kept) if (folder === '' || file.startsWith(`${folder}/`)) yield file
  }
  return { target, fresh, kept, at: (file: string): string => join(kept.has(file) ? target : fresh, file), below }
}

/** The files in which a site differs from the previous one: sorted paths relative to the root. */
export interface SiteChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

export interface Difference {
  changes: SiteChanges
  moved: string[]
  /** The files that both versions have. */
  equal: Set<string>
}

/** Files between two turns of the event loop. */
const TURN = 50

/**
 * Compares the two versions of a folder, except for their markers: see {@link compareMarkers}. New files that equal the current ones are
 * dropped, so that uploads and caches see no change. Media have their times from the cache (see {@link placeMedia}): equal ones with
 * another time are moved, and are no change.
 */
export async function compareVersions(overlay: Overlay, signal?: AbortSignal): Promise<Difference> {
  const { target, fresh, kept } = overlay
  const old = new Set<string>()
  if (existsSync(target)) for await (const file of filesBelow(target)) if (file !== MARKER) old.add(file)
  const difference: Difference = { changes: { added: [], changed: [], removed: [] }, moved: [], equal: new Set(kept) }
  let count = 0
  if (existsSync(fresh))
    for await (const file of filesBelow(fresh)) {
      if (file === MARKER) continue
      if (++count % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      note(difference, overlay, file, old.has(file))
    }
  for (const file of difference.equal) old.delete(file)
  for (const file of difference.moved) old.delete(file)
  difference.changes.removed = Array.from(old).sort()
  sortNew(difference)
  return difference
}

/** {@link compareVersions} for the new marker, which depends on the other files and is written after them. */
export function compareMarkers(difference: Difference, overlay: Overlay): void {
  note(difference, overlay, MARKER, existsSync(join(overlay.target, MARKER)))
  sortNew(difference)
}

function sortNew({ changes: { added, changed } }: Difference): void {
  added.sort()
  changed.sort()
}

function note({ changes, moved, equal }: Difference, { target, fresh, kept }: Overlay, file: string, isOld: boolean): void {
  const likeness = isOld ? likenessOf(join(target, file), join(fresh, file), isMediaFile(file)) : 'new'
  if (likeness === 'same') kept.add(file)
  else kept.delete(file)
  if (likeness === 'same' || likeness === 'equal') equal.add(file)
  else equal.delete(file)
  if (likeness !== 'same') moved.push(file)
  if (likeness === 'new') changes.added.push(file)
  if (likeness === 'other') changes.changed.push(file)
}

function likenessOf(path: string, fresh: string, isMedia: boolean): 'same' | 'equal' | 'other' {
  const [old, now] = [lstatSync(path, { throwIfNoEntry: false }), statSync(fresh)]
  if (!old?.isFile() || old.size !== now.size) return 'other'
  if (isMedia && isSameTime(old.mtimeMs, now.mtimeMs)) return isSameFile(old, now) ? 'same' : 'equal'
  if (!haveSameBytes(path, fresh)) return 'other'
  return isMedia ? 'equal' : 'same'
}

/**
 * Makes the new version of a folder in `place`, which may hold an earlier version: files that it shares with the current one, by hard
 * links, stay, and others are removed or replaced. `moved` are the files in `fresh` that differ from the current ones.
 */
export async function assemble({ target, fresh, kept }: Overlay, moved: readonly string[], place: string, signal?: AbortSignal) {
  if (kept.size === 0 && !existsSync(place)) return renameSync(fresh, place)
  const missing = new Set(kept)
  mkdirSync(place, { recursive: true })
  for await (const file of filesBelow(place))
    if (!missing.has(file) || !isSameFile(lstatSync(join(place, file)), lstatSync(join(target, file)))) remove(place, file)
    else missing.delete(file)
  let count = 0
  for (const file of missing) {
    if (++count % TURN === 0) await setImmediate()
    signal?.throwIfAborted()
    put(join(place, file), (to) => linkOrCopy(join(target, file), to))
  }
  for (const file of moved) put(join(place, file), (to) => renameSync(join(fresh, file), to))
}

/** Creates a file; empty folders of its name are removed. */
function put(path: string, create: (path: string) => void): void {
  makingFolder(path, () => {
    try {
      create(path)
    } catch (error) {
      if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
      rmSync(path, { recursive: true })
      create(path)
    }
  })
}

/** Times and lengths as well: Windows has numbers of files that JavaScript rounds. */
const isSameFile = (a: Stats, b: Stats) => a.ino === b.ino && a.dev === b.dev && a.mtimeMs === b.mtimeMs && a.size === b.size && a.isFile()

/** Removes a file, and the folders that become empty. */
function remove(root: string, file: string): void {
  unlinkSync(join(root, file))
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder))
    } catch {
      return // not empty
    }
  }
}
