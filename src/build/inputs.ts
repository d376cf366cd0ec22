import { createHash, hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Brand } from '../brand/brand.ts'
import { contentMark } from '../cache/changed.ts'
import type { CacheReader } from '../cache/reader.ts'
import { type Config, type OptionName, OPTION_NAMES, OPTIONS } from '../config/options.ts'
import type { OptionSpec } from '../config/option.ts'
import { filesBelow } from '../disk/files-below.ts'
import { readIfExists } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
import { ROOT } from '../installation.ts'
import { diskSecret } from './disk-scripts.ts'
import { programKey } from './compiled-pages.ts'

/** Options that do not change the site's content, only its place or how the build runs. */
const OF_THE_BUILD: ReadonlySet<OptionName> = new Set([
  'cache',
  'out',
  'workers',
  'ifChanged',
  'quiet',
  'json',
  'debug',
  'allowUnreadable',
  'renderAll',
  'explain',
])
/** Options that change the site, but none of its pages. */
const BESIDE_PAGES: ReadonlySet<OptionName> = new Set(['target', 'compress', 'nginxBrotli', 'maxFiles', 'maxFileSize', 'shard'])
/** Options that name the operator's files, whose content is an input. */
const FILES = ['logo', 'colours', 'pages', 'synonyms', 'words'] as const satisfies readonly OptionName[]

/** The inputs of a site, each as a text that changes with them. */
export interface Inputs {
  /** The inputs of every page: Benchbook and its runtime, options, the operator's files. */
  pages: string
  /** The cache's content, by its manifest: manual edits are not detected. */
  content: string
  /** Both, and the options that do not affect pages. */
  site: string
}

/** Undefined if the inputs of a site cannot be determined: an operator's components may import any file. */
export async function inputsOf(config: Config, brand: Brand, cache: CacheReader, product: string): Promise<Inputs | undefined> {
  if (brand.key === undefined) return undefined
  const options = OPTION_NAMES.filter((name) => {
    const { commands }: OptionSpec<never> | OptionSpec = OPTIONS[name]
    return commands.includes('build') && !OF_THE_BUILD.has(name) && !BESIDE_PAGES.has(name)
  })
  const digest = createHash('sha256').update(
    JSON.stringify([
      product,
      process.versions,
      await programKey(config, brand.key),
      await installed(),
      options.map((name) => [name, config[name]]),
      config.links === 'relative' && diskSecret(cache.manifest, config.includePrivate),
    ]),
  )
  for (const name of FILES) {
    const sums = await sumsOf(config[name])
    if (!sums) return undefined
    for (const [file, sum] of sums) digest.update(`\0${name}\0${file}\0${sum}`)
  }
  const pages = digest.digest('hex')
  const beside = JSON.stringify(Array.from(BESIDE_PAGES, (name) => config[name]))
  const content = contentMark(cache.manifest)
  return { pages, content: hash('sha256', content).slice(0, 32), site: hash('sha256', `${pages} ${beside} ${content}`).slice(0, 32) }
}

/** npm's record of installed packages, for our folder or the one that contains us. */
async function installed(): Promise<string[]> {
  const lists = ['node_modules/.package-lock.json', '../.package-lock.json'].map((path) => readIfExists(join(ROOT, path)))
  return (await Promise.all(lists)).map((text) => (text === undefined ? '' : hash('sha256', text)))
}

/** Digests of a file, or of all files of a folder; undefined if one cannot be read, which the build reports. */
async function sumsOf(place: string): Promise<[file: string, sum: string][] | undefined> {
  if (!place) return []
  try {
    if ((await stat(place)).isFile()) return [['', sha256Of(realpathSync(place))]]
    return (await Array.fromAsync(filesBelow(place))).sort().map((file) => [file, sha256Of(realpathSync(join(place, file)))])
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
