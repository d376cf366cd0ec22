import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mediaPath } from '../../src/cache/layout.ts'
import { PICTURES } from './catalogue.ts'
import { documents } from './documents.ts'
import { hasFfmpeg, makeFilm } from './film.ts'
import { pictureFiles } from './pixels.ts'
import type { MediaFile } from './pixels.ts'
import { videoUrl } from './video.ts'

/** What was written, and whether the film could be made again. */
export interface Written {
  files: number
  bytes: number
  film: 'made' | 'kept'
}

/** Draws all media of the sample site below `folder` and removes media files there that are no longer drawn. */
export async function writeMedia(folder: string, onPicture: (key: string) => void): Promise<Written> {
  const films = { mp4: filmPath(folder, 'mp4'), webm: filmPath(folder, 'webm') }
  const wanted = new Set(Object.values(films))
  let bytes = 0
  const keep = async (file: MediaFile) => {
    const path = join(folder, mediaPath(file.url, file))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.bytes)
    wanted.add(path)
    bytes += file.bytes.length
  }
  for (const picture of PICTURES) {
    for (const file of await pictureFiles(picture)) await keep(file)
    onPicture(picture.key)
  }
  for (const { record, bytes: content } of documents()) await keep({ url: record.url, extension: 'pdf', bytes: content })
  const film = hasFfmpeg() ? 'made' : 'kept'
  if (film === 'made') {
    for (const path of Object.values(films)) await mkdir(dirname(path), { recursive: true })
    await makeFilm(films)
  }
  await removeOthers(join(folder, 'media'), wanted)
  return { files: wanted.size, bytes, film }
}

function filmPath(folder: string, extension: 'mp4' | 'webm'): string {
  return join(folder, mediaPath(videoUrl(extension), { extension }))
}

async function removeOthers(folder: string, wanted: Set<string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(paths.filter((path) => !wanted.has(path)).map((path) => rm(path)))
}
