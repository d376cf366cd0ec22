import { writeFile } from 'node:fs/promises'
import { carryMarker, carryOver, type SiteChanges } from './carry-over.ts'
import { digestOf, hashesOfKept, listFiles, readFileList, wholeList } from './file-list.ts'
import { MARKER, type MarkerFacts, writeMarker } from './marker.ts'
import { measureSite, type SiteSize } from './site-size.ts'
import { clearStaging, placeList, putInPlace, type Staging } from './staging.ts'

/**
 * Ends a build: marks the new site, lists its files, and puts it in the place of the old one, whose files stay wherever they are equal. Where
 * all are, and the list is there, nothing is replaced. Tells in what the two differ, and how large the new one is.
 */
export async function replaceSite(place: Staging, facts: MarkerFacts, signal?: AbortSignal): Promise<SiteSize & { changes: SiteChanges }> {
  const { out, site, list } = place
  const carried = await carryOver(out, site, signal)
  const found = await readFileList(out)
  const old = found === 'foreign' ? undefined : found
  const lines = await listFiles(site, hashesOfKept(site, carried.kept, old), signal)
  await writeMarker(site, { ...facts, files: digestOf(lines) })
  carryMarker(out, site, carried)
  const size = await measureSite(site)
  // An equal marker knows an equal list.
  if (!old || !carried.kept.has(MARKER)) await writeFile(list, wholeList(site, lines))
  if (!carried.isSame) await putInPlace(place)
  else {
    await placeList(place)
    await clearStaging(place)
  }
  return { ...size, changes: carried.changes }
}
