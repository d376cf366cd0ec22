import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CacheError, explainSystem } from '../errors.ts'
import { isMissing, readIfThere } from './atomic.ts'

/** Stands in the cache while a crawl writes it. */
const LOCK_PATH = 'crawl.lock'

/** A holder says that it is alive this often; of another machine's holder nothing else can be known. */
const BEAT_MS = 10_000
const SILENT_MS = 6 * BEAT_MS

/** Whose lock it is. `process` tells a process from a later one of the same number, where the system has a word for it. */
interface Holder {
  pid: number
  host: string
  since: string
  process?: string
}

export interface CacheLock {
  /** Gives the cache free. */
  release: () => Promise<void>
}

/**
 * Keeps a folder for one crawl. Throws a {@link CacheError} that says who holds it; a lock whose holder is dead is taken over, and
 * `onTakeOver` hears of it.
 */
export async function lockCache(folder: string, onTakeOver: (sentence: string) => void): Promise<CacheLock> {
  const path = join(folder, LOCK_PATH)
  const own = await whoWeAre()
  const text = JSON.stringify(own)
  const isNew = (await makeFolder(folder)) !== undefined
  for (;;) {
    if (await create(folder, path, text)) break
    const other = await readIfThere(path)
    if (other === undefined) continue // given free just now
    const holder = parseHolder(other)
    if (await isAlive(holder, path)) throw held(folder, holder, path)
    if (await moveAway(path, other)) onTakeOver(`A crawl that ended without a word (${inWords(holder)}) had locked ${folder}: taken over.`)
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS).unref()
  return {
    release: async () => {
      clearInterval(beat)
      if ((await readIfThere(path)) === text) await rm(path, { force: true })
      // A crawl that did not come to write anything leaves nothing.
      if (isNew && (await readdir(folder)).length === 0) await rmdir(folder)
    },
  }
}

/** True while a crawl is at work in a folder. */
export async function isLocked(folder: string): Promise<boolean> {
  const path = join(folder, LOCK_PATH)
  const text = await readIfThere(path)
  return text !== undefined && isAlive(parseHolder(text), path)
}

async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true })
  } catch (error) {
    throw explainSystem(error, folder)
  }
}

/** Makes the lock whole or not at all; false when there is one. */
async function create(folder: string, path: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await writeFile(temporary, text)
    // A file system without links makes it in two steps.
    await link(temporary, path).catch((error: unknown) => {
      if (isCode(error, 'EEXIST')) throw error
      return writeFile(path, text, { flag: 'wx' })
    })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await readIfThere(path)) !== undefined) return false
    throw explainSystem(error, folder)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Takes a dead lock out of the way; false when another process was faster, whose lock is put back. */
async function moveAway(path: string, dead: string): Promise<boolean> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isMissing(error)) return false
    throw explainSystem(error, path)
  }
  const isDead = (await readFile(aside, 'utf8')) === dead
  if (!isDead) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
  return isDead
}

async function isAlive(holder: Holder | undefined, path: string): Promise<boolean> {
  if (holder?.host === hostname()) return isRunning(holder.pid) && (await startOf(holder.pid)) === holder.process
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return Math.abs(Date.now() - mtimeMs) < SILENT_MS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0) // sends nothing
    return true
  } catch (error) {
    return isCode(error, 'EPERM') // another user's
  }
}

async function whoWeAre(): Promise<Holder> {
  const start = await startOf(process.pid)
  return { pid: process.pid, host: hostname(), since: new Date().toISOString(), ...(start !== undefined && { process: start }) }
}

/** When a process began, in the system's own count; undefined where it cannot be read. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readIfThere(`/proc/${pid}/stat`).catch(() => undefined)
  const boot = await readIfThere('/proc/sys/kernel/random/boot_id').catch(() => undefined)
  // The second field, the name, is in brackets and can hold anything; the start is the 22nd.
  const start = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return start && `${boot?.trim() ?? ''} ${start}`
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return holder && Number.isInteger(holder.pid) ? { pid: 0, host: '', since: '', ...holder } : undefined
  } catch {
    return undefined // cut short by a loss of power
  }
}

const inWords = (holder: Holder | undefined): string =>
  holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'an unknown process'

const held = (folder: string, holder: Holder | undefined, path: string): CacheError =>
  new CacheError(
    `Another crawl is at work in ${folder}: ${inWords(holder)}. Wait for its end, or name another folder with --cache; if it is long gone, remove ${path}.`,
  )

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
