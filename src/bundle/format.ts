import { lstatSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { FILE_START } from '../one-file/compose.ts'
import { MARKER } from '../publish/marker.ts'
import { DESCRIPTION } from './delta/description.ts'
import { InputFile } from './input-file.ts'

/** A single-file bundle format that supports deltas. */
export type FileFormat = 'zip' | 'zim'

const MAGIC: Readonly<Record<FileFormat | 'html', Buffer>> = {
  zip: Buffer.from('PK\u0003\u0004'),
  zim: Buffer.from([0x5a, 0x49, 0x4d, 0x04]),
  html: Buffer.from(FILE_START),
}
const MAGIC_BYTES = 4
/** The name of the first file in our zips, a bundle or a delta. */
const ZIP_STARTS = [MARKER, DESCRIPTION]
const FIRST_NAME = 30

/** A file's format, by its first bytes. */
export function formatOf(file: InputFile): FileFormat | undefined {
  const start = file.read(0, Math.min(MAGIC_BYTES, file.bytes))
  return (['zip', 'zim'] as const).find((format) => start.equals(MAGIC[format]))
}

/** Throws a {@link UsageError} if the path of a bundle or delta is taken by anything but one of this format. */
export function refuseUnmanaged(path: string, format: keyof typeof MAGIC): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || isFormat(path, format)))) return
  const what = stats.isSymbolicLink() ? 'a link' : `no ${format} file of ours`
  throw new UsageError(`${path} is there and is ${what}, which a bundle would replace. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
}

function isFormat(path: string, format: keyof typeof MAGIC): boolean {
  const file = new InputFile(path)
  const has = (text: string | Buffer, at: number): boolean =>
    at + text.length <= file.bytes && file.read(at, text.length).equals(Buffer.from(text))
  try {
    return has(MAGIC[format], 0) && (format !== 'zip' || ZIP_STARTS.some((name) => has(name, FIRST_NAME)))
  } finally {
    file.close()
  }
}
