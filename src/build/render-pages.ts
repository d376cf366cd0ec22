import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { dividedFolders } from '../routes/divided.ts'
import type { Staging } from '../publish/staging.ts'
import { listenToUnreadable, setEmptyPages } from '../views/catalog/unreadable.ts'
import { wholeContents } from '../views/questions.ts'
import { shareContents } from '../views/site/contents.ts'
import { site as openedSite } from '../views/site/site.ts'
import { classicScript } from './classic-script.ts'
import { diskSecret } from './disk-scripts.ts'
import { PROGRAM } from './compile-pages.ts'
import { type MadePage, PageMaker } from './page-maker.ts'
import { planPages, type PlannedPage } from './page-plan.ts'
import { loadProgram } from './page-program.ts'
import type { PageJob } from './page-worker-messages.ts'
import { renderInWorkers, type SomePages, type WorkersHooks } from './page-workers.ts'
import { isIn, type Shard, shardOf } from './shards/shard.ts'
import type { PreviousSite } from './state/previous-site.ts'

export interface PagesHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'pages'; done: number; known?: number }) => void
  onMade: (page: MadePage) => void
  /** Called with each planned page before it is made or kept, if there is a previous site. */
  onPlanned?: ((page: PlannedPage) => void) | undefined
}

/** The base of page addresses if the site's own is unknown. */
const ANYWHERE = 'http://localhost:4321'
/** Starting a process takes as long as making some hundred pages. */
const PAGES_A_PROCESS = 400
/** The memory of a process for a large site. */
const PROCESS_BYTES = 400e6
const PAGE_KINDS: ReadonlySet<string> = new Set(['guide', 'wiki', 'user'])

/**
 * Renders all pages of a cache into the staging directory, with the compiled program there; on all cores if there are many pages. Unchanged
 * pages are reused from the previous site.
 */
export async function renderPages(
  config: Config,
  cache: CacheReader,
  staging: Staging,
  { previous, onPlanned, ...hooks }: PagesHooks & { previous?: PreviousSite | undefined },
): Promise<void> {
  const job: PageJob = {
    program: join(staging.folder, PROGRAM),
    site: staging.site,
    root: new URL(`${config.base.replace(/(?<!\/)\/*$/, '')}/`, config.site || ANYWHERE).href,
    components: config.components,
    script:
      config.links === 'relative'
        ? { path: await classicScript(staging.site), secret: diskSecret(cache.manifest, config.includePrivate) }
        : undefined,
    languages: cache.manifest.translations ?? [],
    divided: dividedFolders(),
    contents: join(staging.folder, 'contents'),
  }
  let [done, known] = [0, 0]
  const counting = {
    ...(hooks.signal && { signal: hooks.signal }),
    onKnown: (pages: number) => (known = pages),
    onMade: (page: MadePage) => {
      hooks.onMade(page)
      if (page.isPage) hooks.onProgress?.({ stage: 'pages', done: ++done, known })
    },
  }
  const shard = shardOf(config.shard)
  const contents = await wholeContents(await openedSite())
  shareContents(contents)
  try {
    const inWorkers = (count: number, some?: SomePages) => {
      writeFileSync(job.contents, serialize(contents))
      return renderInWorkers(Math.max(1, count), job, cache, counting, some)
    }
    if (previous || shard) return await renderRest(job, { previous, onPlanned, shard }, cache, config, counting, inWorkers)
    const workers = config.workers || workersFor(await recordsIn(cache))
    if (workers > 1 || (await hasLargeRecord(cache))) await inWorkers(workers)
    else await renderHere(job, await openProgram(job), counting)
  } finally {
    shareContents(undefined)
  }
}

/** Keeps unchanged pages and renders the rest, of a shard or of all pages. */
async function renderRest(
  job: PageJob,
  { previous, onPlanned, shard }: Pick<PagesHooks, 'onPlanned'> & { previous: PreviousSite | undefined; shard: Shard | undefined },
  cache: CacheReader,
  config: Config,
  hooks: WorkersHooks,
  inWorkers: (count: number, some: SomePages) => Promise<void>,
): Promise<void> {
  const opened = await openProgram(job)
  const { pages, digest } = opened.plan
  const isOfShard = ({ file }: PlannedPage): boolean => isIn(shard, file)
  hooks.onKnown(pages.filter((page) => page.isPage && isOfShard(page)).length)
  const numbers: number[] = []
  for (const [number, page] of pages.entries()) {
    if (!isOfShard(page)) continue
    hooks.signal?.throwIfAborted()
    onPlanned?.(page)
    const kept = previous?.kept(page.file, page.given, job.languages)
    if (kept) hooks.onMade(kept)
    else numbers.push(number)
  }
  const workers = Math.min(config.workers || Infinity, workersFor(numbers.length))
  const isApart = workers > 1 || (numbers.length > 0 && (await hasLargeRecord(cache)))
  if (isApart) await inWorkers(workers, { numbers, digest })
  else await renderHere(job, opened, hooks, numbers)
}

async function recordsIn(cache: CacheReader): Promise<number> {
  let records = 0
  for await (const { kind } of cache.keys()) if (PAGE_KINDS.has(kind)) records++
  return records
}

/** Rendering a large record blocks the process for seconds, so it never happens in the one that handles signals. */
async function hasLargeRecord(cache: CacheReader): Promise<boolean> {
  for await (const key of cache.keys()) if (PAGE_KINDS.has(key.kind) && cache.isLarge(key)) return true
  return false
}

/** One per core, as far as memory and the number of pages allow. */
const workersFor = (pages: number): number =>
  Math.min(availableParallelism(), Math.floor(process.availableMemory() / PROCESS_BYTES), Math.floor(pages / PAGES_A_PROCESS))

async function openProgram({ program: folder, languages }: PageJob) {
  const program = await loadProgram(folder)
  return { program, plan: planPages(await program.paths(), languages) }
}

async function renderHere(
  job: PageJob,
  { program, plan }: Awaited<ReturnType<typeof openProgram>>,
  hooks: WorkersHooks,
  numbers?: readonly number[],
): Promise<void> {
  const emptyPages = new Set<string>()
  const stopListening = listenToUnreadable(({ page }) => page !== undefined && emptyPages.add(page))
  try {
    if (!numbers) hooks.onKnown(plan.pages.filter(({ isPage }) => isPage).length)
    const maker = new PageMaker(program, plan.standIn, { ...job, root: new URL(job.root) }, hooks.signal)
    const wanted = numbers ? numbers.flatMap((number) => plan.pages[number] ?? []) : plan.pages
    const [pages, sitemaps] = [wanted.values(), plan.sitemaps.values()]
    await maker.makeAll(() => pages.next().value, hooks.onMade, program.documents())
    setEmptyPages(emptyPages)
    await maker.makeAll(() => sitemaps.next().value, hooks.onMade)
  } finally {
    stopListening()
    // This process may make another site afterwards.
    setEmptyPages([])
  }
}
