import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfExists } from '../../disk/read.ts'

/** The holder of a lock. `process` distinguishes a process from a later one with the same id, if the system provides that. */
export interface Holder {
  pid: number
  host: string
  since: string
  process?: string
}

/** How often a holder touches its lock; for a holder on another machine this is the only sign of life. */
export const BEAT_MS = 10_000

export async function whoWeAre(): Promise<Holder> {
  const start = await startOf(process.pid)
  return { pid: process.pid, host: hostname(), since: new Date().toISOString(), ...(start !== undefined && { process: start }) }
}

/** Undefined for a lock truncated by a power loss. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return holder && Number.isInteger(holder.pid) ? { pid: 0, host: '', since: '', ...holder } : undefined
  } catch {
    return undefined
  }
}

/** True while the process that owns the lock at `path` is running. If that cannot be determined, it counts as running. */
export async function isAlive(holder: Holder | undefined, path: string, beatMs = BEAT_MS): Promise<boolean> {
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

export const inWords = (holder: Holder | undefined): string =>
  holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'an unknown process'
