import { writeFile } from 'node:fs/promises'
import type { Stamp } from '../disk/stamp.ts'
import { carryMarker, carryOver, type SiteChanges } from './carry-over.ts'
import { writeChanges, measureSite, type SiteSize } from './changes-file.ts'
import { digestOf, hashesOfKept, listFiles, readFileList, wholeList } from './file-list.ts'
import { MARKER, type MarkerFacts, writeMarker } from './marker.ts'
import { mediaFolderOf } from './folders-beside.ts'
import { writeState } from './state-file.ts'
import { clearStaging, placeList, putInPlace, type Staging } from './staging.ts'

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
export async function replaceSite(
  staging: Staging,
  facts: MarkerFacts,
  { signal, hashes, inputs, stateOf, stillOf }: ReplaceHooks = {},
): Promise<Replaced> {
  const { out, site, list } = staging
  const carried = await carryOver(out, site, signal)
  const found = await readFileList(out)
  const old = found === 'unmanaged' ? undefined : found
  const hashOfKept = hashesOfKept(site, carried.kept, old)
  const lines = await listFiles(site, (file) => hashOfKept(file) ?? hashes?.get(file), signal)
  await writeMarker(site, { ...facts, files: digestOf(lines) })
  const { size, stamp } = await measureSite(site)
  if (stateOf) await writeState(staging.state, await stateOf(digestOf(lines)), stillOf?.(stamp))
  carryMarker(out, site, carried)
  // Equal markers imply equal lists.
  if (!old || !carried.kept.has(MARKER)) await writeFile(list, wholeList(site, lines))
  // Before the swap, so that a new site always has its list of changes.
  const media = facts.mediaBase ? await mediaOf(staging, signal) : undefined
  const changedBytes = await writeChanges({ ...staging, media }, carried.changes, {
    product: facts.product,
    ...(inputs !== undefined && { inputs }),
  })
  if (!carried.isSame) await putInPlace(staging)
  else {
    await placeList(staging)
    await clearStaging(staging)
  }
  return { ...size, changes: carried.changes, changedBytes, ...(media && { mediaChanges: media.changes }) }
}

/** The media next to the new site, and their differences from the old one's. */
async function mediaOf({ out, media }: Staging, signal: AbortSignal | undefined) {
  const { changes } = await carryOver(mediaFolderOf(out), media, signal)
  return { folder: media, changes: { ...changes, added: changes.added.filter((file) => file !== MARKER) } }
}
