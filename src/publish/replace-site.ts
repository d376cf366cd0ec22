import { writeFile } from 'node:fs/promises'
import type { Stamp } from '../disk/stamp.ts'
import { writeChanges, measureSite, type SiteSize } from './changes-file.ts'
import { listDigest, hashOfEqual, listFiles, readFileList, wholeList } from './file-list.ts'
import { MARKER, type MarkerFacts, writeMarker } from './marker.ts'
import { compareMarkers, compareVersions, type SiteChanges } from './overlay.ts'
import { writeState } from './state-file.ts'
import { assembleSite, putInPlace, type Staging } from './staging.ts'

export interface Replaced extends SiteSize {
  changes: SiteChanges
  /** Of all added and changed files. */
  changedBytes: number
  /** For media next to the site. */
  mediaChanges?: SiteChanges
}

interface ReplaceHooks {
  signal?: AbortSignal | undefined
  /** The SHA-256 of files that need not be read, in hex. */
  hashes?: ReadonlyMap<string, string>
  inputs?: string | undefined
  /** The state for the next build, by the digest of the site's files; see state-file.ts. */
  stateOf?: ((files: string) => Promise<unknown>) | undefined
  /** The snapshot for the next build, by the stamp of the site; see {@link readStill}. */
  stillOf?: ((stamp: Stamp) => string | undefined) | undefined
}

/**
 * Ends a build: marks the new site, lists its files, and replaces the old one, keeping the old one's files where they are equal. If all are
 * equal and the list exists, nothing is replaced. `inputs` is the digest of its inputs (see changes-file.ts). Returns the differences and
 * the size of the new site.
 */
export async function replaceSite(staging: Staging, facts: MarkerFacts, hooks: ReplaceHooks = {}): Promise<Replaced> {
  const { signal, hashes, inputs, stateOf, stillOf } = hooks
  const { out, site, files, next, list } = staging
  const difference = await compareVersions(files, signal)
  const found = await readFileList(out)
  const old = found === 'unmanaged' ? undefined : found
  const known = (file: string) => (difference.equal.has(file) ? hashOfEqual(files.at(file), file, old) : undefined) ?? hashes?.get(file)
  const lines = await listFiles(files, known, signal)
  await writeMarker(site, { ...facts, files: listDigest(lines) }, files.below())
  const state = await stateOf?.(listDigest(lines))
  compareMarkers(difference, files)
  const { changes, moved } = difference
  // Equal markers imply equal lists.
  const isListed = old && difference.equal.has(MARKER)
  const whole = isListed ? '' : wholeList(files, lines)
  const isSame = moved.length === 0 && changes.removed.length === 0
  const media = facts.mediaBase ? await compareMedia(staging, signal) : undefined
  await assembleSite(staging, isSame ? undefined : moved, media?.moved, signal)
  const now = isSame ? out : next
  const { size, stamp } = await measureSite(now)
  if (!isListed) await writeFile(list, whole)
  if (stateOf) await writeState(staging.state, state, stillOf?.(stamp))
  // Before the swap, so that a new site always has its list of changes.
  const changedBytes = await writeChanges({ out, site: now, media }, changes, { product: facts.product, inputs })
  await putInPlace(staging)
  return { ...size, changes, changedBytes, ...(media && { mediaChanges: media.changes }) }
}

/** The media next to the new site, and their differences from the old one's. */
async function compareMedia({ mediaFiles, mediaNext }: Staging, signal: AbortSignal | undefined) {
  const { changes, moved } = await compareVersions(mediaFiles, signal)
  // Both have the same marker.
  return { folder: mediaNext, changes, moved: [...moved, MARKER] }
}
