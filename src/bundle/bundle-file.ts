import { lstatSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { writeAtomically } from '../disk/atomic.ts'
import { sha256Of } from '../disk/sha256.ts'
import { FILE_START } from '../one-file/compose.ts'
import { MARKER } from '../publish/marker.ts'
import { foreignOut, notManaged } from '../publish/out-lock.ts'
import { DESCRIPTION } from './delta/description.ts'
import { InputFile } from './input-file.ts'
import { type OutputFile, type OutputOptions, writeOutput } from './output-file.ts'

/** A single-file bundle format that supports deltas. */
export type FileFormat = 'zip' | 'zim'

const MAGIC: Readonly<Record<FileFormat | 'html', Buffer>> = {
  zip: Buffer.from('PK\u0003\u0004'),
  zim: Buffer.from([0x5a, 0x49, 0x4d, 0x04]),
  html: Buffer.from(FILE_START),
}
/** The name of the first file in our zips, a bundle or a delta. */
const ZIP_STARTS = [MARKER, DESCRIPTION]
const FIRST_NAME = 30

const has = (file: InputFile, text: string | Buffer, at = 0): boolean =>
  at + text.length <= file.bytes && file.read(at, text.length).equals(Buffer.from(text))

/** A file's format, by its first bytes. */
export const formatOf = (file: InputFile): FileFormat | undefined => (['zip', 'zim'] as const).find((format) => has(file, MAGIC[format]))

/** A bundle or delta to write. */
export interface Output extends Omit<OutputOptions, 'like'> {
  path: string
  format: keyof typeof MAGIC
}

/**
 * Writes a bundle or delta by a function, and its SHA-256 next to it; returns its length and that. An existing file is kept until the new
 * one is complete. Throws a {@link UsageError} if the path is taken by anything else, a {@link ContentError} if the file would be too large.
 */
export async function writeBundle({ path, format, ...options }: Output, write: (file: OutputFile) => unknown) {
  refuseUnmanaged(path, format)
  refuseUnmanagedSum(path)
  const bytes = await writeOutput(path, options, write)
  return { bytes, sha256: writeSum(path) }
}

/** Throws a {@link UsageError} if the path of a bundle or delta is taken by anything but one of this format. */
export function refuseUnmanaged(path: string, format: keyof typeof MAGIC): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || isFormat(path, format)))) return
  const what = stats.isSymbolicLink() ? 'a link' : `not a ${format} file made by Benchbook`
  throw foreignOut(path, `${path} is there and is ${what}, which a bundle would replace. Move it away, or name another \`out\`.`)
}

function isFormat(path: string, format: keyof typeof MAGIC): boolean {
  const file = new InputFile(path)
  try {
    return has(file, MAGIC[format]) && (format !== 'zip' || ZIP_STARTS.some((name) => has(file, name, FIRST_NAME)))
  } finally {
    file.close()
  }
}

const sumFileOf = (path: string): string => `${path}.sha256`
const SUM = /^[0-9a-f]{64} [ *].+\n?$/
const MAX_SUM_BYTES = 8192

/** Throws a {@link UsageError} if the path of a bundle's sum file is taken by something else. Must be called before work begins. */
export function refuseUnmanagedSum(bundle: string): void {
  const path = sumFileOf(bundle)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || (stats.size < MAX_SUM_BYTES && SUM.test(readFileSync(path, 'utf8')))))) return
  throw notManaged(path, 'the SHA-256 of a bundle is written there')
}

/** Writes the SHA-256 of a file next to it, in `sha256sum -c` format, and returns it. */
export function writeSum(path: string, sha256 = sha256Of(path)): string {
  writeAtomically(sumFileOf(path), `${sha256}  ${basename(path)}\n`)
  return sha256
}

/** True if a bundle's name has its own sum file; a symbolic link to one needs no update. */
export const hasSum = (path: string): boolean => lstatSync(sumFileOf(path), { throwIfNoEntry: false })?.isFile() ?? false
