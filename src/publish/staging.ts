import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ifMissing } from '../disk/atomic.ts'
import { explainSystem, UsageError } from '../errors.ts'
import { refuseUnmanagedChanges } from './changes-file.ts'
import { fileListOf, refuseUnmanagedList } from './file-list.ts'
import { refuseUnmanagedState, stateFileOf } from './state-file.ts'
import { placeMediaFolder, refuseUnmanagedMedia } from './media-folder.ts'
import { placeHosts, refuseUnmanagedHosts } from './hosts/beside.ts'
import { damagedMarker, LITTER, MARKER, readMarker } from './marker.ts'
import { lockOut, namesInOwn } from './out-lock.ts'

/** The staging directory of a build, next to the site that it will replace: `dist.building/` for `dist/`. */
export interface Staging {
  out: string
  /** The site whose unchanged files are reused: the one in `out`, or the joined shards. */
  earlier: string
  folder: string
  /** The fresh folder of the new site. */
  site: string
  /** Where the old site is during the swap. */
  before: string
  /** The list of the new site's files, until it is put in place. */
  list: string
  /** The state of the new site, until it is put in place: see state-file.ts. */
  state: string
  /** The hosts' files next to the site, until they are put in place: see hosts/beside.ts. */
  hosts: string
  /** The media hosted elsewhere, until they are put in place (see media-folder.ts), and the previous ones. */
  media: string
  mediaBefore: string
}

const LIST = 'site.sha256'
const STATE = 'site.state'
const LATE_PAGES_MS = 50
const LATE_PAGES_TRIES = 3

/**
 * Prepares the folders for a build into `out`, and restores an old site that an interrupted build had moved aside. Throws a
 * {@link UsageError} if `out` contains anything that no build of Benchbook made.
 */
export async function prepareStaging(wanted: string): Promise<Staging> {
  const out = await realpath(wanted).catch(() => wanted)
  const folder = `${out}.building`
  const staging = {
    out,
    earlier: out,
    folder,
    site: join(folder, 'site'),
    before: join(folder, 'before'),
    list: join(folder, LIST),
    state: join(folder, STATE),
    hosts: join(folder, 'hosts'),
    media: join(folder, 'media'),
    mediaBefore: join(folder, 'media-before'),
  }
  try {
    await clearStaging(staging)
    await refuseUnmanagedOut(out)
    await refuseUnmanagedList(out)
    await refuseUnmanagedChanges(out)
    await refuseUnmanagedState(out)
    await refuseUnmanagedHosts(out)
    await refuseUnmanagedMedia(out)
    await mkdir(dirname(out), { recursive: true })
    await mkdir(folder)
    // The marker first, so that the next build recognizes the folder if this one is killed here.
    await writeFile(join(folder, MARKER), '{}\n')
    await mkdir(staging.site)
    return staging
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/** {@link prepareStaging} for one build at a time, until `release` is called. Throws a {@link UsageError} if another one is running. */
export async function takeStaging(wanted: string): Promise<Staging & { release: () => Promise<void> }> {
  const out = await realpath(wanted).catch(() => wanted)
  const release = await lockOut(out)
  try {
    return { ...(await prepareStaging(out)), release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Replaces the old site with the new one, and only then deletes it; the list, which the marker refers to, follows. */
export async function putInPlace(staging: Staging): Promise<void> {
  const { out, folder, site, before } = staging
  try {
    await rename(out, before).catch(ifMissing)
    await rename(site, out)
    await placeList(staging)
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/** Moves the list of files, the state, the hosts' files and the media next to the site, if they were made. */
export async function placeList({ out, list, state, hosts, media, mediaBefore }: Staging): Promise<void> {
  await placeMediaFolder(media, out, mediaBefore)
  await placeHosts(hosts, out)
  await rename(list, fileListOf(out)).catch(ifMissing)
  await rename(state, stateFileOf(out)).catch(ifMissing)
}

/** Removes the leftovers of a build that did not finish. */
export async function clearStaging(staging: Staging): Promise<void> {
  const { out, folder, before } = staging
  const names = await namesInOwn(folder, MARKER)
  if (!names) return
  if (names.includes('before') && !(await stat(out).catch(ifMissing))) await rename(before, out)
  // The build was killed while exchanging the media.
  if (names.includes('media-before')) await placeMediaFolder(staging.media, out, staging.mediaBefore)
  if ((names.includes(LIST) || names.includes(STATE)) && !names.includes('site')) await placeList(staging)
  // The marker is deleted last, since this may be interrupted too.
  for (const name of names.filter((name) => name !== MARKER)) await remove(join(folder, name))
  await remove(folder)
}

/** {@link clearStaging} after a failure, when pages may still be written for a moment. */
export async function abandonStaging(staging: Staging): Promise<void> {
  await clearStaging(staging)
  for (let tries = 0; tries < LATE_PAGES_TRIES; tries++) {
    await sleep(LATE_PAGES_MS)
    await remove(staging.folder)
  }
}

/** Pages in progress when a build failed may still be written into folders that are being removed. */
const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

async function refuseUnmanagedOut(out: string): Promise<void> {
  const there = await stat(out).catch(ifMissing)
  if (!there) return
  if (!there.isDirectory()) throw unmanagedAt(out, `${out} is a file, and the site needs a folder. Name another one with \`out\`.`)
  const names = await readdir(out)
  if (names.length === 0) return
  const marker = await readMarker(out)
  if (!marker)
    throw unmanagedAt(
      out,
      damagedMarker(out) ??
        `${out} holds files that Benchbook did not make, and a build replaces the whole folder. Name another folder with \`out\`.`,
    )
  const unmanaged = names.find((name) => name !== MARKER && !marker.names.includes(name) && !LITTER.has(name))
  if (unmanaged !== undefined)
    throw unmanagedAt(
      join(out, unmanaged),
      `${join(out, unmanaged)} was not made by Benchbook, and a build replaces the whole folder. Move it away, or name another folder with \`out\`.`,
    )
}

const unmanagedAt = (path: string, message: string): UsageError => new UsageError(message, { code: 'ERR_OUT_FOREIGN', option: 'out', path })
