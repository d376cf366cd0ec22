import './node-version.ts'
import { resolve } from 'node:path'
import type { BuildHooks, BuildResult } from '../build.ts'
import { findConfigFile, readConfigFile, settingsFor } from '../config/config-file.ts'
import type { Command } from '../config/option.ts'
import {
  type CommandOptions,
  type Config,
  isPath,
  keyOf,
  type OptionName,
  OPTION_NAMES,
  OPTIONS,
  type UserConfig,
} from '../config/options.ts'
import { readConfig } from '../config.ts'
import { crawl as crawlService, type CrawlResult } from '../crawl/crawl.ts'
import type { CrawlHooks } from '../crawl/report/counters.ts'
import { type Survey, survey as surveyService } from '../crawl/survey/survey.ts'
import { UsageError } from '../errors.ts'
import type { PdfResult } from '../pdf/pdf.ts'
import type { Pruned } from '../store/prune.ts'
import type { Pulled } from '../store/pull.ts'
import type { Pushed } from '../store/push.ts'
import { PRODUCT, userAgent } from '../product.ts'
import { type BundleHooks, type Bundled, bundleSite } from './bundle-site.ts'
import { type CheckedSite, checkBuiltSite, type SiteCheckHooks } from './check-site.ts'
import { type PdfHooks, printGuides } from './print-guides.ts'
import { buildApart } from './separate-build.ts'
import { type Served, type ServeHooks, serveConfigured } from './serve-site.ts'
import { pruneStored, pullStored, pushStored, type StoreHooks } from './stored-cache.ts'

// The parameter and result types of the functions below.
export type { BuildHooks, BuildResult, BuildStage } from '../build.ts'
export type { CrowdedFolder } from '../bundle/fat32.ts'
export type { Delta } from '../bundle/delta/write-delta.ts'
export type { ErrorCode } from '../errors/codes.ts'
export type { LostContent } from '../cache/loss/lost-content.ts'
export type { Finding } from '../check/findings.ts'
export type { CrawlResult } from '../crawl/crawl.ts'
export type { Shrinkage } from '../crawl/lists/shrink.ts'
export type { Refusal } from '../crawl/report/refusals.ts'
export type { CrawlHooks, Failure, KindProgress, Progress as CrawlProgress, Wait } from '../crawl/report/counters.ts'
export type { SiteChanges } from '../publish/carry-over.ts'
export type { MissingWords } from '../views/missing-words.ts'
export type { Unreadable } from '../views/catalog/unreadable.ts'
export type { BundleHooks, Bundled } from './bundle-site.ts'
export type { CheckedSite, SiteCheckHooks } from './check-site.ts'
export type { Forecast } from '../crawl/survey/forecast.ts'
export type { Survey } from '../crawl/survey/survey.ts'
export type { PdfFailure, PdfFile, PdfResult } from '../pdf/pdf.ts'
export type { Pruned } from '../store/prune.ts'
export type { Pulled } from '../store/pull.ts'
export type { Pushed } from '../store/push.ts'
export type { PdfHooks } from './print-guides.ts'
export type { Served, ServeHooks } from './serve-site.ts'
export type { StoreHooks } from './stored-cache.ts'

export type { UserConfig } from '../config/options.ts'

/**
 * Options of a call, by the names that the command has for them, and the token of the service. Lists may be arrays, or texts as on the command line. Paths
 * are relative to the current folder.
 */
export type Options = CommandOptions & { token?: string }

export interface CrawlingHooks extends Omit<CrawlHooks, 'onFailure'> {
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
 * What the configuration file that is found from `folder` upwards sets for a command, with whole paths; nothing where there is no file. Throws an error
 * with the code `ERR_CONFIG_FILE` for one that cannot be read, or names something that is no option there.
 */
export async function loadConfig(command: Command, folder = '.'): Promise<CommandOptions> {
  const path = findConfigFile(resolve(folder))
  if (path === undefined) return {}
  const { values } = settingsFor([command], await readConfigFile(path, () => undefined))
  const own = (Object.keys(values) as OptionName[]).filter((name) => OPTIONS[name].commands.includes(command))
  return Object.fromEntries(own.map((name) => [keyOf(name), values[name]]))
}

/**
 * Copies the service `source` into the folder `cache`, as `benchbook crawl` does. What cannot be had is counted, not thrown. Throws errors with a
 * `code` (docs/troubleshooting.md): for wrong options, a service that is none, a cache that is another's, and `ERR_INTERRUPTED` at a signal.
 */
export async function crawl(options: Options, hooks: CrawlingHooks = {}): Promise<CrawlResult> {
  const { signal = new AbortController().signal, ...crawling } = hooks
  const config = sourceOf(options)
  return crawlService({ ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal }, crawling)
}

/**
 * Builds the site of the cache `cache` in the folder `out`, as `benchbook build` does, in a process of its own: several calls may run at once, each
 * into a folder of its own. The old site stays until the new one is whole. Throws errors with a `code` (docs/troubleshooting.md), and a signal's reason.
 */
export const build = async (options: Options = {}, hooks: BuildHooks = {}): Promise<BuildResult> => buildApart(configOf(options), hooks)

/**
 * Makes one site of the folders that builds with `shard` have made, as `benchbook merge` does; the options are those of these builds, with `out` for the
 * site. Throws as {@link build} does, and an error with the code `ERR_SHARD` for shards that are not all those of one site.
 */
export const merge = async (shards: readonly string[], options: Options = {}, hooks: BuildHooks = {}): Promise<BuildResult> => {
  if (shards.length === 0) throw new UsageError('No shards are named.', { code: 'ERR_SHARD' })
  return buildApart(
    { ...configOf(options), shard: '' },
    hooks,
    shards.map((folder) => resolve(folder)),
  )
}

/**
 * Checks the site in the folder `out`, and the media of its `cache`, as `benchbook check` does. What is wrong is in `findings`, not thrown. Throws an
 * error with the code `ERR_SITE_MISSING` where there is no site, and a signal's reason.
 */
export const check = async (options: Options = {}, hooks: SiteCheckHooks = {}): Promise<CheckedSite> =>
  checkBuiltSite(configOf(options), hooks)

/**
 * Makes one file or folder of the cache `cache`, or of a part of it, to read without a network, as `benchbook bundle` does: `format` is what, `out` is
 * where. An earlier bundle stays until the new one is whole. Throws errors with a `code` (docs/troubleshooting.md), and a signal's reason.
 */
export async function bundle(options: Options, hooks: BundleHooks = {}): Promise<Bundled<BuildResult>> {
  const { signal, onWarning, onProgress } = hooks
  const building = { ...(signal && { signal }), ...(onWarning && { onWarning }), ...(onProgress && { onProgress }) }
  const { out, ...others } = options
  const config = configOf(others)
  const asked = out === undefined ? config : { ...config, bundleOut: resolve(out) }
  return bundleSite(asked, (config) => buildApart(config, building), hooks)
}

/**
 * Serves the site in the folder `out`, and with `api` its cache, as `benchbook serve` does, until `close` is called. Throws an error with the code
 * `ERR_SITE_MISSING` where there is nothing to serve, and for a port that is taken.
 */
export const serve = async (options: Options = {}, hooks: ServeHooks = {}): Promise<Served> => serveConfigured(configOf(options), hooks)

/**
 * Prints guides of the site in the folder `out` into the folder `outPdf`, as `benchbook pdf` does. A page that cannot be printed is in `failed`. Throws
 * errors with a `code` (docs/troubleshooting.md) for guides that the site lacks and where there is no browser, and a signal's reason.
 */
export const pdf = async (options: Options, hooks: PdfHooks = {}): Promise<PdfResult> => printGuides(configOf(options), hooks)

/** Looks at the service `source` without copying anything, and forecasts a first crawl, as `benchbook doctor` does. Throws what {@link crawl} throws. */
export async function survey(options: Options, { signal }: { signal?: AbortSignal } = {}): Promise<Survey> {
  const config = sourceOf(options)
  return surveyService({
    ...config,
    product: PRODUCT,
    userAgent: userAgent(config.contact),
    signal: signal ?? new AbortController().signal,
  })
}

/**
 * Sends the cache `cache` to `store`, as `benchbook cache push` does: only what differs. The keys are in the environment (docs/storage.md). Throws errors
 * with a `code` (docs/troubleshooting.md) for a store that refuses or that somebody else has written to, and a signal's reason.
 */
export const pushCache = async (options: Options, hooks: StoreHooks = {}): Promise<Pushed> => pushStored(configOf(options), hooks)

/** Fetches the cache in `store` into the folder `cache`, as `benchbook cache pull` does. Keys and errors as for {@link pushCache}. */
export const pullCache = async (options: Options, hooks: StoreHooks = {}): Promise<Pulled> => pullStored(configOf(options), hooks)

/** Removes what no cache needs from `store`, as `benchbook cache prune` does. Keys and errors as for {@link pushCache}. */
export const pruneCache = async (options: Options, hooks: StoreHooks = {}): Promise<Pruned> => pruneStored(configOf(options), hooks)

/** The effective configuration of a call that needs a service. */
function sourceOf(options: Options): Config {
  const config = configOf(options)
  if (!config.source) throw new UsageError('No service is named. Give its address as `source`.', { code: 'ERR_OPTION', option: 'source' })
  return config
}

/** The effective configuration: the given options and the defaults, without flags and environment. */
function configOf({ token, ...values }: Options): Config {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(OPTIONS, name)) throw new UsageError(`"${name}" is no option.`, { code: 'ERR_OPTION', option: name })
  const config = readConfig({ token }, {}, { path: 'the options', values })
  const paths = OPTION_NAMES.filter(isPath)
  return { ...config, ...Object.fromEntries(paths.map((name) => [name, config[name] && resolve(String(config[name]))])) }
}
