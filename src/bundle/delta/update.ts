import { existsSync, realpathSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { type FileFormat, formatOf, refuseUnmanaged } from '../format.ts'
import { damaged, InputFile } from '../input-file.ts'
import { readDirectory } from '../zip/zip-reader.ts'
import { DESCRIPTION } from './description.ts'

/** An earlier bundle in the format of the new one, and the path of the delta between them. */
export interface Since {
  format: FileFormat
  from: string
  path: string
}

/** The path of a bundle's delta: `guides.zip` → `guides.delta.zip`, `guides.zim` → `guides.zim.delta.zip`. */
const deltaPathOf = (path: string): string => `${path.replace(/\.zip$/, '')}.delta.zip`

/** Checks an earlier bundle before a new one is made at `path`. Throws a {@link UsageError} if no delta between the two is possible. */
export function checkedUpdate(from: string, path: string, format: FileFormat | 'folder' | 'html'): Since {
  if (format === 'folder' || format === 'html')
    throw refusal(
      `A delta is made between two zip or ZIM files, and \`format\` is ${format}. Choose the \`format\` zip or zim, or leave out \`update\`.`,
      from,
    )
  const file = new InputFile(from)
  try {
    const found = formatOf(file)
    if (found === undefined) throw damaged(from)
    if (found !== format)
      throw refusal(`${from} is a ${found} file, and \`format\` is ${format}. A delta is made between two of one \`format\`.`, from)
    if (found === 'zip' && readDirectory(file).entries.some((entry) => entry.path === DESCRIPTION))
      throw refusal(`${from} is a delta. Name the bundle that is to be brought up to date as \`update\`.`, from)
  } finally {
    file.close()
  }
  const delta = deltaPathOf(path)
  if ([path, delta].some((made) => existsSync(made) && realpathSync(made) === realpathSync(from)))
    throw refusal(`${from}, from which the delta is made, would be replaced. Name another \`out\`, or move that file away.`, from)
  refuseUnmanaged(delta, 'zip')
  return { format, from, path: delta }
}

const refusal = (message: string, path: string): UsageError => new UsageError(message, { option: 'update', path })
