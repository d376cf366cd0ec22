import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseWhole } from '../cache/parse-stored.ts'
import { filesBelow } from '../disk/files-below.ts'
import { readIfExists } from '../disk/read.ts'

/** The file at its root that identifies a built site. A host may serve it, so it reveals nothing about the machine that made it. */
export const MARKER = '.benchbook.json'

/** Left behind by file managers; they can be deleted. */
export const LITTER: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

const markerSchema = z.object({
  product: z.string(),
  /** The path under which the site is served: `/` or `/guides/`. */
  base: z.string(),
  /** The site's public address; empty if unknown. */
  site: z.string(),
  /** The form of links between pages, if they are not root-relative. */
  links: z.literal('relative').optional(),
  /** The address of its media, if not the site itself. */
  mediaBase: z.string().optional(),
  /** True if the service requires a token. */
  isPrivateSite: z.boolean().optional(),
  /** For a shard: its number and its inputs, see build/inputs.ts. Shards are not published. */
  shard: z.object({ part: z.string(), pages: z.string(), content: z.string() }).optional(),
  /** The digest of the list of the site's files (see file-list.ts); sites of older versions have none. */
  files: z.string().optional(),
  /** The top-level names that the build made: anything else is unmanaged. */
  names: z.array(z.string()),
})
export type Marker = z.infer<typeof markerSchema>

/** The marker before the site's files are listed. */
export type MarkerFacts = Omit<Marker, 'names' | 'files'>

/** The marker's facts, from the options and the crawl. */
export const factsOf = (
  product: string,
  { base, site, links, mediaBase }: { base: string; site: string; links: 'root' | 'relative'; mediaBase: string },
  { isPrivateSite }: { isPrivateSite?: boolean | undefined },
): MarkerFacts => ({
  product,
  base,
  site,
  ...(links === 'relative' && { links }),
  ...(mediaBase !== '' && { mediaBase }),
  ...(isPrivateSite && { isPrivateSite }),
})

/** The marker of a site; undefined if the folder is unmanaged. */
export async function readMarker(folder: string): Promise<Marker | undefined> {
  return markerSchema.safeParse(parseWhole((await readIfExists(join(folder, MARKER))) ?? '')).data
}

/** The message for a folder whose marker {@link readMarker} could not read; undefined if there is none. */
export function damagedMarker(folder: string): string | undefined {
  const path = join(folder, MARKER)
  return existsSync(path) ? `${path}, by which Benchbook knows its own site, is damaged. Move the folder away, and build again.` : undefined
}

/** Marks a finished site of these files. */
export async function writeMarker(folder: string, facts: Omit<Marker, 'names'>, files: AsyncIterable<string> = filesBelow(folder)) {
  const names = new Set<string>()
  for await (const file of files) names.add(file.split('/', 1)[0] ?? file)
  names.delete(MARKER)
  const marker: Marker = { ...facts, names: [...names].sort() }
  await writeFile(join(folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`)
}
