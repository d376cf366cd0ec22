import { z } from 'zod'
import { UsageError } from '../src/errors.ts'
import { benchBuild } from './bench/build/bench-build.ts'
import { benchNights } from './bench/build/bench-nights.ts'
import { benchColours } from './bench/colours.ts'
import { benchCrawl, benchMemory, QUICK_CRAWL, WHOLE_CRAWL } from './bench/crawl.ts'
import { benchIndexes } from './bench/indexes.ts'
import { writeSection } from './bench/page.ts'
import { benchServe } from './bench/serve.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'

const count = z.coerce.number().int().positive()
const flags = z.object({ quick: z.boolean().default(false), guides: count.optional(), pictures: count.default(3000) })

/** By name: measures, and gives a section of docs/performance.md. */
const BENCHES: Record<string, (options: z.infer<typeof flags>) => Promise<string>> = {
  build: ({ quick, guides }) => (quick ? benchBuild([300], 1) : benchBuild(guides ? [guides] : [1_000, 10_000, 50_000], 3)),
  nights: ({ quick, guides = 10_000 }) => benchNights(quick ? 300 : guides),
  crawl: ({ quick, guides = 1000, pictures }) => benchCrawl(quick ? QUICK_CRAWL : { ...WHOLE_CRAWL, guides, pictures }),
  memory: ({ quick }) => benchMemory(quick ? [100, 200] : [10_000, 100_000]),
  colours: ({ quick }) => benchColours(quick ? 100 : 2_000),
  indexes: ({ quick, guides = 10_000 }) => (quick ? benchIndexes(200, 1) : benchIndexes(guides, 3)),
  serve: ({ quick, guides = 10_000 }) => (quick ? benchServe(200, 1) : benchServe(guides, 10)),
}
process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run bench --')
    .argument('[what]', `What to measure: ${Object.keys(BENCHES).join(', ')}.`)
    .option('--quick', 'A small run that writes nothing.')
    .option('--guides <N>', 'How many guides there are [build 1000, 10000 and 50000; crawl 1000; else 10000].')
    .option('--pictures <N>', 'How many pictures they show, for crawl [3000].')
    .parse()
  const bench = BENCHES[command.args[0] ?? '']
  if (!bench) throw new UsageError('Name what to measure: see --help.')
  const { data } = flags.safeParse(command.opts())
  if (!data) throw new UsageError('--guides and --pictures take a whole number from 1.')
  const section = await bench(data)
  if (!data.quick) await writeSection(section) // the figures of a quick run say little
  return 0
})
