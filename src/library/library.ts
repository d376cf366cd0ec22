import './node-version.ts'
import { dirname, resolve } from 'node:path'
import type { BuildHooks, BuildResult } from '../build.ts'
import { findConfigFile, readConfigFile, settingsFor } from '../config/config-file.ts'
import { didYouMean } from '../config/nearest.ts'
import { type Command, COMMANDS } from '../config/option.ts'
import {
  type CommandOptions,
  commandsWith,
  type Config,
  isPath,
  optionKey,
  OPTION_KEYS,
  type OptionName,
  optionOf,
  OPTION_NAMES,
  OPTIONS,
  type UserConfig,
} from '../config/options.ts'
import { readConfig, shown } from '../config.ts'
import { crawl as crawlService, type CrawlResult } from '../crawl/crawl.ts'
import type { CrawlHooks } from '../crawl/report/counters.ts'
import { type Survey, survey as surveyService } from '../crawl/survey/survey.ts'
import { UsageError, wrongOption } from '../errors.ts'
import type { PdfResult } from '../pdf/pdf.ts'
import { isStoreUrl, storeAddress } from '../store/address.ts'
import type { Pruned } from '../store/prune.ts'
import type { Pulled } from '../store/pull.ts'
import type { Pushed } from '../store/push.ts'
import { PRODUCT, userAgent } from '../product.ts'
import { type BundleHooks, type Bundled, bundleSite } from './bundle-site.ts'
import { type CheckedSite, checkBuiltSite, type SiteCheckHooks } from './check-site.ts'
import { entriesOf, refuseWrongHooks, withHooks } from './hooks.ts'
import { type PdfHooks, printGuides } from './print-guides.ts'
import { buildApart } from './separate-build.ts'
import { type Served, type ServeHooks, serveConfigured } from './serve-site.ts'
import { pruneStored, pullStored, pushStored, type StoreHooks } from './stored-cache.ts'

// The parameter and result types of the functions below.
export type { BuildHooks, BuildResult } from '../build.ts'
export type { BuildStage, TimedStage } from '../build/stage-clock.ts'
export type { CrowdedFolder } from '../bundle/other-disks.ts'
export type { Delta } from '../bundle/delta/write-delta.ts'
export type { ErrorCode } from '../errors/codes.ts'
export type { LostContent } from '../cache/loss.ts'
export type { Finding } from '../check/check.ts'
export type { CrawlResult } from '../crawl/crawl.ts'
export type { Shrinkage } from '../crawl/report/reporter.ts'
export type { Refusal } from '../crawl/report/refusals.ts'
export type { CrawlHooks, Failure, KindProgress, Progress as CrawlProgress, Wait } from '../crawl/report/counters.ts'
export type { SiteChanges } from '../publish/overlay.ts'
export type { MissingWords } from '../views/missing-words.ts'
export type { Unreadable } from '../views/catalog/unreadable.ts'
export type { BundleHooks, Bundled } from './bundle-site.ts'
export type { CheckedSite, SiteCheckHooks } from './check-site.ts'
export type { Forecast } from '../crawl/survey/survey.ts'
export type { Survey } from '../crawl/survey/survey.ts'
export type { PdfFailure, PdfFile, PdfResult } from '../pdf/pdf.ts'
export type { Pruned } from '../store/prune.ts'
export type { Pulled } from '../store/pull.ts'
export type { Pushed } from '../store/push.ts'
export type { PdfHooks } from './print-guides.ts'
export type { Served, ServeHooks } from './serve-site.ts'
export type { StoreHooks } from './stored-cache.ts'

export type { CommandOptions, UserConfig } from '../config/options.ts'
export { type BenchbookError, isBenchbookError } from '../errors.ts'

/**
 * Options of a call, by the names that the command has for them, and the token of the service. Lists may be arrays, or texts as on the command line. Paths
 * are relative to the current folder.
 */
export type Options = CommandOptions & {
  /** The API token of the service; not in a configuration file. */
  token?: string
}

export interface CrawlingHooks extends CrawlHooks {
  /** Stops the crawl: what has arrived is stored, and the next call continues from there. */
  signal?: AbortSignal
}

/** Gives its argument back: for types and completion in benchbook.config.ts. */
export function defineConfig(config: UserConfig): UserConfig
export function defineConfig(config: () => UserConfig | Promise<UserConfig>): () => UserConfig | Promise<UserConfig>
export function defineConfig(config: UserConfig | (() => UserConfig | Promise<UserConfig>)): unknown {
  return config
}

/**
 * What the configuration file that is found from `folder` upwards sets for a command, with whole paths; nothing where there is no file. A `cache` in object
 * storage is given as `store`, and its local copy as `cache`. Throws an error with the code `ERR_CONFIG_FILE` for a file that cannot be read, or that names
 * something that is not an option there.
 */
export async function loadConfig(command: Command, folder = '.'): Promise<CommandOptions> {
  if (!COMMANDS.includes(command)) throw wrongOption('command', `The command must be one of ${COMMANDS.join(', ')}, not ${shown(command)}.`)
  const path = findConfigFile(resolve(folder))
  if (path === undefined) return {}
  const { values } = settingsFor([command], await readConfigFile(path))
  const own = (Object.keys(values) as OptionName[]).filter((name) => OPTIONS[name].commands.includes(command))
  const options = Object.fromEntries(own.map((name) => [optionKey(name), values[name]])) as CommandOptions
  const { cache } = options
  if (typeof cache !== 'string' || !isStoreUrl(cache)) return options
  return { ...options, store: storeAddress(cache).url, cache: resolve(dirname(path), OPTIONS.cache.fallback) }
}

/**
 * Copies the service `source` into the folder `cache`, as `benchbook crawl` does. What cannot be had is counted, not thrown. Throws errors with a
 * `code` (docs/troubleshooting.md): for wrong options, a service that is none, a cache that is another's, and `ERR_INTERRUPTED` at a signal.
 */
export async function crawl(options: Options, hooks: CrawlingHooks = {}): Promise<CrawlResult> {
  const config = sourceOf('crawl', options)
  const names = { signal: true, onProgress: true, onWarning: true, onFailure: true, onWait: true } as const
  return withHooks(hooks, names, ({ signal, ...crawling }) =>
    crawlService({ ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal }, crawling),
  )
}

/**
 * Builds the site of the cache `cache` in the folder `out`, as `benchbook build` does, in a process of its own: several calls may run at once, each
 * into a folder of its own. The old site stays until the new one is whole. Throws errors with a `code` (docs/troubleshooting.md), and a signal's reason.
 */
export async function build(options: Options = {}, hooks: BuildHooks = {}): Promise<BuildResult> {
  const config = configOf('build', options)
  return withHooks(hooks, BUILD_HOOKS, (hooks) => buildApart(config, hooks))
}

/**
 * Makes one site of the folders that builds with `shard` have made, as `benchbook merge` does; the options are those of these builds, with `out` for the
 * site. Throws as {@link build} does, and an error with the code `ERR_SHARD` for shards that are not all those of one site.
 */
export async function merge(shards: readonly string[], options: Options = {}, hooks: BuildHooks = {}): Promise<BuildResult> {
  if (!Array.isArray(shards) || !shards.every((folder) => typeof folder === 'string'))
    throw wrongOption('shards', `The shards must be a list of folders such as ['shard-1', 'shard-2'], not ${shown(shards)}.`)
  if (shards.length === 0) throw new UsageError('No shards are named.', { code: 'ERR_SHARD' })
  const config = { ...configOf('merge', options), shard: '' }
  const folders = shards.map((folder) => resolve(folder))
  return withHooks(hooks, BUILD_HOOKS, (hooks) => buildApart(config, hooks, folders))
}

/**
 * Checks the site in the folder `out`, and the media of its `cache`, as `benchbook check` does. What is wrong is in `findings`, not thrown. Throws an
 * error with the code `ERR_SITE_MISSING` where there is no site, and a signal's reason.
 */
export async function check(options: Options = {}, hooks: SiteCheckHooks = {}): Promise<CheckedSite> {
  const config = configOf('check', options)
  return withHooks(hooks, { signal: true, onProgress: true }, (hooks) => checkBuiltSite(config, hooks))
}

/**
 * Makes one file or folder of the cache `cache`, or of a part of it, to read without a network, as `benchbook bundle` does: `format` is what, `out` is
 * where. An earlier bundle stays until the new one is whole. Throws errors with a `code` (docs/troubleshooting.md), and a signal's reason.
 */
export async function bundle(options: Options, hooks: BundleHooks = {}): Promise<Bundled<BuildResult>> {
  const config = configOf('bundle', options)
  return withHooks(hooks, BUILD_HOOKS, (hooks) => bundleSite(config, (config) => buildApart(config, hooks), hooks))
}

/**
 * Serves the site in the folder `out`, and with `api` its cache, as `benchbook serve` does, until `close` is called. Throws an error with the code
 * `ERR_SITE_MISSING` where there is nothing to serve, and for a port that is taken.
 */
export async function serve(options: Options = {}, hooks: ServeHooks = {}): Promise<Served> {
  refuseWrongHooks(hooks, { onError: true, onRefusedName: true })
  return serveConfigured(configOf('serve', options), hooks)
}

/**
 * Prints guides of the site in the folder `out` into the folder `outPdf`, as `benchbook pdf` does. A page that cannot be printed is in `failed`. Throws
 * errors with a `code` (docs/troubleshooting.md) for guides that the site lacks and where there is no browser, and a signal's reason.
 */
export async function pdf(options: Options, hooks: PdfHooks = {}): Promise<PdfResult> {
  const config = configOf('pdf', options)
  return withHooks(hooks, { signal: true, onProgress: true }, (hooks) => printGuides(config, hooks))
}

/** Looks at the service `source` without copying anything, and forecasts a first crawl, as `benchbook doctor` does. Throws what {@link crawl} throws. */
export async function survey(options: Options, hooks: { signal?: AbortSignal } = {}): Promise<Survey> {
  const config = sourceOf('survey', options)
  const surveying = { ...config, product: PRODUCT, userAgent: userAgent(config.contact) }
  return withHooks(hooks, { signal: true }, ({ signal }) => surveyService({ ...surveying, signal }))
}

/**
 * Sends the cache `cache` to `store`, as `benchbook cache push` does: only what differs. The keys are in the environment (docs/storage.md). Throws errors
 * with a `code` (docs/troubleshooting.md) for a store that refuses or that somebody else has written to, and a signal's reason.
 */
export async function pushCache(options: Options, hooks: StoreHooks = {}): Promise<Pushed> {
  const config = configOf('pushCache', options)
  return withHooks(hooks, STORE_HOOKS, (hooks) => pushStored(config, hooks))
}

/** Fetches the cache in `store` into the folder `cache`, as `benchbook cache pull` does. Keys and errors as for {@link pushCache}. */
export async function pullCache(options: Options, hooks: StoreHooks = {}): Promise<Pulled> {
  const config = configOf('pullCache', options)
  return withHooks(hooks, STORE_HOOKS, (hooks) => pullStored(config, hooks))
}

/** Removes what no cache needs from `store`, as `benchbook cache prune` does. Keys and errors as for {@link pushCache}. */
export async function pruneCache(options: Options, hooks: StoreHooks = {}): Promise<Pruned> {
  const config = configOf('pruneCache', options)
  return withHooks(hooks, STORE_HOOKS, (hooks) => pruneStored(config, hooks))
}

const BUILD_HOOKS = { signal: true, onProgress: true, onWarning: true } as const
const STORE_HOOKS = { signal: true, onNote: true } as const

/** The functions whose options are those of a command with another name. */
const COMMAND_OF = { merge: 'build', survey: 'crawl', pushCache: 'cache', pullCache: 'cache', pruneCache: 'cache' } as const
type Call = Exclude<Command, 'report' | 'cache'> | keyof typeof COMMAND_OF

/** The effective configuration of a call that needs a service. */
function sourceOf(call: Call, options: Options): Config {
  const config = configOf(call, options)
  if (!config.source) throw wrongOption('source', 'No service is named. Give its address as `source`.')
  return config
}

/** The effective configuration: the given options and the defaults, without flags and environment. Throws a {@link UsageError} for wrong options. */
function configOf(call: Call, options: Options): Config {
  const command = call in COMMAND_OF ? COMMAND_OF[call as keyof typeof COMMAND_OF] : (call as Command)
  const given = entriesOf(options, 'The options', "{ cache: 'content-cache' }").map(([key, value]) => {
    const name = optionOf(command, key)
    if (name) return [name, value]
    const others = commandsWith(key)
    const why = others.length > 0 ? `an option of ${others.join(' and ')}, and not of ${call}. Leave it out here.` : 'not an option.'
    throw wrongOption(key, `"${key}" is ${why}${others.length > 0 ? '' : didYouMean(key, OPTION_KEYS)}`)
  })
  const config = readConfig({}, {}, { path: 'the options', values: Object.fromEntries(given) as Options })
  if (isStoreUrl(config.cache))
    throw wrongOption('cache', `"cache" must be a folder, not ${config.cache}. Give that address as \`store\` to pullCache and pushCache.`)
  if (config.store && command !== 'cache')
    throw wrongOption(
      'store',
      `${call} works in the folder \`cache\` alone. Leave out \`store\`: call pullCache with it before, or pushCache afterwards.`,
    )
  const paths = OPTION_NAMES.filter(isPath)
  return { ...config, ...Object.fromEntries(paths.map((name) => [name, config[name] && resolve(String(config[name]))])) }
}
