import { linkSync, lstatSync, renameSync, type Stats, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isMissing, temporaryOf } from '../disk/atomic.ts'
import { filesBelow } from '../disk/files-below.ts'
import { haveSameBytes } from '../disk/same-bytes.ts'
import { isSameTime } from '../disk/stamp.ts'
import { MARKER } from './marker.ts'
import { isMediaFile } from './media.ts'

/** The files in which a site differs from the previous one: sorted paths relative to the root. */
export interface SiteChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

export interface CarriedOver {
  changes: SiteChanges
  /** True if the two sites have the same files, so that nothing needs to be replaced. */
  isSame: boolean
  /** The files that both sites have, linked or equal. */
  kept: Set<string>
}

/** Files between two turns of the event loop. */
const TURN = 50

/**
 * Replaces files of the new site by hard links to equal files of the old one: they keep their times, so uploads and caches see no change.
 * Nothing else is written to either site. Media have their times from the cache (see {@link placeMedia}) and are only compared. Returns
 * the differences between the two, except for their markers: see {@link carryMarker}.
 */
export async function carryOver(before: string, site: string, signal?: AbortSignal): Promise<CarriedOver> {
  const old = new Set<string>()
  if (statIn(before, '')) for await (const file of filesBelow(before)) if (file !== MARKER) old.add(file)
  const changes: SiteChanges = { added: [], changed: [], removed: [] }
  const carried: CarriedOver = { changes, isSame: true, kept: new Set() }
  let count = 0
  for await (const file of filesBelow(site)) {
    if (++count % TURN === 0) await setImmediate()
    signal?.throwIfAborted()
    if (old.delete(file)) note(carried, file, carry(before, site, file))
    else note(carried, file, 'new')
  }
  changes.removed = Array.from(old)
  if (old.size > 0) carried.isSame = false
  for (const files of [changes.added, changes.changed, changes.removed]) files.sort()
  return carried
}

/** {@link carryOver} for the new site's marker, which depends on the other files and is written after them. */
export function carryMarker(before: string, site: string, carried: CarriedOver): void {
  note(carried, MARKER, statIn(before, MARKER) ? carry(before, site, MARKER) : 'new')
  for (const files of [carried.changes.added, carried.changes.changed]) files.sort()
}

function note(carried: CarriedOver, file: string, state: 'new' | ReturnType<typeof carry>): void {
  const { changes, kept } = carried
  if (state !== 'same') carried.isSame = false
  if (state === 'new') changes.added.push(file)
  else if (state === 'other') changes.changed.push(file)
  else kept.add(file)
}

/** How a file of the new site compares with the old one's: the same file, an equal one, or a different one. */
function carry(before: string, site: string, file: string): 'same' | 'copy' | 'other' {
  const [old, fresh] = [lstatSync(join(before, file), { throwIfNoEntry: false }), statIn(site, file)]
  if (!old?.isFile() || old.size !== fresh?.size) return 'other'
  if (old.ino === fresh.ino && old.dev === fresh.dev) return 'same'
  const isMedia = isMediaFile(file)
  if (isMedia && isSameTime(old.mtimeMs, fresh.mtimeMs)) return 'copy'
  if (!haveSameBytes(join(before, file), join(site, file))) return 'other'
  return !isMedia && takeOver(join(before, file), old, join(site, file)) ? 'same' : 'copy'
}

/** False if the file system has no hard links, or no more for this file: then it gets the same time instead. */
function takeOver(from: string, { atime, mtime }: Stats, to: string): boolean {
  const temporary = temporaryOf(to)
  try {
    linkSync(from, temporary)
  } catch {
    utimesSync(to, atime, mtime)
    return false
  }
  renameSync(temporary, to)
  return true
}

function statIn(folder: string, file: string): Stats | undefined {
  try {
    return statSync(join(folder, file), { throwIfNoEntry: false })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
