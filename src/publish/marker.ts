import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfExists } from '../disk/atomic.ts'

/**
 * The file that says that a folder is a site of ours; it lies at its root and no page links to it. A host may serve it, so it says nothing
 * of the machine that made it.
 */
export const MARKER = '.benchbook.json'

/** Left by file managers; they are nobody's work. */
export const LITTER: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

const markerSchema = z.object({
  product: z.string(),
  /** The path below which the site stands: `/` or `/guides/`. */
  base: z.string(),
  /** The address where it will stand; empty when nobody said. */
  site: z.string(),
  /** True when the service answers nobody without a token. */
  isPrivateSite: z.boolean().optional(),
  /** By which the list of the site's files is known to be its own (see file-list.ts); sites of older versions have none. */
  files: z.string().optional(),
  /** What the build made at the top of the folder: anything else is somebody's own. */
  names: z.array(z.string()),
})
export type Marker = z.infer<typeof markerSchema>

/** What a build knows of its site before its files are listed. */
export type MarkerFacts = Omit<Marker, 'names' | 'files'>

/** The marker of a site; undefined when the folder is not ours. */
export async function readMarker(folder: string): Promise<Marker | undefined> {
  const text = await readIfExists(join(folder, MARKER))
  if (text === undefined) return undefined
  try {
    return markerSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // not JSON: somebody else's file
  }
}

/** Marks a finished site as ours. */
export async function writeMarker(folder: string, facts: Omit<Marker, 'names'>): Promise<void> {
  const marker: Marker = { ...facts, names: (await readdir(folder)).sort() }
  await writeFile(join(folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`)
}
