import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { lockCache } from '../src/cache/lock/lock.ts'
import { openCache } from '../src/cache/reader.ts'
import { sha256Of } from '../src/disk/sha256.ts'
import { CacheError } from '../src/errors.ts'
import { listDigest, listFiles } from '../src/publish/file-list.ts'
import { readMarker } from '../src/publish/marker.ts'
import { startService } from '../src/replica/http/server.ts'
import { filesIn } from '../src/publish/overlay.ts'
import { type Ended, startBenchbook } from './benchbook.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SITES = join(ROOT, 'node_modules/.cache/sample-site')
/** What the site depends on; the lockfile contains the versions of all packages. */
const MADE_OF =
  'public src sample scripts astro.config.mjs tsconfig.json package-lock.json test/sample-site.ts test/replica/spoil.ts'.split(' ')
const TERMINAL = 'data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:120})'
/** A program that Node loads first: it gives the search index of a small site the form for large ones. */
export const LARGE_FORM = `data:text/javascript,import { SIZES } from ${JSON.stringify(pathToFileURL(join(ROOT, 'src/search/index/sizes.ts')))}; Object.assign(SIZES, { shard: { pages: 70, words: 1e9 }, titlesFrom: 1 })`
const DAY_MS = 86_400_000

/** Not the root, so that a link without the base is broken. */
export const SAMPLE_BASE = '/mending/'

export interface SampleSite {
  cache: string
  out: string
  /** How its build, which wrote to a terminal, ended. */
  built: Ended
}

/**
 * The one site shared by tests that only read it, made from the sample as a person would: serve, crawl, build. It is made once for each
 * state of the code and the sample, and kept between runs.
 */
export async function sampleSite(): Promise<SampleSite> {
  const folder = join(SITES, await stateOfTheCode())
  const lock = await waitForLock(SITES)
  try {
    if (!existsSync(folder) || !(await isAsBuilt(join(folder, 'dist')))) await make(folder)
  } finally {
    await lock.release()
  }
  const built = JSON.parse(await readFile(join(folder, 'built.json'), 'utf8')) as Ended
  return { cache: join(folder, 'cache'), out: join(folder, 'dist'), built }
}

/** The same site with the search index of a large one, kept until that site is made again. */
export async function largeSampleSite(): Promise<string> {
  const { cache, out } = await sampleSite()
  const large = join(dirname(out), 'large')
  const lock = await waitForLock(SITES)
  try {
    if (!existsSync(large) || !(await isAsBuilt(large))) {
      await rm(large, { recursive: true, force: true })
      await run(['build', '--cache', cache, '--out', large, '--base', SAMPLE_BASE], LARGE_FORM)
    }
  } finally {
    await lock.release()
  }
  return large
}

/** False if a file of a site differs from what its build wrote, is missing, or was added. */
export const isAsBuilt = async (out: string): Promise<boolean> =>
  (await readMarker(out))?.files === listDigest(await listFiles(filesIn(out), () => undefined))

async function make(folder: string): Promise<void> {
  for (const name of await readdir(SITES)) {
    const path = join(SITES, name)
    const { mtimeMs } = await stat(path)
    if (path === folder || mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true })
  }
  const aside = `${folder}.making`
  await rm(aside, { recursive: true, force: true })
  const [cache, out] = [join(aside, 'cache'), join(aside, 'dist')]
  const service = await startService(await openCache(join(ROOT, 'sample')), { impersonatesService: true })
  await run(['crawl', '--source', service.api, '--cache', cache, '--extra', 'user-completions,user-favorites'])
  await service.close()
  const built = await run(['build', '--cache', cache, '--out', out, '--base', SAMPLE_BASE])
  await writeFile(join(aside, 'built.json'), JSON.stringify(built))
  await rename(aside, folder)
}

async function run(args: string[], before = TERMINAL): Promise<Ended> {
  const ended = await startBenchbook(args, { node: ['--import', before] }).ended
  if (ended.code !== 0)
    throw new Error(`The sample site could not be made (exit code ${ended.code ?? 'none'}):\n${ended.stdout}${ended.stderr}`)
  return ended
}

async function stateOfTheCode(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const path of MADE_OF) {
    const whole = join(ROOT, path)
    const isFolder = (await stat(whole)).isDirectory()
    const entries = isFolder ? await readdir(whole, { recursive: true, withFileTypes: true }) : []
    const files = isFolder ? entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)) : [whole]
    for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(sha256Of(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Locks a folder that test files in several processes share, as soon as no other process holds it. */
async function waitForLock(folder: string): ReturnType<typeof lockCache> {
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
