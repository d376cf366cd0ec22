import { z } from 'zod'
import { parseWhole } from '../../cache/parse-stored.ts'
import { UsageError } from '../../errors.ts'
import { damaged, type InputFile } from '../input-file.ts'
import type { ZipEntry } from '../zip/records.ts'
import { smallFile } from '../zip/zip-reader.ts'

/** The folder of a delta's own files, in addition to the site's, which no page of a site uses. */
export const FOLDER = 'update/'
export const DESCRIPTION = `${FOLDER}delta.json`
/** For a ZIM archive: bytes that the old one lacks, in the order of the new one; and the lists around them, packed. */
export const NEW_BYTES = `${FOLDER}bytes`
export const PACKED_LISTS = `${FOLDER}lists`

const FORMAT = 1
/** A site of half a million files, half of them new, needs 12 MB. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_STEPS = 1_000_000

const wholeNumber = z.int().min(0)
const editionSchema = z.object({
  /** The name is printed. */
  name: z.string().regex(/^\P{Cc}{1,255}$/u),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: wholeNumber,
  /** When its content was crawled. */
  date: z.iso.datetime(),
})
const stepSchema = z.tuple([z.enum(['old', 'delta', 'lists']), wholeNumber, wholeNumber])
const deltaSchema = z.object({
  format: z.literal(FORMAT),
  of: z.enum(['zip', 'zim']),
  from: editionSchema,
  to: editionSchema,
  /**
   * The sources of the new bundle, in order: the origin, the first unit, and the number of units. Units are files in the order of the
   * archive (of a delta, only the site's files), or bytes of a ZIM archive.
   */
  steps: z.array(stepSchema),
})

/** One edition of a bundle. */
export type Edition = z.infer<typeof editionSchema>
/** See {@link DeltaDescription}'s `steps`. */
export type Step = z.infer<typeof stepSchema>
/** The instructions by which a delta rebuilds a new bundle from an old one. */
export type DeltaDescription = z.infer<typeof deltaSchema>

/** Adds a step, or extends the last one. Of several places with the same units, the one that continues the last step is preferred. */
export function addStep(steps: Step[], from: Step[0], places: readonly number[], count = 1): void {
  const last = steps.at(-1)
  if (last?.[0] === from && places.includes(last[1] + last[2])) last[2] += count
  else steps.push([from, places[0] ?? 0, count])
}

export const writeDescription = (description: Omit<DeltaDescription, 'format'>): string =>
  JSON.stringify({ format: FORMAT, ...description })

/** Parses the description of a delta. Throws a {@link UsageError} for a file that is not a delta. */
export function readDescription(delta: InputFile, entries: readonly ZipEntry[]): DeltaDescription {
  const entry = entries.find(({ path }) => path === DESCRIPTION)
  if (!entry)
    throw new UsageError(
      `${delta.path} is no delta, which a bundle with \`update\` makes. Name the delta first, and then the bundle to update.`,
      { path: delta.path },
    )
  const bytes = smallFile(delta, entry, MAX_BYTES)
  if (countOf(bytes, 0x5b) > MAX_STEPS || countOf(bytes, 0x7b) > MAX_STEPS) throw damaged(delta.path)
  const json = parseWhole(bytes.toString())
  if (typeof json === 'object' && json && 'format' in json && Number(json.format) > FORMAT)
    throw new UsageError(`${delta.path} was made by a newer version of Benchbook. Update Benchbook, and try again.`, { path: delta.path })
  const { data } = deltaSchema.safeParse(json)
  if (!data) throw damaged(delta.path)
  return data
}

function countOf(bytes: Buffer, byte: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count++
  return count
}
