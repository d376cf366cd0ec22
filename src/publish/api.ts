import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { mediaIn } from './media.ts'

/** The path of the API's files in a site. */
export const API_FOLDER = 'api/2.0'

/** Writes the API's answers into a site, one at a time, and adds the files that they reference to `media`. */
export async function placeApi(
  outDir: string,
  files: AsyncIterable<{ path: string; body: string }>,
  media: Set<string>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: { stage: 'api'; done: number }) => void } = {},
): Promise<void> {
  let done = 0
  for await (const { path, body } of files) {
    signal?.throwIfAborted()
    for (const file of mediaIn(body)) media.add(file)
    const file = join(outDir, API_FOLDER, path)
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, body)
    } catch (error) {
      throw explainSystem(error, file)
    }
    onProgress?.({ stage: 'api', done: ++done })
  }
}
