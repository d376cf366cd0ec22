import { fork, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockCache } from '../../../src/cache/lock/lock.ts'
import { CacheError } from '../../../src/errors.ts'
import { temporaryFolder } from '../small-cache.ts'

/** A heartbeat, for locks whose holder is watched. */
const BEAT_MS = 40

const unexpected = (sentence: string) => expect.fail(sentence)

async function leaveLock(folder: string, holder: object): Promise<string> {
  const path = join(folder, 'crawl.lock')
  await writeFile(path, JSON.stringify({ since: '2026-01-01T00:00:00.000Z', host: hostname(), ...holder }))
  return path
}

async function takesOver(folder: string): Promise<string> {
  const said: string[] = []
  const lock = await lockCache(folder, (sentence) => said.push(sentence), BEAT_MS)
  await lock.release()
  expect(said).toHaveLength(1)
  return said[0] ?? ''
}

test('a folder is locked once at a time, and the second process learns who holds the lock', async () => {
  const folder = await temporaryFolder()
  const lock = await lockCache(folder, unexpected)
  const second = lockCache(folder, unexpected)
  await expect(second).rejects.toThrow(CacheError)
  await expect(second).rejects.toThrow(new RegExp(`process ${process.pid} on ${hostname()}, since 20\\d\\d-.*\`cache\``))
  await lock.release()
  await (await lockCache(folder, unexpected)).release()
  expect(await readdir(folder)).toEqual([])
})

test('of many at once, one gets the lock', async () => {
  const folder = await temporaryFolder()
  await leaveLock(folder, { pid: await deadPid() })
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockCache(folder, () => undefined)))
  const got = all.filter(({ status }) => status === 'fulfilled')
  expect(got).toHaveLength(1)
  for (const result of all) if (result.status === 'fulfilled') await result.value.release()
  expect(await readdir(folder)).toEqual([])
})

test('of many processes that find a dead lock at once, one gets it, again and again', async () => {
  const program = join(import.meta.dirname, 'many-lockers.ts')
  const rivals = Array.from({ length: 4 }, () => fork(program, ['5']))
  onTestFinished(() => rivals.forEach((rival) => void rival.kill()))
  await Promise.all(rivals.map((rival) => once(rival, 'message')))
  const tell = (message: string) =>
    Promise.all(
      rivals.map(async (rival) => {
        const answered = once(rival, 'message')
        rival.send(message)
        return ((await answered) as [{ got: number; said: string[] }])[0]
      }),
    )
  const root = await temporaryFolder()
  const pid = await deadPid()
  for (let round = 0; round < 15; round++) {
    const folder = join(root, String(round))
    await mkdir(folder)
    await leaveLock(folder, { pid })
    const answers = await tell(folder)
    expect(answers.reduce((sum, { got }) => sum + got, 0)).toBe(1)
    for (const sentence of answers.flatMap(({ said }) => said)) expect(sentence).toContain('Another crawl is running')
    await tell('release')
    expect(await readdir(folder)).toEqual([])
  }
})

test('a process that dies while it takes over a lock does not block the next one', async () => {
  const folder = await temporaryFolder()
  const pid = await deadPid()
  const path = await leaveLock(folder, { pid })
  const turn = `${path}.${hash('sha256', await readFile(path, 'utf8')).slice(0, 12)}.part`
  await writeFile(turn, JSON.stringify({ pid, host: hostname(), since: '2026-01-02T00:00:00.000Z' }))
  expect(await takesOver(folder)).toContain(`process ${pid} on ${hostname()}`)
  expect(await readdir(folder)).toEqual([])
})

test('a lock that is a dangling link is refused with an error', async () => {
  const folder = await temporaryFolder()
  await symlink(join(folder, 'nowhere'), join(folder, 'crawl.lock'))
  await expect(lockCache(folder, unexpected)).rejects.toThrow('crawl.lock cannot be taken')
})

test('a lock whose process is dead is taken over with a warning', async () => {
  const folder = await temporaryFolder()
  const pid = await deadPid()
  await leaveLock(folder, { pid })
  expect(await takesOver(folder)).toContain(`process ${pid} on ${hostname()}`)
})

test('a lock of an earlier process with the same pid is taken over', async ({ skip }) => {
  skip(process.platform !== 'linux', 'this system does not report when a process started')
  const folder = await temporaryFolder()
  await leaveLock(folder, { pid: process.pid, process: 'an-earlier-boot 1' })
  expect(await takesOver(folder)).toContain(`process ${process.pid}`)
})

test('a lock of any running process is held', async () => {
  const folder = await temporaryFolder()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill())
  const lock = await lockCache(folder, unexpected)
  const own = JSON.parse(await readFile(join(folder, 'crawl.lock'), 'utf8')) as { process?: string }
  await lock.release()
  expect(typeof own.process).toBe(process.platform === 'linux' ? 'string' : 'undefined')
  if (own.process === undefined) await leaveLock(folder, { pid: child.pid })
  else await leaveLock(folder, { pid: process.pid, process: own.process })
  await expect(lockCache(folder, unexpected)).rejects.toThrow('Another crawl is running')
})

test('a lock of another machine is held while it is touched, and taken over after a minute of silence', async () => {
  const folder = await temporaryFolder()
  const path = await leaveLock(folder, { pid: 1, host: 'elsewhere' })
  await expect(lockCache(folder, unexpected)).rejects.toThrow('process 1 on elsewhere')
  await utimes(path, new Date(), new Date(Date.now() - 61_000))
  expect(await takesOver(folder)).toContain('process 1 on elsewhere')
})

test.for([-7_200_000, 7_200_000])('a lock touched by a clock %i ms off from ours is held', async (aheadMs) => {
  const folder = await temporaryFolder()
  const path = await leaveLock(folder, { pid: 1, host: 'elsewhere' })
  const touch = () => utimesSync(path, new Date(), new Date(Date.now() + aheadMs))
  touch()
  const beat = setInterval(touch, BEAT_MS)
  onTestFinished(() => clearInterval(beat))
  await expect(lockCache(folder, unexpected, 5 * BEAT_MS)).rejects.toThrow('process 1 on elsewhere')
})

test('an empty lock is held by no running process', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'crawl.lock')
  await writeFile(path, '')
  await utimes(path, new Date(), new Date(Date.now() - 61_000))
  expect(await takesOver(folder)).toContain('an unknown process')
})

test('a folder created for the lock is removed with it if nothing was written', async () => {
  const folder = join(await temporaryFolder(), 'cache')
  await (await lockCache(folder, unexpected)).release()
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

test('a folder to which a crawl wrote is kept, and so is an empty one that existed before', async () => {
  const home = await temporaryFolder()
  const lock = await lockCache(join(home, 'cache'), unexpected)
  await writeFile(join(home, 'cache/manifest.json'), '{}')
  await lock.release()
  expect(await readdir(join(home, 'cache'))).toEqual(['manifest.json'])
  await mkdir(join(home, 'empty'))
  await (await lockCache(join(home, 'empty'), unexpected)).release()
  expect(await readdir(join(home, 'empty'))).toEqual([])
})

async function deadPid(): Promise<number | undefined> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid
}
