import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { isKeptPath } from '../../src/cache/kept-files.ts'
import { pushCache } from '../../src/store/push.ts'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { differences, randomFrom } from '../crawl/kill.ts'
import { contents, crawled } from './crawled.ts'
import { dyingProxy } from './dying-proxy.ts'
import { memoryStore, type MemoryStore } from './memory-store.ts'

/** `KILL_SEED=7 KILL_MOMENTS=50 npm run sweep -- test/store/killed-pull.test.ts` */
const SEED = Number(process.env.KILL_SEED ?? 2026)
const MOMENTS = Number(process.env.KILL_MOMENTS ?? 10)
const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'here' }

/** Has a process kill itself before the so manieth time that it changes what a folder holds, or tell at its end how often it did. */
const killedAt = (moment: number): string[] => {
  const program = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let count = 0
    for (const name of ['renameSync', 'rmSync', 'writeFileSync', 'mkdirSync']) {
      const own = fs[name]
      fs[name] = (...words) => {
        if (++count === ${moment}) process.kill(process.pid, 'SIGKILL')
        return own(...words)
      }
    }
    syncBuiltinESMExports()
    process.on('exit', () => fs.writeSync(2, 'changes: ' + count))`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

/** What of a folder a reader would read. */
const keptOf = async (folder: string) => new Map([...(await contents(folder))].filter(([path]) => isKeptPath(path)))

/** A store with a changed crawl, in which records and files are new, others and gone, and a folder that has the former one; what both hold. */
async function nightAfter(store: MemoryStore) {
  const [source, folder] = [await temporaryFolder(), join(await temporaryFolder(), 'cache')]
  const push = () => pushCache(store.client, { folder: source, product: 'test', full: false, onNote: () => undefined })
  await crawled(source)
  await push()
  expect(await startBenchbook(wordsFor(store.endpoint, folder), { env }).ended).toMatchObject({ code: 0 })
  const former = await keptOf(source)
  const titles = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [7 * at + 1, `Another title ${at}`]))
  await crawled(source, titles, '2026-01-02T00:00:01.000Z')
  for (const shelf of (await readdir(join(source, 'media'))).slice(0, 8)) await rm(join(source, 'media', shelf), { recursive: true })
  await push()
  return { folder, former, next: await keptOf(source) }
}

const wordsFor = (endpoint: string, folder: string): string[] => [
  'cache',
  'pull',
  '--quiet',
  '--cache',
  folder,
  '--store',
  's3://bucket/prefix',
  '--s3-endpoint',
  endpoint,
]

test(
  'a pull killed at any moment leaves the former state, the new one or none, and the next one completes it',
  { timeout: 300_000 },
  async () => {
    const store = await memoryStore('honoured')
    const { folder, former, next } = await nightAfter(store)
    expect(differences(former, next).length).toBeGreaterThan(40)
    const random = randomFrom(SEED)
    const copyOf = async () => {
      const copy = join(await temporaryFolder(), 'cache')
      await cp(folder, copy, { recursive: true, preserveTimestamps: true })
      return copy
    }
    const whole = await startBenchbook(wordsFor(store.endpoint, await copyOf()), { env, node: killedAt(-1) }).ended
    const changes = Number(/changes: (\d+)/.exec(whole.stderr)?.[1])
    expect(changes).toBeGreaterThan(80)
    const seen = new Set<string>()
    const judge = async (copy: string, when: string) => {
      const now = await keptOf(copy)
      if (existsSync(join(copy, 'manifest.json'))) {
        await openCache(copy)
        const state = differences(now, former).length === 0 ? 'former' : 'new'
        expect(differences(now, state === 'former' ? former : next), when).toEqual([])
        seen.add(state)
      } else {
        const built = await benchbookHere(['build', '--cache', copy, '--out', join(copy, '../dist')])
        expect(built, when).toMatchObject({ code: 2, stderr: expect.stringMatching(/^benchbook: \S+ holds no finished crawl/) as string })
        seen.add('none')
      }
      const again = await benchbookHere([...wordsFor(store.endpoint, copy), '--json'], { env })
      expect(again, when).toMatchObject({ code: 0 })
      expect(differences(await keptOf(copy), next), when).toEqual([])
      expect(
        (await readdir(copy)).filter((name) => name.includes('.part') || name.endsWith('.lock')),
        when,
      ).toEqual([])
    }
    const atRandom = Array.from({ length: MOMENTS }, () => 1 + Math.floor(random() * changes))
    // In the middle of moving, and when all but the last has moved.
    for (const moment of [...atRandom, Math.floor(0.7 * changes), changes - 2, changes - 1, changes]) {
      const copy = await copyOf()
      const { child, ended } = startBenchbook(wordsFor(store.endpoint, copy), { env, node: killedAt(moment) })
      await ended
      const when = `KILL_SEED=${SEED}, killed at change ${moment} of ${changes}`
      expect(child.signalCode, when).toBe('SIGKILL')
      await judge(copy, when)
    }
    for (const request of [0, 1, 3]) {
      const copy = await copyOf()
      const proxy = await dyingProxy(store.endpoint, request)
      const { child, ended } = startBenchbook(wordsFor(proxy.endpoint, copy), { env })
      await proxy.reached.then(() => child.kill('SIGKILL'))
      await ended
      await judge(copy, `killed at request ${request}`)
    }
    expect(seen).toEqual(new Set(['former', 'none', 'new']))
  },
)
