import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { forget, makingFolder } from '../disk/atomic.ts'
import { formerRecordPath, PENDING_FOLDER, recordPath, RECORDS_PATH } from './layout.ts'
import { readKeys } from './records/record-keys.ts'

/**
 * Renames the records of a format 1 cache, including those of a finishing crawl. A file shared by two records is deleted, so both are
 * requested again. Idempotent; the cache must be locked.
 */
export async function renameFormer(folder: string): Promise<void> {
  const pending = join(folder, PENDING_FOLDER)
  const claims = new Map<string, string | undefined>()
  for (const place of [folder, pending])
    for await (const key of readKeys(join(place, RECORDS_PATH))) {
      const former = formerRecordPath(key)
      if (!former) continue
      const path = recordPath(key)
      claims.set(former, claims.has(former) && claims.get(former) !== path ? undefined : path)
    }
  for (const place of [folder, pending])
    for (const [former, path] of claims) {
      if (!existsSync(join(place, former))) continue
      if (path === undefined) forget(join(place, former))
      else makingFolder(join(place, path), () => renameSync(join(place, former), join(place, path)))
    }
}
