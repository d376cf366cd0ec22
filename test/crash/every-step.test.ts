import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFinished } from '../../src/cache/manifest.ts'
import { CacheError } from '../../src/errors.ts'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { guide, guides, smallService } from '../crawl/small-service.ts'
import { siteFiles } from '../site-files.ts'
import { failedAt, heldAt, inSteps, killedAt } from '../steps.ts'
import { memoryStore, type MemoryStore } from '../store/memory-store.ts'
import { png } from '../views/small-site.ts'
import { cacheContent } from './cache-content.ts'

/** The number of steps of each command at which it is killed, and at which it fails; all steps if it has fewer. */
const STEPS = Number(process.env.CRASH_STEPS ?? 12)
const chance = randomFrom(Number(process.env.CRASH_SEED ?? 7))
const ERRORS = ['ENOSPC', 'EIO', 'EMFILE']
const OWN = ['notes.txt', 'cache/notes.md', 'dist.notes', 'guides.zip.part']

interface Command {
  words: string[]
  env?: NodeJS.ProcessEnv
  /** The published result, as a text to compare. */
  result: () => Promise<string>
}

/** What each command needs, in a folder; and the command, in a copy of it. */
interface Case {
  prepare: (home: string) => Promise<unknown>
  begin: (home: string) => Promise<Command>
  /** Leftovers allowed after an interrupted command: the next run continues from them. */
  between?: string
  /** Steps at which it is always killed. */
  always?: readonly RegExp[]
}

const run = async (home: string, ...words: string[]): Promise<void> => {
  const { code, stdout, stderr } = await startBenchbook([...words, '--quiet'], { cwd: home }).ended
  expect(code, stdout + stderr).toBe(0)
}

/** An edition of a service, as a finished crawl. */
async function crawled(cache: string, title: string, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => guide(at + 1, { title: `${title} ${at}` }))
  const records = all.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body }))
  const media = { 'https://media.example/1.png': png(30, 20) }
  await writeCache(cache, { records, media, lists: { guides: all.map(({ guideid, title }) => ({ guideid, title })) } })
}

const digests = async (folder: string): Promise<string> =>
  existsSync(folder) ? JSON.stringify(Array.from(await siteFiles(folder), ([file, { hash }]) => [file, hash]).sort()) : 'nothing'

/** The records, lists and media of a cache. */
async function cacheResult(cache: string): Promise<string> {
  try {
    await readFinished(cache)
  } catch (error) {
    if (error instanceof CacheError) return 'unfinished'
    throw error
  }
  return cacheContent(cache, ['records', 'lists', 'media'])
}

/** A build that is killed between two renames leaves the old site aside, and the next one restores it. */
const siteResult = (out: string): Promise<string> => digests(existsSync(out) ? out : `${out}.building/before`)

const fileResult = async (path: string): Promise<string> => (existsSync(path) ? readFile(path, 'base64') : 'nothing')

const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'here' }
const storeWords = (verb: string, { endpoint }: MemoryStore): string[] =>
  `cache ${verb} --cache cache --store s3://bucket/prefix --s3-endpoint ${endpoint}`.split(' ')
const push = async (home: string, store: MemoryStore): Promise<void> => {
  const { code, stderr } = await startBenchbook(storeWords('push', store), { cwd: home, env: AWS }).ended
  expect(code, stderr).toBe(0)
}

/** A folder with results made from an old edition, and a cache with a new one. */
async function made(home: string, ...words: string[]): Promise<void> {
  await crawled(join(home, 'cache'), 'Old', 3)
  await run(home, ...words)
  await crawled(join(home, 'cache'), 'New', 4)
}

const command =
  (resultOf: (path: string) => Promise<string>, path: string, ...words: string[]): Case['begin'] =>
  (home) =>
    Promise.resolve({ words, result: () => resultOf(join(home, path)) })

const BUILD = ['build', '--cache', 'cache']
const SHARD = [...BUILD, '--shard', '1/2', '--out', 'shard-1']
/** While pages are written, and before the new site is assembled, both are exchanged, and list and state are put into place. */
const EXCHANGE = [
  /^writeFile .*building.site.guide.*index\.html$/,
  /^rename .*building.site.*building.next/,
  /^rename .*building.before$/,
  /^rename .*building.next /,
  /^rename .*site\.sha256 /,
  /^rename .*site\.state /,
]
const BUNDLE = ['bundle', '--cache', 'cache', '--out', 'guides']
const CASES: Record<string, Case> = {
  crawl: {
    prepare: (home) => crawled(join(home, 'cache'), 'Old', 3),
    begin: async (home) => {
      const { url } = await smallService({ guides: guides(4) })
      const words = ['crawl', '--source', url, '--source-was', 'https://repair.example/api/2.0', '--cache', 'cache']
      return { words, result: () => cacheResult(join(home, 'cache')) }
    },
    between: 'unfinished',
  },
  build: { prepare: (home) => made(home, ...BUILD), begin: command(siteResult, 'dist', ...BUILD), always: EXCHANGE },
  shard: { prepare: (home) => made(home, ...SHARD), begin: command(siteResult, 'shard-1', ...SHARD), always: EXCHANGE },
  merge: {
    prepare: async (home) => {
      await made(home, ...BUILD)
      for (const part of [1, 2]) await run(home, ...BUILD, '--shard', `${part}/2`, '--out', `shard-${part}`)
    },
    begin: command(siteResult, 'dist', 'merge', 'shard-1', 'shard-2', '--cache', 'cache'),
    // It writes no page.
    always: EXCHANGE.slice(1),
  },
  bundle: { prepare: (home) => made(home, ...BUNDLE), begin: command(fileResult, 'guides.zip', ...BUNDLE) },
  apply: {
    prepare: async (home) => {
      await made(home, ...BUNDLE)
      await run(home, 'bundle', '--cache', 'cache', '--out', 'new/guides', '--update', 'guides.zip')
    },
    begin: command(fileResult, 'guides.zip', 'apply', 'new/guides.delta.zip', 'guides.zip'),
  },
  push: {
    prepare: (home) => crawled(join(home, 'cache'), 'Old', 3),
    begin: async (home) => {
      const store = await memoryStore('honoured')
      await push(home, store)
      await crawled(join(home, 'cache'), 'New', 4)
      const result = async () => {
        const place = await temporaryFolder()
        const { code, stderr } = await startBenchbook(storeWords('pull', store), { cwd: place, env: AWS }).ended
        expect(code, stderr).toBe(0)
        return cacheResult(join(place, 'cache'))
      }
      return { words: storeWords('push', store), env: AWS, result }
    },
  },
  pull: {
    prepare: (home) => crawled(join(home, 'cache'), 'Old', 3),
    begin: async (home) => {
      const [store, other] = [await memoryStore('honoured'), await temporaryFolder()]
      await push(home, store)
      await cp(join(home, 'cache'), join(other, 'cache'), { recursive: true })
      await crawled(join(other, 'cache'), 'New', 4)
      await push(other, store)
      return { words: storeWords('pull', store), env: AWS, result: () => cacheResult(join(home, 'cache')) }
    },
    between: 'unfinished',
  },
}

/** Some ascending numbers from 1: all of them if there are not more. */
function chosen(count: number): number[] {
  if (count <= STEPS) return Array.from({ length: count }, (_, at) => at + 1)
  return [...new Set(Array.from({ length: STEPS }, () => 1 + Math.floor(chance() * count)))].sort((a, b) => a - b)
}

describe.each(Object.entries(CASES))('%s', (name, { prepare, begin, between, always = [] }) => {
  test('leaves the old or the new result if killed or failing at any step, and the next run succeeds', async () => {
    const template = await temporaryFolder()
    await prepare(template)
    for (const file of OWN) {
      await mkdir(dirname(join(template, file)), { recursive: true })
      await writeFile(join(template, file), 'mine')
    }
    const copied = async (): Promise<string> => {
      const home = await temporaryFolder()
      await cp(template, home, { recursive: true, preserveTimestamps: true })
      return home
    }
    const reference = await copied()
    const whole = await begin(reference)
    const before = await whole.result()
    const { code, stderr, steps } = await inSteps(whole.words, { cwd: reference, env: whole.env ?? {} })
    expect(code, stderr).toBe(0)
    const after = await whole.result()
    expect(after).not.toBe(before)

    const named = always.map((step) => 1 + steps.findIndex((taken) => step.test(taken)))
    expect(named).not.toContain(0)
    const moments = [...new Set([...named, ...chosen(steps.length)])].flatMap((step) => [
      { step, error: '' },
      { step, error: ERRORS[step % ERRORS.length] ?? '' },
    ])
    for (const { step, error } of moments) {
      const home = await copied()
      const { words, env = {}, result } = await begin(home)
      const moment = `${name} at step ${step}, ${steps[step - 1]}, ${error || 'killed'}`
      let said = ''
      if (!error) await killedAt(words, step, { cwd: home, env })
      else {
        const ended = await failedAt(words, step, error, { cwd: home, env })
        said = ended.stderr
        expect([0, 1, 2], moment).toContain(ended.code)
        if (ended.code !== 0) expect(said, moment).toMatch(/^benchbook: /m)
        expect(said, moment).not.toContain('fault of Benchbook')
      }
      expect([before, after, between], `${moment}: neither the old nor the new result. ${said}`).toContain(await result())
      for (const file of OWN) expect(await readFile(join(home, file), 'utf8'), `${moment}: ${file}`).toBe('mine')
      const again = await startBenchbook(words, { cwd: home, env }).ended
      expect(again.code, `${moment}, and again: ${again.stderr}`).toBe(0)
      expect(await result(), `${moment}, and again`).toBe(after)
    }
    console.log(`${name}: ${moments.length} moments of ${2 * steps.length}, all as they should be`)
  })
})

test('a build of a site that another build works on is refused and disturbs nothing', async () => {
  const home = await temporaryFolder()
  await made(home, ...BUILD)
  const first = await heldAt(BUILD, /^mkdir .*building.site$/, { cwd: home })
  const second = await startBenchbook([...BUILD, '--json'], { cwd: home }).ended
  expect(second.code).toBe(2)
  const path = join(home, 'dist.lock')
  expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'ERR_OUT_LOCKED', option: 'out', path } })
  await first.goOn()
  expect((await first.ended).code).toBe(0)
  expect(existsSync(path)).toBe(false)
})
