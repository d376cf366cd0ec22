import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for all tests of a file or of a `describe`, where this is called. It is gone when they are. */
export function folderForAll(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'benchbook-all-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
