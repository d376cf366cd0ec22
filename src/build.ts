import { sep } from 'node:path'
import { componentFault, mapStacks } from './brand/component-fault.ts'
import { loopbackSiteWarning } from './publish/loopback.ts'
import { factsOf } from './publish/marker.ts'
import { placeNotFoundPages } from './publish/not-found.ts'
import { placeFiles } from './disk/copy.ts'
import { type Replaced, replaceSite } from './publish/replace-site.ts'
import { ParseSandbox } from './parse-sandbox/parse-sandbox.ts'
import { diskSecret, placeDiskScripts } from './build/disk-scripts.ts'
import { divideCrowdedFolders } from './build/divide-folders.ts'
import { preparePages } from './build/compiled-pages.ts'
import { placeShell } from './build/one-file-shell.ts'
import { inputsOf } from './build/inputs.ts'
import type { ExtrasStage } from './build/extras.ts'
import { MadePages } from './build/made-pages.ts'
import { planOf } from './build/plan.ts'
import { renderPages } from './build/render-pages.ts'
import type { MadePage } from './build/page-maker.ts'
import { makeSearch } from './build/search/search-stage.ts'
import { type PreviousBuild, readPreviousBuild } from './build/previous-build.ts'
import { UpToDateCheck } from './build/state/up-to-date.ts'
import { type BuildStage, StageClock, type TimedStage } from './build/stage-clock.ts'
import { inOrder, UnreadableRecords } from './build/unreadable-records.ts'
import { readOperatorFiles } from './build/operator-files.ts'
import { refuseTooUnreadable } from './build/unreadable-share.ts'
import { abandonStaging, takeStaging } from './publish/staging.ts'
import { finishedMark } from './cache/manifest.ts'
import { setLargeRecordCheck } from './cache/large-records.ts'
import { lostContent, type LostContent } from './cache/loss.ts'
import { openCache } from './cache/reader.ts'
import type { Config } from './config/options.ts'
import { toEnvironment } from './config.ts'
import { ContentError, explainSystem, UsageError } from './errors.ts'
import { ownFiles } from './views/own/own-files.ts'
import { refuseAnotherSite } from './views/site/site.ts'
import type { Unreadable } from './views/catalog/unreadable.ts'
import type { MissingWords } from './views/missing-words.ts'

export interface BuildHooks {
  /** Stops the build; its reason is thrown, and the old site stays. */
  signal?: AbortSignal
  /** A problem that does not stop the build, as a sentence. */
  onWarning?: (warning: string) => void
  /** Called for each page or file of a stage; `known` is the total number, if it is known in advance. */
  onProgress?: (progress: { stage: BuildStage; done: number; known?: number }) => void
}

export interface BuildResult extends Replaced {
  /** Unchanged pages, which were not rendered. */
  keptPages: number
  /** Why the page named by `explain` was rendered or kept, in sentences. */
  explained: string[]
  /** True if nothing was built, since the site is up to date. */
  isUnchanged: boolean
  /** Records with no page, or only part of it, by kind and id. */
  unreadable: Unreadable[]
  /** Words of records that are missing on their pages, for rendered pages: by kind and id. */
  missingWords: MissingWords[]
  /** What the cache's lists of records and items have lost since the crawl. */
  lost: LostContent[]
  /** Media files of the cache that have changed since they were stored, as paths in it. */
  damaged: string[]
  /**
   * The duration of each stage in milliseconds, together all of the build; for the search, which runs in parallel with the pages and media,
   * only the time after them.
   */
  stagesMs: Record<TimedStage, number>
}

/**
 * Builds the site of a finished cache. `config.out` keeps its content until the new site is complete, and is then replaced; equal files
 * stay the same files, and if all are equal, nothing is replaced. One build per process: the views open their cache once, and Astro's pages
 * read the configuration from the environment; throws a TypeError for a build with other options. Throws a CacheError for a cache that is
 * not finished, a {@link UsageError} for a folder that Benchbook did not make, or for words, synonyms, colours or components that cannot be
 * used. With `shard` it builds a part of the site, and with the folders of all `shards` it merges them. With `ifChanged` it builds nothing
 * if the site is up to date. The page of an unreadable record says that it is unreadable; throws a ContentError if those are too many to
 * replace a site.
 */
export async function buildSite(
  config: Config,
  product: string,
  hooks: BuildHooks = {},
  shards: readonly string[] = [],
): Promise<BuildResult> {
  const clock = new StageClock()
  const cache = await openCache(config.cache)
  const mark = await finishedMark(config.cache)
  const lost = await lostContent(config.cache, cache)
  refuseOverlap(config)
  const { brand, synonyms } = await readOperatorFiles(config, hooks.onWarning)
  const onThisMachine = loopbackSiteWarning(config.site)
  if (onThisMachine) hooks.onWarning?.(onThisMachine)
  Object.assign(process.env, toEnvironment(config), { ASTRO_TELEMETRY_DISABLED: '1' })
  const inputs = lost.length > 0 ? undefined : await inputsOf(config, brand, cache, product)
  const plan = await planOf(config, product, inputs, shards)
  const check = inputs && new UpToDateCheck(config, { product, inputs: inputs.site }, hooks.signal)
  const kept = await check?.upToDateSite()
  clock.end('preparing')
  if (kept) return { ...kept, ...NOTHING_DONE, keptPages: kept.pages, stagesMs: clock.stagesMs }
  await check?.look()
  const staging = await takeStaging(config.out)
  const unreadableRecords = new UnreadableRecords()
  const sandbox = new ParseSandbox()
  setLargeRecordCheck(({ key: { kind }, text }) => sandbox.refusal({ kind, text }))
  try {
    refuseAnotherSite(config)
    mapStacks(config.components)
    await preparePages(config, brand, staging)
    const facts = factsOf(product, config, cache.manifest)
    const languages = cache.manifest.translations ?? []
    if (plan.prepare) staging.earlier = await plan.prepare(staging, facts, languages, hooks.signal)
    await divideCrowdedFolders(config, cache)
    const past = await readPreviousBuild(config, cache, staging, inputs?.pages, hooks.onWarning)
    const { previous, state, mediaMarks } = past
    const made = new MadePages()
    const stage = { config, cache, staging, made, previous, clock }
    const searching = { staging, made, state, previous, unreadableRecords, synonyms, synonymsFile: config.synonyms, shard: plan.shard }
    clock.end('preparing')
    const damaged = await inParallel(
      hooks.signal,
      (signal) => makeSearch(searching, { ...hooks, signal }),
      async (signal, searched) => {
        await makePages(stage, past, { ...hooks, signal })
        clock.end('pages')
        const unreadable = unreadableRecords.list()
        await refuseTooUnreadable(cache, staging.out, { unreadable, lost, allowPercent: config.allowUnreadable })
        if (config.links === 'relative') {
          await searched
          clock.end('search')
          await placeDiskScripts(staging.files, languages, diskSecret(cache.manifest, config.includePrivate))
        } else await placeShell(staging.files, config.base)
        await placeNotFoundPages(staging.site, languages)
        await placeFiles(await ownFiles(), staging.site)
        clock.end('app')
        return plan.writeExtras({ ...stage, searched }, { ...hooks, signal })
      },
    )
    if ((await finishedMark(config.cache)) !== mark) throw mixed(config.cache)
    const unreadable = unreadableRecords.list()
    const isWhole = unreadable.length === 0 && damaged.length === 0
    const replaced = await replaceSite(
      staging,
      { ...facts, ...plan.marker },
      {
        signal: hooks.signal,
        hashes: made.hashes,
        inputs: isWhole ? inputs?.site : undefined,
        stateOf: inputs && ((files) => state.stateOf(staging.files, { inputs: inputs.pages, files, mediaMarks, languages })),
        stillOf: (stamp) => (isWhole && state.search && !state.search.warning ? check?.snapshotFor(stamp) : undefined),
      },
    )
    clock.end('replacing')
    return {
      ...replaced,
      isUnchanged: false,
      keptPages: made.kept.size,
      explained: past.explained(),
      unreadable,
      missingWords: inOrder(made.missing),
      lost,
      damaged,
      stagesMs: clock.stagesMs,
    }
  } catch (error) {
    // The next build removes what cannot be removed now; the first error is the one to report.
    await abandonStaging(staging).catch(() => undefined)
    throw componentFault(error, config.components) ?? explainSystem(error, staging.out)
  } finally {
    unreadableRecords.close()
    setLargeRecordCheck(undefined)
    sandbox.close()
    await staging.release()
  }
}

/** Renders the pages, and notes each one for the search and for the next build. */
async function makePages(
  { config, cache, staging, made }: Omit<ExtrasStage, 'searched'>,
  past: PreviousBuild,
  hooks: BuildHooks,
): Promise<void> {
  const onMade = (page: MadePage): void => {
    made.add(page)
    past.state.addPage(page)
  }
  const pageHooks = { ...hooks, onMade, onPlanned: past.explain, previous: past.previous }
  await renderPages(config, cache, staging, pageHooks).finally(() => made.end())
}

/**
 * Runs `work` in parallel with another task, whose promise it gets. If one fails, the other is aborted by its signal, and the error is
 * thrown once both have ended.
 */
async function inParallel<T>(
  signal: AbortSignal | undefined,
  another: (signal: AbortSignal) => Promise<void>,
  work: (signal: AbortSignal, another: Promise<void>) => Promise<T>,
): Promise<T> {
  const failure = new AbortController()
  const either = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])])
  const fail = (error: unknown): void => failure.abort(error)
  const beside = another(either)
  const result = work(either, beside)
  await Promise.all([beside.catch(fail), result.catch(fail)])
  failure.signal.throwIfAborted()
  return result
}

const NOTHING_DONE = { isUnchanged: true, explained: [], unreadable: [], missingWords: [], lost: [], damaged: [] }

const mixed = (cache: string): ContentError =>
  new ContentError(
    `A crawl into ${cache} finished while the site was built, which would show parts of two crawls. The previous site stays; build again.`,
    { code: 'ERR_CACHE_CHANGED', path: cache },
  )

/** Throws a {@link UsageError} for a site inside its cache, or the other way round. */
export function refuseOverlap({ cache, out }: Config): void {
  const refused = (why: string): UsageError =>
    new UsageError(`${why} Name another \`out\` or \`cache\`.`, { code: 'ERR_OUT_HOLDS_CACHE', option: 'out', path: cache })
  if (`${cache}${sep}`.startsWith(`${out}${sep}`))
    throw refused(`The cache ${cache} lies inside the folder ${out}, which a build replaces.`)
  if (out.startsWith(`${cache}${sep}`)) throw refused(`The folder ${out} lies inside the cache ${cache}, which belongs to the crawl.`)
}
