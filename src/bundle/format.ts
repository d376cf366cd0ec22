import { statSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { FILE_START } from '../one-file/compose.ts'
import { MARKER } from '../publish/marker.ts'
import { DESCRIPTION } from './delta/description.ts'
import { InputFile } from './input-file.ts'
import { isOurSum, sumFileOf } from './sum-file.ts'
import { metadataText } from './zim/zim-reader.ts'

/** A bundle that is one file, and from which there can be deltas. */
export type FileFormat = 'zip' | 'zim'

const MAGIC: Readonly<Record<FileFormat | 'html', Buffer>> = {
  zip: Buffer.from('PK\u0003\u0004'),
  zim: Buffer.from([0x5a, 0x49, 0x4d, 0x04]),
  html: Buffer.from(FILE_START),
}
const MAGIC_BYTES = 4
/** What a zip of ours begins with, a bundle or a delta; where the name of a zip's first file stands. */
const ZIP_STARTS = [MARKER, DESCRIPTION]
const FIRST_NAME = 30
/** What a ZIM archive of ours says of the program that made it begins so. */
const SCRAPER = 'Benchbook'

/** What a file is by its first bytes. */
export function formatOf(file: InputFile): FileFormat | undefined {
  const start = file.read(0, Math.min(MAGIC_BYTES, file.bytes))
  return (['zip', 'zim'] as const).find((format) => start.equals(MAGIC[format]))
}

/** Throws a {@link UsageError} if something else than a bundle, or a delta, of this format is where one is to be written, or than a sum where its sum is. */
export function refuseForeign(path: string, format: keyof typeof MAGIC): void {
  if (!isFree(path, () => isOurs(path, format))) throw foreign(path, `${format} file`)
  const sum = sumFileOf(path)
  if (!isFree(sum, () => isOurSum(path))) throw foreign(sum, 'sum')
}

function isFree(path: string, isOurs: () => boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return !stats || (stats.isFile() && (stats.size === 0 || isOurs()))
}

const foreign = (path: string, what: string): UsageError =>
  new UsageError(`${path} is there and is no ${what} of ours, which a bundle would replace. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })

function isOurs(path: string, format: keyof typeof MAGIC): boolean {
  const file = new InputFile(path)
  const has = (text: string | Buffer, at: number): boolean =>
    at + text.length <= file.bytes && file.read(at, text.length).equals(Buffer.from(text))
  try {
    if (!has(MAGIC[format], 0)) return false
    if (format === 'zip') return ZIP_STARTS.some((name) => has(name, FIRST_NAME))
    return format === 'html' || (metadataText(file, 'Scraper') ?? '').startsWith(SCRAPER)
  } catch {
    return false // What cannot be read as an archive of ours is none.
  } finally {
    file.close()
  }
}
