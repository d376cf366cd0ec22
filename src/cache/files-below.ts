import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './atomic.ts'

/** Paths of the files in a folder, relative to `root`, with slashes. */
export async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(root, `${folder}/${entry.name}`)
    else yield `${folder}/${entry.name}`
  }
}
