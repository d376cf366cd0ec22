// Draws the pictures, documents and video of the sample site into sample/media.
import { join } from 'node:path'
import { writeMedia } from '../../sample/drawing/write.ts'

const folder = join(import.meta.dirname, '../../sample')
const { files, bytes, film } = await writeMedia(folder, (key) => console.log(`drawn: ${key}`))
console.log(`${files} files, ${(bytes / 1e6).toFixed(2)} MB of pictures and documents.`)
if (film === 'kept') console.log('There is no ffmpeg on the PATH, so the film that was committed stays as it is.')
