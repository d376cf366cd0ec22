import { hash, randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CacheError, explainSystem } from '../../errors.ts'
import { readIfExists } from '../../disk/atomic.ts'
import { BEAT_MS, type Holder, inWords, isAlive, parseHolder, whoWeAre } from './holder.ts'

/** Stands in the cache while a crawl writes it. */
const LOCK_PATH = 'crawl.lock'

/** So long whoever takes a lock over, or gives it free, has for it before it is looked at again. */
const TURN_MS = 10
/** So often a lock may be given free, and be another's by the time that we make ours. */
const MAX_MISSED = 100

export interface CacheLock {
  /** Gives the cache free. */
  release: () => Promise<void>
}

/**
 * Keeps a folder for one crawl. Throws a {@link CacheError} that says who holds it; a lock whose holder is dead is taken over, and
 * `onTakeOver` hears of it. The holder touches its lock every `beatMs`.
 */
export async function lockCache(folder: string, onTakeOver: (sentence: string) => void, beatMs = BEAT_MS): Promise<CacheLock> {
  const path = join(folder, LOCK_PATH)
  const text = JSON.stringify(await whoWeAre())
  const isNew = (await makeFolder(folder)) !== undefined
  try {
    const result = await take(path, text, beatMs)
    if ('holder' in result) throw held(folder, result.holder, path)
    if (result.dead !== undefined)
      onTakeOver(`A crawl that ended without a word (${inWords(parseHolder(result.dead))}) had locked ${folder}: taken over.`)
  } catch (error) {
    throw explainSystem(error, folder)
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs).unref()
  return {
    release: async () => {
      clearInterval(beat)
      if ((await readIfExists(path)) === text) await rm(path, { force: true })
      // A crawl that did not come to write anything leaves nothing.
      if (isNew && (await readdir(folder)).length === 0) await rmdir(folder)
    },
  }
}

/** True while a crawl is at work in a folder. */
export async function isLocked(folder: string): Promise<boolean> {
  const path = join(folder, LOCK_PATH)
  const text = await readIfExists(path)
  return text !== undefined && isAlive(parseHolder(text), path)
}

async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true })
  } catch (error) {
    throw explainSystem(error, folder)
  }
}

/** Makes `path` our lock, or says whose it is. `dead` is the lock that it takes the place of. */
async function take(path: string, text: string, beatMs: number): Promise<{ dead?: string } | { holder: Holder | undefined }> {
  for (let missed = 0; missed < MAX_MISSED; await sleep(TURN_MS)) {
    if (await create(path, text)) return {}
    const other = await readIfExists(path)
    if (other === undefined) {
      missed++
      continue
    }
    const holder = parseHolder(other)
    if (await isAlive(holder, path, beatMs)) return { holder }
    if (await replace(path, other, text, beatMs)) return { dead: other }
  }
  throw new CacheError(`${path} cannot be taken: its name is in use, and nothing can be read there. Remove it and run the command again.`)
}

/**
 * Puts our lock in the place of a dead one, in one step: a moment without a lock would be another's chance to make one. Of many who have
 * seen the same dead lock only one may do so, and only while it stands there: whoever holds the lock of just that lock, which can be
 * taken over in its turn.
 */
async function replace(path: string, dead: string, text: string, beatMs: number): Promise<boolean> {
  const turn = `${path}.${hash('sha256', dead).slice(0, 12)}.part`
  const ours = temporaryOf(path)
  if ('holder' in (await take(turn, text, beatMs))) return false
  try {
    if ((await readIfExists(path)) !== dead) return false
    await writeFile(ours, text)
    await rename(ours, path)
    return true
  } finally {
    await rm(ours, { force: true })
    await rm(turn, { force: true })
  }
}

/** Makes a lock whole or not at all; false when there is one. */
async function create(path: string, text: string): Promise<boolean> {
  const temporary = temporaryOf(path)
  try {
    await writeFile(temporary, text)
    // A file system without links makes it in two steps.
    await link(temporary, path).catch((error: unknown) => {
      if (isThere(error)) throw error
      return writeFile(path, text, { flag: 'wx' })
    })
    return true
  } catch (error) {
    if (isThere(error)) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Unlike that of atomic.ts, by chance: crawls on other machines, whose process ids may be ours, make locks in the same folder. */
const temporaryOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.part`

const held = (folder: string, holder: Holder | undefined, path: string): CacheError =>
  new CacheError(
    `Another crawl is at work in ${folder}: ${inWords(holder)}. Wait for its end, or name another folder with --cache; if it is long gone, remove ${path}.`,
  )

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'
