import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainSystem } from '../errors.ts'
import { mediaIn } from './media.ts'

/** The path of the API's files in a site. */
export const API_FOLDER = 'api/2.0'

interface ApiHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'api'; done: number }) => void
}

/** Writes the API's answers into a site, one at a time, and adds the files that they reference to `media`. */
export async function placeApi(
  outDir: string,
  files: AsyncIterable<{ path: string; body: string }>,
  media: Set<string>,
  { signal, onProgress }: ApiHooks = {},
): Promise<void> {
  let done = 0
  for await (const { path, body } of files) {
    signal?.throwIfAborted()
    for (const file of mediaIn(body)) media.add(file)
    await writeInto(join(outDir, API_FOLDER, path), body)
    onProgress?.({ stage: 'api', done: ++done })
  }
}

async function writeInto(path: string, body: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, body)
  } catch (error) {
    throw explainSystem(error, path)
  }
}
