import { lstatSync, type Stats } from 'node:fs'
import { copyFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { filesBelow } from '../../disk/files-below.ts'
import { linked } from '../../disk/copy.ts'
import { haveSameBytes } from '../../disk/same-bytes.ts'
import { readFileList } from '../file-list.ts'
import { CompressPool } from './compress-pool.ts'
import { TEXTS } from './texts.ts'

const TEXT = new RegExp(`\\.(?:${TEXTS})$`)
/** A smaller file fits into one packet either way. */
const MIN_BYTES = 512
const COPIES = ['br', 'gz'] as const
/** Files between two turns of the event loop. */
const TURN = 50

interface CompressHooks {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: { stage: 'hosts'; done: number }) => void) | undefined
}

/**
 * Writes compressed copies next to the text files of a new site. Copies of unchanged files are reused from the previous site, if they are
 * unchanged too.
 */
export async function compressSite(
  { site, earlier }: { site: string; earlier: string },
  { signal, onProgress }: CompressHooks = {},
): Promise<void> {
  const files: string[] = []
  for await (const file of filesBelow(site)) if (TEXT.test(file)) files.push(file)
  const list = await readFileList(earlier)
  const hashes = typeof list === 'object' ? list.hashes : undefined
  const isAsBuilt = (file: string): boolean => {
    const there = statsOf(join(earlier, file))
    return typeof list === 'object' && !!there && there.mtimeMs <= list.writtenMs
  }
  const pool = new CompressPool(signal)
  let done = 0
  const onDone = (): void => onProgress?.({ stage: 'hosts', done: ++done })
  try {
    for (const [index, file] of files.sort().entries()) {
      if (index % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      const [path, before] = [join(site, file), join(earlier, file)]
      const fresh = statsOf(path)
      if (!fresh || fresh.size < MIN_BYTES) continue
      const old = COPIES.filter((ending) => hashes?.has(`${file}.${ending}`))
      if (old.length > 0 && old.every((ending) => isAsBuilt(`${file}.${ending}`)) && isSame(fresh, path, before)) {
        for (const ending of old) await keep(`${before}.${ending}`, `${path}.${ending}`)
        onDone()
      } else await pool.add(path, onDone)
    }
    await pool.end()
  } finally {
    await pool.close()
  }
}

function isSame(fresh: Stats, path: string, before: string): boolean {
  const old = statsOf(before)
  if (old?.size !== fresh.size) return false
  return (old.ino === fresh.ino && old.dev === fresh.dev) || haveSameBytes(path, before)
}

async function keep(from: string, to: string): Promise<void> {
  if (await linked(from, to)) return
  await copyFile(from, to)
  const stats = statsOf(from)
  if (stats) await utimes(to, stats.atime, stats.mtime)
}

/** Undefined if it is not a file, such as a link. */
function statsOf(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}
