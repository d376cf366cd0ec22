import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissing } from '../disk/atomic.ts'
import { explainSystem, UsageError } from '../errors.ts'
import { fileListOf, refuseForeignList } from './file-list.ts'
import { LITTER, MARKER, readMarker } from './marker.ts'

/** Where a build works, beside the folder that it will replace: `dist.building/` for `dist/`. */
export interface Staging {
  out: string
  folder: string
  /** The fresh folder of the new site. */
  site: string
  /** Where the old site stands aside during the swap. */
  before: string
  /** Where the list of the new site's files is made. */
  list: string
}

const LIST = 'site.sha256'
const LATE_PAGES_MS = 50
const LATE_PAGES_TRIES = 3

/**
 * Makes the place for a build into `out`, and brings back an old site that a build cut short had moved aside. Throws a
 * {@link UsageError} when `out` holds anything that no build of ours made.
 */
export async function prepareStaging(wanted: string): Promise<Staging> {
  const out = await realpath(wanted).catch(() => wanted)
  const folder = `${out}.building`
  const place = { out, folder, site: join(folder, 'site'), before: join(folder, 'before'), list: join(folder, LIST) }
  try {
    await clearStaging(place)
    await refuseWhatIsNotOurs(out)
    await refuseForeignList(out)
    await mkdir(dirname(out), { recursive: true })
    await mkdir(folder)
    await mkdir(place.site)
    await writeFile(join(folder, MARKER), '{}\n')
    return place
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/** Puts the new site in the place of the old one, which goes only then; the list follows, which the site's marker knows. */
export async function putInPlace(place: Staging): Promise<void> {
  const { out, folder, site, before } = place
  try {
    await rename(out, before).catch(ifMissing)
    await rename(site, out)
    await placeList(place)
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    throw explainSystem(error, out)
  }
}

/** Puts the list of the files beside the site, if one was made. */
export async function placeList({ out, list }: Staging): Promise<void> {
  await rename(list, fileListOf(out)).catch(ifMissing)
}

/** Removes what a build left that did not come to its end. */
export async function clearStaging(place: Staging): Promise<void> {
  const { out, folder, before } = place
  const names = await readdir(folder).catch(ifMissing)
  if (!names) return
  if (names.length > 0 && !names.includes(MARKER))
    throw new UsageError(`Benchbook builds in ${folder}, and that folder holds something else. Move it away, or name another --out.`)
  if (names.includes('before') && !(await stat(out).catch(ifMissing))) await rename(before, out)
  if (names.includes(LIST) && !names.includes('site')) await placeList(place)
  // What says whose it is goes last: this may be cut short as well.
  for (const name of names.filter((name) => name !== MARKER)) await remove(join(folder, name))
  await remove(folder)
}

/** {@link clearStaging} after a failure: a page that was about to be written then is written a moment later. */
export async function abandonStaging(place: Staging): Promise<void> {
  await clearStaging(place)
  for (let tries = 0; tries < LATE_PAGES_TRIES; tries++) {
    await sleep(LATE_PAGES_MS)
    await remove(place.folder)
  }
}

/** Pages that were under way when a build failed may still be written, into folders that are just being removed. */
const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

async function refuseWhatIsNotOurs(out: string): Promise<void> {
  const there = await stat(out).catch(ifMissing)
  if (!there) return
  if (!there.isDirectory()) throw new UsageError(`${out} is a file, and the site needs a folder. Name another one with --out.`)
  const names = await readdir(out)
  if (names.length === 0) return
  const marker = await readMarker(out)
  if (!marker)
    throw new UsageError(
      `${out} holds files that Benchbook did not make, and a build replaces the whole folder. Name another folder with --out.`,
    )
  const foreign = names.find((name) => name !== MARKER && !marker.names.includes(name) && !LITTER.has(name))
  if (foreign !== undefined)
    throw new UsageError(
      `${join(out, foreign)} was not made by Benchbook, and a build replaces the whole folder. Move it away, or name another folder with --out.`,
    )
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
