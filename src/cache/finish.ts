import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, readIfThere } from './atomic.ts'
import { LIST_NAMES, listPath, MANIFEST_PATH, PENDING_FOLDER, type RecordKey, recordPath, RECORDS_PATH } from './layout.ts'

/**
 * Puts a crawl that has decided to finish (its manifest stands in `pending/`) in the place of the one before it. Each step can be
 * done twice, so a run cut short is brought to its end by calling this again. Returns false when there was nothing to do.
 */
export async function resumeFinish(folder: string): Promise<boolean> {
  const pending = join(folder, PENDING_FOLDER)
  if ((await readIfThere(join(pending, MANIFEST_PATH))) === undefined) return false
  await moveFiles(join(pending, 'records'), join(folder, 'records'))
  await moveFiles(join(pending, 'lists'), join(folder, 'lists'))
  await forget(folder, pending)
  await move(join(pending, RECORDS_PATH), join(folder, RECORDS_PATH))
  await move(join(pending, MANIFEST_PATH), join(folder, MANIFEST_PATH))
  await rm(pending, { recursive: true, force: true })
  return true
}

/** Removes what the last crawl had and this one does not keep. */
async function forget(folder: string, pending: string): Promise<void> {
  const kept = await readIfThere(join(pending, RECORDS_PATH))
  const before = await readIfThere(join(folder, RECORDS_PATH))
  if (kept !== undefined && before !== undefined) {
    const keep = new Set(kept.split('\n'))
    for (const line of before.split('\n')) {
      if (line && !keep.has(line)) await rm(join(folder, recordPath(JSON.parse(line) as RecordKey)), { force: true })
    }
  }
  const lists = new Set<string>(JSON.parse((await readIfThere(join(pending, 'lists.json'))) ?? '[]') as string[])
  for (const name of LIST_NAMES) if (!lists.has(name)) await rm(join(folder, listPath(name)), { force: true })
}

async function moveFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    if (entry.isDirectory()) await moveFiles(join(from, entry.name), join(to, entry.name))
    else if (!entry.name.endsWith('.part')) await move(join(from, entry.name), join(to, entry.name))
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error // it was moved before the cut
  }
}
