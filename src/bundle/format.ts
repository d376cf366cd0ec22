import { statSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { FILE_START } from '../one-file/compose.ts'
import { InputFile } from './input-file.ts'

/** A bundle that is one file, and from which there can be deltas. */
export type FileFormat = 'zip' | 'zim'

const MAGIC: Readonly<Record<FileFormat | 'html', Buffer>> = {
  zip: Buffer.from('PK\u0003\u0004'),
  zim: Buffer.from([0x5a, 0x49, 0x4d, 0x04]),
  html: Buffer.from(FILE_START),
}
const MAGIC_BYTES = 4

/** What a file is by its first bytes. */
export function formatOf(file: InputFile): FileFormat | undefined {
  const start = file.read(0, Math.min(MAGIC_BYTES, file.bytes))
  return (['zip', 'zim'] as const).find((format) => start.equals(MAGIC[format]))
}

/** Throws a {@link UsageError} if something else than a file of this format is where one is to be written. */
export function refuseForeign(path: string, format: keyof typeof MAGIC): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || isOf(path, format)))) return
  throw new UsageError(`${path} is there and is no ${format} file, which a bundle would replace. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
}

function isOf(path: string, format: keyof typeof MAGIC): boolean {
  const file = new InputFile(path)
  try {
    return file.read(0, Math.min(MAGIC[format].length, file.bytes)).equals(MAGIC[format])
  } finally {
    file.close()
  }
}
