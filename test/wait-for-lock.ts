import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockCache } from '../src/cache/lock/lock.ts'
import { CacheError } from '../src/errors.ts'

/** Locks a folder that test files in several processes share, once whoever has it is done. */
export async function waitForLock(folder: string): ReturnType<typeof lockCache> {
  await mkdir(folder, { recursive: true })
  for (;;) {
    try {
      return await lockCache(folder, () => undefined)
    } catch (error) {
      if (!(error instanceof CacheError)) throw error
      await sleep(100)
    }
  }
}
