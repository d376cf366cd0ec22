import { z } from 'zod'
import { benchBuild } from './build/bench-build.ts'
import { benchNights } from './build/bench-nights.ts'
import { benchBundle } from './bundle/bench-bundle.ts'
import { benchCrawl, QUICK_CRAWL, WHOLE_CRAWL } from './crawl.ts'
import { benchSearch, WHOLE } from './search/bench-search.ts'

const count = z.coerce.number().int().positive()
export const flags = z.object({
  quick: z.boolean().default(false),
  record: z.boolean().default(false),
  guides: count.optional(),
  rounds: count.default(3),
  pictures: count.default(3000),
})

/** By name: measures and returns a section of docs/performance.md. */
export const BENCHES: Record<string, (options: z.infer<typeof flags>) => Promise<string>> = {
  build: ({ guides }) => benchBuild(guides ? [guides] : [1_000, 10_000, 50_000], 3),
  nights: ({ quick, guides = 10_000 }) => benchNights(quick ? 300 : guides),
  bundle: ({ quick, guides, rounds }) => (quick ? benchBundle([100], 1) : benchBundle(guides ? [guides] : [1_000, 10_000], rounds)),
  crawl: ({ quick, guides = 1000, pictures }) => benchCrawl(quick ? QUICK_CRAWL : { ...WHOLE_CRAWL, guides, pictures }),
  search: ({ quick, guides = WHOLE }) => benchSearch(quick ? 500 : guides),
}
