import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDamaged } from '../cache/media/media-damage.ts'
import { filesBelow } from '../disk/files-below.ts'
import { isAsPlaced, isDrawing } from '../publish/drawing.ts'
import { isMediaFile } from '../publish/media.ts'

/** Media that a site shows from elsewhere, and the folder that is uploaded there. */
export interface MediaBeside {
  /** The address that pages begin theirs with. */
  base: string
  folder: string
}

/** The addresses that the files of the folder will have. Undefined where it is not there. */
export async function addressesOf({ base, folder }: MediaBeside): Promise<ReadonlyMap<string, string> | undefined> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined
  const found = new Map<string, string>()
  for await (const file of filesBelow(folder)) if (isMediaFile(file)) found.set(base + file, join(folder, file))
  return found
}

/** True for a file that is not what its name says; undefined where the name does not tell. */
export const isSpoilt = (path: string): boolean | undefined => (isDrawing(path) ? !isAsPlaced(path) : isDamaged(path))
