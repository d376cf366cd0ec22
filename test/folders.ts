import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for all tests of the file or `describe` that calls this. It is removed after them. */
export function folderForAll(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'benchbook-all-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files below a folder, by their paths; a path that ends with a slash is that of a folder. */
export async function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(path.endsWith('/') ? join(root, path) : dirname(join(root, path)), { recursive: true })
    if (!path.endsWith('/')) await writeFile(join(root, path), content)
  }
}
