import { spawnSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyDelta } from '../../src/bundle/delta/apply-delta.ts'
import { keptFiles } from '../../src/cache/kept-files.ts'
import { verifyMedia } from '../../src/cache/media/media-damage.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { isBenchbookError } from '../../src/errors.ts'
import { checkBuiltSite } from '../../src/library/check-site.ts'
import { MARKER } from '../../src/publish/marker.ts'
import { pullCache } from '../../src/store/pull.ts'
import { pushCache } from '../../src/store/push.ts'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { optionsFor } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { memoryStore } from '../store/memory-store.ts'
import { whyNo } from '../tools.ts'
import { cacheContent } from './cache-content.ts'

/** The total number of flipped bits, one at a time. */
const FLIPS = Number(process.env.FLIPPED_BITS ?? 200)
const chance = randomFrom(Number(process.env.CRASH_SEED ?? 7))
const below = (most: number): number => Math.floor(chance() * most)

/** A folder with the cache of a small service, in which commands have run; and the crawl of another night. */
async function madeBy(...commands: string[][]) {
  const home = await temporaryFolder()
  const guides = [1, 2, 3, 4].map((id) => guide(id, { introduction_rendered: `<p>${'Mind the spring. '.repeat(id * 5)}</p>` }))
  const { url } = await smallService({ guides })
  for (const one of guides) one.image = { id: one.guideid, standard: `${url}/media/${one.guideid}.gif` }
  const cache = join(home, 'cache')
  await crawl(optionsFor(url, cache))
  for (const words of commands) {
    const { code, stderr } = await startBenchbook([...words, '--cache', 'cache', '--quiet'], { cwd: home }).ended
    expect(code, stderr).toBe(0)
  }
  return { home, cache, night: () => crawl(optionsFor(url, cache, { verify: 100 })) }
}

/** A place where bits are flipped. */
interface Place {
  names: string[]
  read: (name: string) => Promise<Buffer>
  write: (name: string, bytes: Buffer) => Promise<unknown>
  /** Restores everything besides the one file. */
  restore?: () => Promise<unknown>
  /** True if the flip is reported or has no effect on the result. */
  isSafe: (name: string) => Promise<boolean>
}

const ON_DISK = { read: (name: string) => readFile(name), write: (name: string, bytes: Buffer) => writeFile(name, bytes) }

/** True also if one of our errors reports the damage. */
const saidOr = (act: () => Promise<boolean>): Promise<boolean> =>
  act().catch((error: unknown) => {
    if (isBenchbookError(error)) return true
    throw error
  })

const filesIn = async (home: string, folder: string): Promise<string[]> =>
  (await Array.fromAsync(filesBelow(home, folder))).map((file) => join(home, file))

async function bundleIn(format: 'zip' | 'zim', program: string, ...words: string[]): Promise<Place> {
  const { home } = await madeBy(['bundle', '--format', format, '--out', 'guides'])
  return {
    ...ON_DISK,
    names: [join(home, `guides.${format}`)],
    isSafe: () => Promise.resolve(spawnSync(program, words, { cwd: home }).status !== 0),
  }
}

/** How many of ten thousand flips each place gets, and what notices them. */
const PLACES: Record<string, [share: number, why: string, make: () => Promise<Place>]> = {
  'a site, by check': [
    3000,
    '',
    async () => {
      const { home, cache } = await madeBy(['build'])
      const out = join(home, 'dist')
      const check = async () => (await checkBuiltSite({ cache, out, full: true, part: '' })).findings
      expect(await check()).toEqual([])
      // The list of files and its digest in the marker belong together: if they differ, the list is reported.
      const isNamed = async (name: string) =>
        (await check()).some(({ pages }) =>
          pages.some((page) => name.endsWith(page) || (name.endsWith(MARKER) && page === `${out}.sha256`)),
        )
      return { ...ON_DISK, names: [...(await filesIn(home, 'dist')), `${out}.sha256`], isSafe: (name) => saidOr(() => isNamed(name)) }
    },
  ],
  'media of a cache, by check': [
    2000,
    '',
    async () => {
      const { home, cache } = await madeBy()
      const isSafe = async (name: string) => (await verifyMedia(cache)).damaged.some((file) => name.endsWith(file))
      return { ...ON_DISK, names: await filesIn(home, 'cache/media'), isSafe }
    },
  ],
  // Text has no digest: another night requests everything from the service, and stores its answers.
  'text of a cache, by crawl --verify': [
    1000,
    '',
    async () => {
      const { home, cache, night } = await madeBy()
      const whole = await cacheContent(cache)
      const names = (await keptFiles(cache)).filter((path) => !path.startsWith('media/')).map((path) => join(cache, path))
      await cp(cache, join(home, 'whole'), { recursive: true })
      const restore = async () => (await rm(cache, { recursive: true }), cp(join(home, 'whole'), cache, { recursive: true }))
      return { ...ON_DISK, names, restore, isSafe: () => saidOr(async () => (await night(), (await cacheContent(cache)) === whole)) }
    },
  ],
  'a store, by pull': [
    2000,
    '',
    async () => {
      const { home, cache } = await madeBy()
      const [{ client, objects }, whole] = [await memoryStore('honoured'), await cacheContent(cache)]
      const options = { product: 'test', replace: false, onNote: () => undefined }
      await pushCache(client, { ...options, folder: cache })
      const folder = join(home, 'pulled')
      return {
        names: [...objects.keys()],
        read: (name) => Promise.resolve(objects.get(name) ?? Buffer.of()),
        write: (name, bytes) => Promise.resolve(objects.set(name, bytes)),
        restore: () => rm(folder, { recursive: true, force: true }),
        isSafe: () => saidOr(async () => (await pullCache(client, { ...options, folder }), (await cacheContent(folder)) === whole)),
      }
    },
  ],
  'a delta, by apply': [
    1600,
    '',
    async () => {
      const bundle = ['bundle', '--name', 'Other', '--out']
      const { home } = await madeBy(['bundle', '--out', 'old'], [...bundle, 'new'], [...bundle, 'new', '--update', 'old.zip'])
      const [delta, old, out, right] = [
        join(home, 'new.delta.zip'),
        join(home, 'old.zip'),
        join(home, 'made.zip'),
        await readFile(join(home, 'new.zip')),
      ]
      const restore = () => Promise.all([out, `${out}.sha256`].map((path) => rm(path, { force: true })))
      const isSafe = () => saidOr(async () => (await applyDelta({ delta, old, out }), (await readFile(out)).equals(right)))
      return { ...ON_DISK, names: [delta], restore, isSafe }
    },
  ],
  'a ZIP, by its sum': [200, whyNo('sha256sum', 'coreutils'), () => bundleIn('zip', 'sha256sum', '-c', 'guides.zip.sha256')],
  'a ZIM, by zimcheck': [200, whyNo('zimcheck', 'zim-tools'), () => bundleIn('zim', 'zimcheck', '--checksum', 'guides.zim')],
}

describe.each(Object.entries(PLACES))('%s', (name, [share, why, make]) => {
  if (why) console.log(`Not flipped: ${name}: ${why}.`)
  test.skipIf(why !== '')(`each flipped bit is noticed${why && `: ${why}`}`, async () => {
    const { names, read, write, restore, isSafe } = await make()
    const flips = Math.ceil((share * FLIPS) / 10_000)
    for (let flip = 0; flip < flips; flip++) {
      const file = names[below(names.length)] ?? ''
      const whole = await read(file)
      if (whole.length === 0) continue
      const [at, bit] = [below(whole.length), below(8)]
      const harmed = Buffer.from(whole)
      harmed[at] = (harmed[at] ?? 0) ^ (1 << bit)
      await write(file, harmed)
      expect(await isSafe(file), `${name}: bit ${bit} of byte ${at} of ${file}`).toBe(true)
      await restore?.()
      await write(file, whole)
    }
    console.log(`${name}: ${flips} of ${flips}`)
  })
})
