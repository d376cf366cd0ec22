import { hash, randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CacheError, explainSystem } from '../../errors.ts'
import { readIfExists } from '../../disk/read.ts'
import { parseWhole } from '../parse-stored.ts'

/** How often a holder touches its lock; for a holder on another machine this is the only sign of life. */
const BEAT_MS = 10_000

const LOCK_PATH = 'crawl.lock'

/** The time that another process has to take over or release a lock before it is checked again. */
const TURN_MS = 10
/** How often a lock may be released and taken by another process before we get it. */
const MAX_MISSED = 100

export interface CacheLock {
  release: () => Promise<void>
}

/**
 * Locks a folder for one crawl. Throws a {@link CacheError} that names the holder; a lock whose holder is dead is taken over, and
 * `onTakeOver` is called. The holder touches its lock every `beatMs`.
 */
export async function lockCache(folder: string, onTakeOver: (sentence: string) => void, beatMs = BEAT_MS): Promise<CacheLock> {
  const path = join(folder, LOCK_PATH)
  const explain = (error: unknown): never => {
    throw explainSystem(error, folder)
  }
  const isNew = (await mkdir(folder, { recursive: true }).catch(explain)) !== undefined
  const lock = await lockFile(path, beatMs).catch(explain)
  if ('holder' in lock) throw held(folder, lock.holder, path)
  if (lock.dead !== undefined) onTakeOver(`A crawl that ended without a word (${lock.dead}) had locked ${folder}: taken over.`)
  return {
    release: async () => {
      await lock.release()
      // A crawl that has written nothing leaves no folder.
      if (isNew && (await readdir(folder)).length === 0) await rmdir(folder)
    },
  }
}

/** Takes a lock file, or returns a description of its holder. `dead` is the previous holder, if it ended without releasing the lock. */
export async function lockFile(
  path: string,
  beatMs = BEAT_MS,
): Promise<{ release: () => Promise<void>; dead?: string } | { holder: string }> {
  const text = JSON.stringify(await whoWeAre())
  const result = await take(path, text, beatMs)
  if ('holder' in result) return { holder: inWords(result.holder) }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs).unref()
  const release = async () => {
    clearInterval(beat)
    if ((await readIfExists(path)) === text) await rm(path, { force: true })
  }
  return { release, ...(result.dead !== undefined && { dead: inWords(parseHolder(result.dead)) }) }
}

/** True while a crawl is running in a folder. */
export async function isLocked(folder: string): Promise<boolean> {
  const path = join(folder, LOCK_PATH)
  const text = await readIfExists(path)
  return text !== undefined && isAlive(parseHolder(text), path)
}

/** Creates our lock at `path`, or returns its holder. `dead` is the lock that it replaces. */
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
  throw new CacheError(`${path} cannot be taken: its name is in use, and nothing can be read there. Remove it and try again.`, {
    code: 'ERR_CACHE_LOCKED',
    path,
  })
}

/**
 * Atomically replaces a dead lock: were there none for a moment, another process could create one. Of several that see it, only the holder
 * of a second lock for that lock may, and only while the dead one is still there. The second lock can be taken over in turn.
 */
async function replace(path: string, dead: string, text: string, beatMs: number): Promise<boolean> {
  const turn = `${path}.${hash('sha256', dead).slice(0, 12)}.part`
  const replacement = temporaryOf(path)
  if ('holder' in (await take(turn, text, beatMs))) return false
  try {
    if ((await readIfExists(path)) !== dead) return false
    await writeFile(replacement, text)
    await rename(replacement, path)
    return true
  } finally {
    await rm(replacement, { force: true })
    await rm(turn, { force: true })
  }
}

async function create(path: string, text: string): Promise<boolean> {
  const temporary = temporaryOf(path)
  try {
    await writeFile(temporary, text)
    // A file system without hard links needs two steps.
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

/** Random, unlike that of atomic.ts: crawls on other machines may have our process id and lock the same folder. */
const temporaryOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.part`

const held = (folder: string, holder: string, path: string): CacheError =>
  new CacheError(
    `Another crawl is running in ${folder}: ${holder}. Wait for its end, or name another folder with \`cache\`; if it is long gone, remove ${path}.`,
    { code: 'ERR_CACHE_LOCKED', option: 'cache', path },
  )

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** The holder of a lock. `process` distinguishes a process from a later one with the same id, if the system provides that. */
interface Holder {
  pid: number
  host: string
  since: string
  process?: string
}

async function whoWeAre(): Promise<Holder> {
  const start = await startOf(process.pid)
  return { pid: process.pid, host: hostname(), since: new Date().toISOString(), ...(start !== undefined && { process: start }) }
}

/** Undefined for a lock truncated by a power loss. */
function parseHolder(text: string): Holder | undefined {
  const holder = parseWhole(text) as Partial<Holder> | null | undefined
  return holder && Number.isInteger(holder.pid) ? { pid: 0, host: '', since: '', ...holder } : undefined
}

/** True while the process that owns the lock at `path` is running. If that cannot be determined, it counts as running. */
async function isAlive(holder: Holder | undefined, path: string, beatMs = BEAT_MS): Promise<boolean> {
  if (holder?.host !== hostname()) return isTouched(path, beatMs)
  if (!isRunning(holder.pid)) return false
  const start = await startOf(holder.pid)
  return start === undefined || holder.process === undefined || start === holder.process
}

/** Touched within six beats. Clocks of two machines may differ, or jump: a lock that looks old is watched for two beats. */
async function isTouched(path: string, beatMs: number): Promise<boolean> {
  const before = await touchedAt(path)
  if (Math.abs(Date.now() - before) < 6 * beatMs) return true
  await sleep(2 * beatMs)
  return (await touchedAt(path)) !== before
}

const touchedAt = async (path: string): Promise<number> => (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0) // sends nothing
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // another user's process
  }
}

/** When a process started, in system ticks; undefined if unavailable. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readIfExists(`/proc/${pid}/stat`).catch(() => undefined)
  const boot = await readIfExists('/proc/sys/kernel/random/boot_id').catch(() => undefined)
  if (stat === undefined || boot === undefined) return undefined
  // The second field, the name, is in parentheses and can contain anything; the start is the 22nd.
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return start && `${boot.trim()} ${start}`
}

const inWords = (holder: Holder | undefined): string =>
  holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'an unknown process'
