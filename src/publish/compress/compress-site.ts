import { once } from 'node:events'
import { lstatSync, type Stats } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { eachOf } from '../../disk/each-of.ts'
import { haveSameBytes } from '../../disk/same-bytes.ts'
import { resolveWorkerUrl } from '../../installation.ts'
import type { CompressJob } from './compress-worker.ts'
import { readFileList } from '../file-list.ts'
import { TEXTS } from '../hosts/caching.ts'
import { reuse, type Staging } from '../staging.ts'

const TEXT = new RegExp(`\\.(?:${TEXTS})$`)
/** A smaller file fits into one packet either way. */
const MIN_BYTES = 512
const COPIES = ['br', 'gz'] as const

/** Writes compressed copies next to the text files of a new site; reuses unchanged copies of unchanged files of the previous one. */
export async function compressSite(
  staging: Staging,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: { stage: 'hosts'; done: number }) => void } = {},
): Promise<void> {
  const { site, earlier } = staging
  const { at, below } = staging.files
  const files: string[] = []
  for await (const file of below()) if (TEXT.test(file)) files.push(file)
  const found = await readFileList(earlier)
  const list = typeof found === 'object' ? found : { hashes: new Map<string, string>(), writtenMs: 0 }
  const isAsBuilt = (file: string): boolean => (statsOf(join(earlier, file))?.mtimeMs ?? Infinity) <= list.writtenMs
  const workers: Worker[] = []
  const idle: Worker[] = []
  let done = 0
  const makeOrKeep = async (file: string): Promise<void> => {
    signal?.throwIfAborted()
    const [path, before] = [at(file), join(earlier, file)]
    const fresh = statsOf(path)
    if (!fresh || fresh.size < MIN_BYTES) return
    const old = COPIES.filter((ending) => list.hashes.has(`${file}.${ending}`))
    if (old.length > 0 && old.every((ending) => isAsBuilt(`${file}.${ending}`)) && isSame(fresh, path, before))
      for (const ending of old) reuse(staging, `${file}.${ending}`)
    else {
      const worker = idle.pop() ?? startWorker(workers)
      const answer = once(worker, 'message', { signal })
      worker.postMessage({ path, copyOf: join(site, file) } satisfies CompressJob)
      await answer
      idle.push(worker)
    }
    onProgress?.({ stage: 'hosts', done: ++done })
  }
  try {
    await eachOf(files.sort(), availableParallelism(), makeOrKeep)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** A thread that compresses a file at a time. It gets neither the token in the environment nor Node's own arguments. */
function startWorker(workers: Worker[]): Worker {
  const worker = new Worker(resolveWorkerUrl(new URL('./compress-worker.ts', import.meta.url)), { env: {}, argv: [], execArgv: [] })
  // Errors are received through `once`; after an abort they are ignored, as the folder may be gone.
  worker.on('error', () => undefined)
  workers.push(worker)
  return worker
}

function isSame(fresh: Stats, path: string, before: string): boolean {
  const old = statsOf(before)
  if (old?.size !== fresh.size) return false
  return (old.ino === fresh.ino && old.dev === fresh.dev) || haveSameBytes(path, before)
}

/** Undefined if it is not a file, such as a link. */
function statsOf(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}
