import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Brand } from '../brand/brand.ts'
import type { Config } from '../config/options.ts'
import { isMissing } from '../disk/atomic.ts'
import { filesBelow } from '../disk/files-below.ts'
import { sha256Of } from '../disk/sha256.ts'
import { CACHES, ROOT } from '../installation.ts'
import type { Staging } from '../publish/staging.ts'
import { astroSettings } from './astro-settings.ts'
import { compilePages, PROGRAM } from './compile-pages.ts'
import { linkPackages } from './program-packages.ts'

/** Compiled pages of earlier builds, by the hash of their inputs: compiling takes as long as rendering a thousand pages. */
const KEPT = join(CACHES, 'benchbook-pages')
/** For machines that build with several brands and bases in turn. */
const MOST_KEPT = 8
/** The inputs of compiled pages, below the installation. */
const SOURCES = ['public', 'src', 'package.json', 'tsconfig.json']
const COMPILERS = ['astro', 'vite', 'rolldown', '@astrojs/compiler-rs']
const CLIENT = 'client'
const SUMS = 'sums.json'

type Settings = Pick<Config, 'base' | 'site' | 'links' | 'app' | 'debug'>
type Place = Pick<Staging, 'folder' | 'site'>

/**
 * Puts the pages' program into the folder of a build, and the files that pages reference into its site; reuses those of an earlier build if
 * they are the same.
 */
export async function preparePages(
  config: Settings,
  brand: Brand,
  { folder, site, keptIn = KEPT }: Place & { keptIn?: string },
): Promise<void> {
  // With `debug` the program itself reports each page that fails.
  const kept = brand.key === undefined || config.debug ? undefined : join(keptIn, await programKey(config, brand.key))
  if (kept && (await isTaken(kept, { folder, site }))) return
  await compileAt({ folder, site }, (staging) => compilePages(config, brand.plugins, staging))
  if (kept && !(await isWhole(kept))) await keep(kept, { folder, site }).catch(unlessReadOnly)
}

/** Astro and Vite treat paths as parts of addresses, where these characters are special: styles would be lost silently. */
const SPECIAL = /[#?%]/

/** Compiles for a folder; in a temporary one if its path has characters that are special in addresses. */
async function compileAt(staging: Place, compile: (place: Place) => Promise<void>): Promise<void> {
  if (!SPECIAL.test(staging.site)) return compile(staging)
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-'))
  const plain = { folder, site: join(folder, 'site') }
  try {
    await mkdir(plain.site)
    await compile(plain)
    await Promise.all([
      cp(join(folder, PROGRAM), join(staging.folder, PROGRAM), { recursive: true }),
      cp(plain.site, staging.site, { recursive: true }),
    ])
    linkPackages(staging.folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** False if it is missing or damaged, or if another build removes it meanwhile: the copy may then be incomplete. */
async function isTaken(kept: string, { folder, site }: Place): Promise<boolean> {
  const sums = await sumsOf(kept)
  if (!sums) return false
  try {
    // Only the owner may set the time of last use.
    await utimes(kept, new Date(), new Date()).catch(unlessReadOnly)
    await Promise.all([
      cp(join(kept, PROGRAM), join(folder, PROGRAM), { recursive: true }),
      cp(join(kept, CLIENT), site, { recursive: true }),
    ])
    const copyOf = (file: string) => (file.startsWith(`${CLIENT}/`) ? join(site, file.slice(CLIENT.length)) : join(folder, file))
    if (areAs(sums, copyOf)) {
      linkPackages(folder)
      return true
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await rm(join(folder, PROGRAM), { recursive: true, force: true })
  await rm(site, { recursive: true, force: true })
  await mkdir(site)
  return false
}

/** A hash of everything that affects the compiled output. */
export async function programKey({ base, site, links, app }: Omit<Settings, 'debug'>, brand: string): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([process.version, astroSettings({ base, site, links, app }), brand]))
  for (const source of SOURCES)
    for (const file of await filesOf(source)) digest.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  const require = createRequire(import.meta.resolve('astro/package.json'))
  for (const name of COMPILERS) digest.update(versionOf(require, name))
  return digest.digest('hex').slice(0, 32)
}

async function filesOf(source: string): Promise<string[]> {
  if ((await stat(join(ROOT, source))).isFile()) return [source]
  return (await Array.fromAsync(filesBelow(ROOT, source))).sort()
}

/** Read from its file: packages need not export their package.json. */
function versionOf(require: NodeJS.Require, name: string): string {
  const paths = require.resolve.paths(name) ?? []
  for (const path of paths)
    try {
      return readFileSync(join(path, name, 'package.json'), 'utf8')
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  return ''
}

/** True if every file is unchanged since it was stored: only verified code is run. */
async function isWhole(kept: string): Promise<boolean> {
  const sums = await sumsOf(kept)
  try {
    return sums !== undefined && areAs(sums, (file) => join(kept, file))
  } catch (error) {
    if (!isMissing(error)) throw error
    return false
  }
}

const areAs = (sums: Readonly<Record<string, string>>, placeOf: (file: string) => string): boolean =>
  Object.entries(sums).every(([file, sum]) => sha256Of(placeOf(file)) === sum)

async function sumsOf(kept: string): Promise<Record<string, string> | undefined> {
  try {
    return JSON.parse(await readFile(join(kept, SUMS), 'utf8')) as Record<string, string>
  } catch {
    return undefined // missing or damaged: it is compiled again
  }
}

/** A concurrent build may store the same; either result will do. */
async function keep(kept: string, { folder, site }: Place): Promise<void> {
  await mkdir(dirname(kept), { recursive: true })
  const aside = await mkdtemp(`${kept}.`)
  try {
    await cp(join(folder, PROGRAM), join(aside, PROGRAM), { recursive: true })
    await cp(site, join(aside, CLIENT), { recursive: true })
    const files = await Array.fromAsync(filesBelow(aside))
    await writeFile(join(aside, SUMS), JSON.stringify(Object.fromEntries(files.map((file) => [file, sha256Of(join(aside, file))]))))
    await rm(kept, { recursive: true, force: true })
    await rename(aside, kept)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await forgetOldest(dirname(kept))
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  const ages = await Promise.all(names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })))
  const old = ages.sort((a, b) => b.at - a.at).slice(MOST_KEPT)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}

/** A read-only or full installation compiles the pages each time. Concurrent builds may also conflict here. */
function unlessReadOnly(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT', 'ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error
}
