import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import type { Stamp } from '../disk/stamp.ts'
import { UsageError } from '../errors.ts'
import type { SiteChanges } from './carry-over.ts'
import { readMarker } from './marker.ts'
import { mediaFolderOf } from './media-folder.ts'
import { measureSite, type SiteSize } from './site-size.ts'

/** The list of the last build's changes is stored next to the site, for uploads. */
export const changesFileOf = (out: string): string => `${out}.changes.json`

const paths = z.array(z.string())
const changesSchema = z.object({
  product: z.string(),
  /** The digest of the site's files, as in its marker. */
  files: z.string(),
  /** A digest of all inputs of the build; absent if that build could not show everything. */
  inputs: z.string().optional(),
  /** Of all added and changed files. */
  bytes: z.number(),
  added: paths,
  changed: paths,
  removed: paths,
  /** The same for the folder of media next to the site, if they are hosted elsewhere. */
  media: z.object({ bytes: z.number(), added: paths, changed: paths, removed: paths }).optional(),
})

/** Writes what a build changes in `out`; the new files are in `site`. Returns the bytes of all added and changed files. */
export async function writeChanges(
  { out, site, media }: { out: string; site: string; media?: { folder: string; changes: SiteChanges } | undefined },
  changes: SiteChanges,
  facts: { product: string; inputs?: string },
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

/**
 * The site of an earlier build if it is up to date: made from the same inputs, and `isKept` accepts the stamp of its files. Then its list
 * of changes is emptied.
 */
export async function upToDateSite(
  wanted: string,
  facts: { product: string; inputs: string },
  isKept: (out: string, stamp: Stamp) => Promise<boolean> = () => Promise.resolve(true),
): Promise<(SiteSize & { changes: SiteChanges; changedBytes: number }) | undefined> {
  const out = await realpath(wanted).catch(() => wanted)
  const [last, marker] = await Promise.all([readChanges(out), readMarker(out)])
  if (typeof last !== 'object' || last.inputs !== facts.inputs || !last.files || last.files !== marker?.files) return undefined
  const changes = { added: [], changed: [], removed: [] }
  const { size, stamp } = await measureSite(out)
  if (!(await isKept(out, stamp))) return undefined
  const media = marker.mediaBase ? { folder: mediaFolderOf(out), changes } : undefined
  return { ...size, changes, changedBytes: await writeChanges({ out, site: out, media }, changes, facts) }
}

/** Throws a {@link UsageError} if an unmanaged file is where a build into `out` writes its changes. */
export async function refuseUnmanagedChanges(out: string): Promise<void> {
  if ((await readChanges(out)) !== 'unmanaged') return
  const path = changesFileOf(out)
  throw new UsageError(
    `${path} was not made by Benchbook, and a build writes there what it changed. Move it away, or name another \`out\`.`,
    { code: 'ERR_OUT_FOREIGN', option: 'out', path },
  )
}

/** A full disk can leave an empty file. */
async function readChanges(out: string): Promise<z.infer<typeof changesSchema> | 'unmanaged' | undefined> {
  const text = await readIfExists(changesFileOf(out))
  if (!text) return undefined
  try {
    return changesSchema.safeParse(JSON.parse(text)).data ?? 'unmanaged'
  } catch {
    return 'unmanaged' // not JSON
  }
}
