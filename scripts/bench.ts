import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { UsageError } from '../src/errors.ts'
import { benchBuild, benchNights, benchQuickly } from './bench/build.ts'
import { benchBundle } from './bench/bundle.ts'
import { benchCrawl } from './bench/crawl.ts'
import { benchSearch } from './bench/search.ts'
import { benchVitals } from './bench/vitals.ts'

const count = z.coerce.number().int().positive()
const flags = z.object({ quick: z.boolean().default(false), guides: count.optional(), pictures: count.default(3000) })

/** By name: measures and returns a section of docs/performance.md. */
const BENCHES: Record<string, (options: z.infer<typeof flags>) => Promise<string>> = {
  build: ({ guides }) => benchBuild(guides ? [guides] : [1_000, 10_000, 50_000]),
  nights: ({ quick, guides }) => benchNights(quick ? [300] : guides ? [guides] : [1000, 3000, 10_000, 50_000]),
  bundle: ({ quick, guides }) => benchBundle(quick ? [100] : guides ? [guides] : [1_000, 10_000]),
  crawl: ({ quick, guides = 1000, pictures }) => (quick ? benchCrawl(100, 300, [0, 20], [16]) : benchCrawl(guides, pictures)),
  search: ({ quick, guides }) => benchSearch(quick ? 500 : guides),
  vitals: () => benchVitals(),
}

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run bench --')
    .argument('[what]', `What to measure: ${Object.keys(BENCHES).join(', ')}.`)
    .option('--quick', 'A small run that writes nothing.')
    .option('--record', 'With --quick, for build: keep its ratios as those that CI compares with.')
    .option(
      '--guides <N>',
      'How many guides there are [build 1000, 10000 and 50000; bundle 1000 and 10000; crawl 1000; search 51740; nights 1000, 3000, 10000 and 50000].',
    )
    .option('--pictures <N>', 'How many pictures they show, for crawl [3000].')
    .parse()
  const [what = ''] = command.args
  const bench = BENCHES[what]
  if (!bench) throw new UsageError('Name what to measure: see --help.')
  const { data } = flags.safeParse(command.opts())
  if (!data) throw new UsageError('--guides and --pictures take a whole number from 1.')
  if (what === 'build' && data.quick) {
    const worse = await benchQuickly(!!command.opts<{ record?: boolean }>().record)
    for (const sentence of worse) console.error(`bench: ${sentence}`)
    if (worse.length > 0) console.error('bench: If the cost is meant, record it: npm run bench -- build --quick --record.')
    return worse.length > 0 ? 1 : 0
  }
  const section = await bench(data)
  console.log(section)
  if (!data.quick) await writeSection(section) // the figures of a quick run are not representative
  return 0
})

/** Replaces the section of docs/performance.md with the same heading, or appends it to the page. */
async function writeSection(section: string): Promise<void> {
  const page = new URL('../docs/performance.md', import.meta.url)
  const [heading = ''] = section.split('\n')
  const [head = '', ...sections] = (await readFile(page, 'utf8')).split(/^(?=## )/m)
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`))
  sections[at < 0 ? sections.length : at] = section
  await writeFile(page, `${[head, ...sections].map((one) => one.trimEnd()).join('\n\n')}\n`)
}
