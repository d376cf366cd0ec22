import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDamaged } from '../cache/media/media-damage.ts'
import { filesBelow } from '../disk/files-below.ts'
import { isAsPlaced, isDrawing } from '../publish/drawing.ts'
import { isMediaFile } from '../publish/media.ts'

/** A site's media hosted elsewhere, and the folder that is uploaded there. */
export interface MediaBeside {
  /** The prefix of their addresses on pages. */
  base: string
  folder: string
}

/** The addresses of the folder's files once uploaded. Undefined if it is missing. */
export async function addressesOf({ base, folder }: MediaBeside): Promise<ReadonlyMap<string, string> | undefined> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined
  const found = new Map<string, string>()
  for await (const file of filesBelow(folder)) if (isMediaFile(file)) found.set(base + file, join(folder, file))
  return found
}

/** True for a file whose content does not match its name; undefined if the name has no digest. */
export const isSpoilt = (path: string): boolean | undefined => (isDrawing(path) ? !isAsPlaced(path) : isDamaged(path))
