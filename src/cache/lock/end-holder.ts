import { setTimeout as sleep } from 'node:timers/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readIfExists } from '../../disk/read.ts'
import { type Holder, isAlive, parseHolder } from './holder.ts'
import { LOCK_PATH } from './lock.ts'

const KILLED_MS = 100

/**
 * Ends the process that holds a folder's lock, if it is this holder and runs on this machine: to be called only for one that has lost its
 * right to write. Another machine's lock is dead when it has not been touched for a while.
 */
export async function endHolder(folder: string, holder: Holder): Promise<void> {
  const path = join(folder, LOCK_PATH)
  const now = parseHolder((await readIfExists(path)) ?? '')
  const isSame = now?.pid === holder.pid && now.host === holder.host && now.process === holder.process
  if (!isSame || holder.process === undefined || holder.host !== hostname() || holder.pid === process.pid) return
  if (!(await isAlive(holder, path))) return
  process.kill(holder.pid, 'SIGKILL')
  await sleep(KILLED_MS)
}
