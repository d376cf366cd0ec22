import { type CacheLock, lockCache } from '../../../src/cache/lock/lock.ts'

/** Locks each received folder this many times at once, and reports how often it succeeded; `release` releases them. */
const times = Number(process.argv[2])
let locks: CacheLock[] = []

async function lock(folder: string): Promise<{ got: number; said: string[] }> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => lockCache(folder, () => undefined)))
  locks = all.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return { got: locks.length, said: all.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])) }
}

async function release(): Promise<{ got: number; said: string[] }> {
  await Promise.all(locks.map((held) => held.release()))
  return { got: 0, said: [] }
}

process.on(
  'message',
  (message: string) => void (message === 'release' ? release() : lock(message)).then((answer) => process.send?.(answer)),
)
process.send?.('ready')
