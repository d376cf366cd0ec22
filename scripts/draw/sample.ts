// Draws the pictures, documents and video of the sample site into sample/media.
import { fileURLToPath } from 'node:url'
import { writeMedia } from '../../sample/drawing/write.ts'

const folder = fileURLToPath(new URL('../../sample', import.meta.url))
const { files, bytes, film } = await writeMedia(folder, (key) => console.log(`drawn: ${key}`))
console.log(`${files} files, ${(bytes / 1e6).toFixed(2)} MB of pictures and documents.`)
if (film === 'kept') console.log('There is no ffmpeg on the PATH, so the film that was committed stays as it is.')
