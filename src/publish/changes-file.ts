import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { writeAtomically } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import { type Stamp, stampOf } from '../disk/stamp.ts'
import { readFileList } from './file-list.ts'
import { notManaged } from './out-lock.ts'
import type { SiteChanges } from './overlay.ts'
import { MARKER, readMarker } from './marker.ts'
import { mediaFolderOf } from './folders-beside.ts'

/** The list of the last build's changes is stored next to the site, for uploads. */
export const changesFileOf = (out: string): string => `${out}.changes.json`

const paths = z.array(z.string())
/** `bytes` are of all added and changed files. */
const changed = { bytes: z.number(), added: paths, changed: paths, removed: paths }
const changesSchema = z.object({
  product: z.string(),
  /** The digest of the site's files, as in its marker. */
  files: z.string(),
  /** A digest of all inputs of the build; absent if that build could not show everything. */
  inputs: z.string().optional(),
  ...changed,
  /** The same for the folder of media next to the site, if they are hosted elsewhere. */
  media: z.object(changed).optional(),
})

/** Writes what a build changes in `out`; the new files are in `site`. Returns the bytes of all added and changed files. */
export async function writeChanges(
  { out, site, media }: { out: string; site: string; media?: { folder: string; changes: SiteChanges } | undefined },
  changes: SiteChanges,
  facts: { product: string; inputs?: string | undefined },
): Promise<number> {
  const { added, changed, removed } = changes
  const bytes = await bytesOf(site, changes)
  const ofMedia = media && { media: { bytes: await bytesOf(media.folder, media.changes), ...media.changes } }
  const files = (await readMarker(site))?.files ?? ''
  writeAtomically(changesFileOf(out), `${JSON.stringify({ ...facts, files, bytes, added, changed, removed, ...ofMedia }, null, 2)}\n`)
  return bytes
}

async function bytesOf(folder: string, { added, changed }: SiteChanges): Promise<number> {
  let bytes = 0
  for (const file of [...added, ...changed]) bytes += (await stat(join(folder, file))).size
  return bytes
}

export type SiteSize = Awaited<ReturnType<typeof measureSite>>['size']

/** Counts a site. Its stamp differs if any of its files does; the marker, which a build may rewrite, is compared by content. */
export async function measureSite(folder: string) {
  let pages = 0
  const { stamp, files, bytes } = await stampOf(folder, (file, stats) => {
    if (file.endsWith('.html')) pages++
    return file === MARKER && stats.isFile() ? sha256Of(join(folder, file)) : undefined
  })
  return { size: { pages, files, bytes }, stamp }
}

/** The site of an earlier build of the same inputs, if it has all its files and `isKept` accepts its stamp; its list of changes is then emptied. */
export async function upToDateSite(
  wanted: string,
  facts: { product: string; inputs: string },
  isKept: (out: string, stamp: Stamp) => Promise<boolean> = () => Promise.resolve(true),
): Promise<(SiteSize & { changes: SiteChanges; changedBytes: number }) | undefined> {
  const out = await realpath(wanted).catch(() => wanted)
  const [last, marker] = await Promise.all([readChanges(out), readMarker(out)])
  if (typeof last !== 'object' || last.inputs !== facts.inputs || !last.files || last.files !== marker?.files) return undefined
  const changes = { added: [], changed: [], removed: [] }
  const [list, { size, stamp }] = await Promise.all([readFileList(out), measureSite(out)])
  if (typeof list !== 'object' || size.files !== list.hashes.size || !(await isKept(out, stamp))) return undefined
  const media = marker.mediaBase ? { folder: mediaFolderOf(out), changes } : undefined
  return { ...size, changes, changedBytes: await writeChanges({ out, site: out, media }, changes, facts) }
}

/** Throws a {@link UsageError} if an unmanaged file is where a build into `out` writes its changes. */
export async function refuseUnmanagedChanges(out: string): Promise<void> {
  if ((await readChanges(out)) === 'unmanaged') throw notManaged(changesFileOf(out), 'a build writes there what it changed')
}

/** A full disk can leave an empty file. */
async function readChanges(out: string): Promise<z.infer<typeof changesSchema> | 'unmanaged' | undefined> {
  const text = await readIfExists(changesFileOf(out))
  return text ? (changesSchema.safeParse(parseWhole(text)).data ?? 'unmanaged') : undefined
}
