import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import type { Staging } from '../publish/staging.ts'
import { listenToUnreadable, setEmptyPages } from '../views/catalog/unreadable.ts'
import { PROGRAM } from './compile-pages.ts'
import { type MadePage, PageMaker } from './page-maker.ts'
import { planPages } from './page-plan.ts'
import { loadProgram } from './page-program.ts'
import type { PageJob } from './page-worker-words.ts'
import { PageWorkers, type WorkersHooks } from './page-workers.ts'

export interface PagesHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'pages'; done: number; known?: number }) => void
  onMade: (page: MadePage) => void
}

/** What addresses of pages are relative to where nobody has named the site's own. */
const ANYWHERE = 'http://localhost:4321'
/** To start a process takes as long as to make some hundred pages. */
const RECORDS_A_PROCESS = 400
/** What a process needs with a large site. */
const PROCESS_BYTES = 300e6
const PAGE_KINDS: ReadonlySet<string> = new Set(['guide', 'wiki', 'user'])

/** Renders all pages of a cache into the fresh folder, with the program that lies there; on all cores where the site is large. */
export async function renderPages(config: Config, cache: CacheReader, staging: Staging, hooks: PagesHooks): Promise<void> {
  const job: PageJob = {
    program: join(staging.folder, PROGRAM),
    site: staging.site,
    root: new URL(`${config.base.replace(/(?<!\/)\/*$/, '')}/`, config.site || ANYWHERE).href,
    components: config.components,
    languages: cache.manifest.translations ?? [],
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
  const workers = config.workers || (await workersFor(cache))
  if (workers > 1) await new PageWorkers(job, cache, counting).run(workers)
  else await renderHere(job, counting)
}

/** As many as there are cores, as far as the memory and the number of records allow. */
async function workersFor(cache: CacheReader): Promise<number> {
  let records = 0
  for await (const { kind } of cache.keys()) if (PAGE_KINDS.has(kind)) records++
  return Math.min(availableParallelism(), Math.floor(process.availableMemory() / PROCESS_BYTES), Math.floor(records / RECORDS_A_PROCESS))
}

async function renderHere({ program: folder, site, root, components, languages }: PageJob, hooks: WorkersHooks): Promise<void> {
  const emptyPages = new Set<string>()
  const stopListening = listenToUnreadable(({ page }) => page !== undefined && emptyPages.add(page))
  try {
    const program = await loadProgram(folder)
    const plan = planPages(await program.paths(), languages)
    hooks.onKnown(plan.pages.filter(({ isPage }) => isPage).length)
    const maker = new PageMaker(program, plan.standIn, { site, root: new URL(root), components }, hooks.signal)
    const [pages, sitemaps] = [plan.pages.values(), plan.sitemaps.values()]
    await maker.makeAll(() => pages.next().value, hooks.onMade)
    setEmptyPages(emptyPages)
    await maker.makeAll(() => sitemaps.next().value, hooks.onMade)
  } finally {
    stopListening()
  }
}
