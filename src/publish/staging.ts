import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ifMissing } from '../disk/atomic.ts'
import { linkOrCopy } from '../disk/copy.ts'
import { explainSystem } from '../errors.ts'
import { refuseUnmanagedChanges } from './changes-file.ts'
import { fileListOf, refuseUnmanagedList } from './file-list.ts'
import { refuseUnmanagedState, stateFileOf } from './state-file.ts'
import { mediaFolderOf, placeHosts, placeMediaFolder, previousFolderOf, refuseUnmanagedFolders } from './folders-beside.ts'
import { damagedMarker, LITTER, type Marker, MARKER, readMarker } from './marker.ts'
import { foreignOut, lockOut, namesInOwn } from './out-lock.ts'
import { assemble, overlay } from './overlay.ts'

const LIST = 'site.sha256'
const STATE = 'site.state'
const LATE_PAGES_MS = 50
const LATE_PAGES_TRIES = 3

/** The staging directory of a build, next to the site that it will replace: `dist.building/` for `dist/`. */
export type Staging = ReturnType<typeof stagingOf>

function stagingOf(out: string) {
  const folder = `${out}.building`
  const [site, media] = [join(folder, 'site'), join(folder, 'media')]
  return {
    out,
    /** The site whose unchanged files are reused: the one in `out`, or the joined shards. */
    earlier: out,
    folder,
    /** The folder of the new site's files, except those that are kept. */
    site,
    /** Where the new site is assembled, and where the old one is during the swap. */
    next: join(folder, 'next'),
    before: join(folder, 'before'),
    files: overlay(out, site),
    // Until they are put in place: the list of the new site's files, its state (see state-file.ts), and the folders beside it.
    list: join(folder, LIST),
    state: join(folder, STATE),
    hosts: join(folder, 'hosts'),
    media,
    mediaFiles: overlay(mediaFolderOf(out), media),
    mediaNext: join(folder, 'media-next'),
    mediaBefore: join(folder, 'media-before'),
  }
}

/** Reuses an unchanged file of the previous site, as `file` of the new one. False if the new one has another such file. */
export function reuse({ earlier, out, site, files }: Staging, from: string, file = from) {
  const to = join(site, file)
  if (existsSync(to)) return false
  if (earlier === out) {
    files.kept.add(from)
    return true
  }
  mkdirSync(dirname(to), { recursive: true })
  linkOrCopy(join(earlier, from), to)
  return true
}

/**
 * Prepares the folders for a build into `out`, and restores an old site that an interrupted build had moved aside. Throws a
 * {@link UsageError} if `out` contains anything that no build of Benchbook made.
 */
export async function prepareStaging(wanted: string): Promise<Staging> {
  const out = await realpath(wanted).catch(() => wanted)
  const staging = stagingOf(out)
  try {
    await clearStaging(staging)
    await refuseUnmanagedOut(out)
    await refuseUnmanagedBeside(out)
    await mkdir(dirname(out), { recursive: true })
    await mkdir(staging.folder)
    // The marker first, so that the next build recognizes the folder if this one is killed here.
    await writeFile(join(staging.folder, MARKER), '{}\n')
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

/**
 * Assembles the new site, and the media next to it, from the files that are kept and those that are `moved` from the staging directory;
 * undefined for a site that is not replaced. What the previous build kept of its predecessor saves linking unchanged files.
 */
export async function assembleSite(staging: Staging, moved?: readonly string[], movedMedia?: readonly string[], signal?: AbortSignal) {
  const { out, files, next, mediaFiles, mediaNext } = staging
  if (moved && (await isManagedSite(previousFolderOf(out)))) await rename(previousFolderOf(out), next)
  if (moved) await assemble(files, moved, next, signal)
  if (movedMedia) await assemble(mediaFiles, movedMedia, mediaNext, signal)
}

/**
 * Replaces the old site by the assembled one, if there is one, and keeps the old one for the next build; the list, which the marker refers
 * to, follows.
 */
export async function putInPlace(staging: Staging): Promise<void> {
  const { out, folder, next, before } = staging
  try {
    if (existsSync(next)) {
      await rename(out, before).catch(ifMissing)
      await rename(next, out)
    }
    await placeList(staging)
    if (existsSync(before) && !existsSync(previousFolderOf(out))) await rename(before, previousFolderOf(out))
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/** Moves the list of files, the state, the hosts' files and the media next to the site, if they were made. */
async function placeList({ out, list, state, hosts, mediaNext, mediaBefore }: Staging): Promise<void> {
  await placeMediaFolder(mediaNext, out, mediaBefore)
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
  if (names.includes('media-before')) await placeMediaFolder(staging.mediaNext, out, staging.mediaBefore)
  if ((names.includes(LIST) || names.includes(STATE)) && !names.includes('next')) await placeList(staging)
  // This may be interrupted too: list and state go first, since without `next` they are put in place, and the marker last.
  for (const name of [LIST, STATE, ...names.filter((name) => name !== MARKER)]) await remove(join(folder, name))
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

/** Throws a {@link UsageError} if something unmanaged is where a build writes beside its site. */
export async function refuseUnmanagedBeside(out: string): Promise<void> {
  await refuseUnmanagedList(out)
  await refuseUnmanagedChanges(out)
  refuseUnmanagedState(out)
  await refuseUnmanagedFolders(out)
}

async function refuseUnmanagedOut(out: string): Promise<void> {
  const there = await stat(out).catch(ifMissing)
  if (!there) return
  if (!there.isDirectory()) throw foreignOut(out, `${out} is a file, and the site needs a folder. Name another one with \`out\`.`)
  const names = await readdir(out)
  if (names.length === 0) return
  const marker = await readMarker(out)
  if (!marker)
    throw foreignOut(
      out,
      damagedMarker(out) ??
        `${out} holds files that Benchbook did not make, and a build replaces the whole folder. Name another folder with \`out\`.`,
    )
  const unmanaged = unmanagedIn(names, marker)
  if (unmanaged === undefined) return
  const path = join(out, unmanaged)
  throw foreignOut(
    path,
    `${path} was not made by Benchbook, and a build replaces the whole folder. Move it away, or name another folder with \`out\`.`,
  )
}

const unmanagedIn = (names: readonly string[], marker: Marker): string | undefined =>
  names.find((name) => name !== MARKER && !marker.names.includes(name) && !LITTER.has(name))

/** True for the folder of a site without other files. */
async function isManagedSite(folder: string): Promise<boolean> {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
  const marker = isFolder && (await readMarker(folder))
  return marker ? unmanagedIn(await readdir(folder), marker) === undefined : false
}
