import { z } from 'zod'
import { benchBuild } from './build/bench-build.ts'
import { benchNights } from './build/bench-nights.ts'
import { benchBundle } from './bundle/bench-bundle.ts'
import { benchColours } from './colours.ts'
import { benchCrawl, benchMemory, QUICK_CRAWL, WHOLE_CRAWL } from './crawl.ts'
import { benchIndexes } from './indexes.ts'
import { benchDev } from './dev/bench-dev.ts'
import { benchOneFile } from './one-file/bench-one-file.ts'
import { benchSearch, WHOLE } from './search/bench-search.ts'
import { benchPaint } from './paint/bench-paint.ts'
import { benchServe } from './serve.ts'
import { benchTree } from './tree/bench-tree.ts'
import { WHOLE_TREE } from './tree/made-categories.ts'
import { benchWorkers } from './workers.ts'

const count = z.coerce.number().int().positive()
export const flags = z.object({
  quick: z.boolean().default(false),
  record: z.boolean().default(false),
  guides: count.optional(),
  rounds: count.default(3),
  pictures: count.default(3000),
})

/** By name: measures, and gives a section of docs/performance.md, or of another page in {@link PAGES}. */
export const BENCHES: Record<string, (options: z.infer<typeof flags>) => Promise<string>> = {
  build: ({ guides }) => benchBuild(guides ? [guides] : [1_000, 10_000, 50_000], 3),
  dev: ({ quick, rounds }) => benchDev(quick ? 1 : rounds),
  nights: ({ quick, guides = 10_000 }) => benchNights(quick ? 300 : guides),
  bundle: ({ quick, guides, rounds }) => (quick ? benchBundle([100], 1) : benchBundle(guides ? [guides] : [1_000, 10_000], rounds)),
  'one-file': ({ quick }) => benchOneFile(quick ? 2 : 9),
  paint: ({ quick }) => benchPaint(quick ? 1 : 3),
  crawl: ({ quick, guides = 1000, pictures }) => benchCrawl(quick ? QUICK_CRAWL : { ...WHOLE_CRAWL, guides, pictures }),
  memory: ({ quick }) => benchMemory(quick ? [100, 200] : [10_000, 100_000]),
  colours: ({ quick }) => benchColours(quick ? 100 : 2_000),
  indexes: ({ quick, guides = 10_000 }) => (quick ? benchIndexes(200, 1) : benchIndexes(guides, 3)),
  search: ({ quick, guides = WHOLE }) => benchSearch(quick ? 500 : guides),
  serve: ({ quick, guides = 10_000 }) => (quick ? benchServe(200, 1) : benchServe(guides, 10)),
  tree: ({ quick, guides = 2000 }) => (quick ? benchTree(1000, 50) : benchTree(WHOLE_TREE, guides)),
  workers: ({ quick, guides = 2000 }) => benchWorkers(quick ? 100 : guides),
}

/** Where the section of a bench stands, if not on the page on performance. */
export const PAGES: Readonly<Record<string, string>> = { tree: 'hosting.md' }
