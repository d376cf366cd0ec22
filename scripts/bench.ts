import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { UsageError } from '../src/errors.ts'
import { benchCrawl } from './bench/crawl.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'

const QUICK = { guides: 100, pictures: 300, latenciesMs: [0, 20], inFlight: [16] }
const count = z.coerce.number().int().positive()
const flags = z.object({ quick: z.boolean().optional(), guides: count.default(1000), pictures: count.default(3000) })

async function bench(what: string | undefined, given: unknown): Promise<number> {
  if (what !== 'crawl') throw new UsageError('Nothing to measure is named. Use "npm run bench -- crawl".')
  const options = flags.safeParse(given)
  if (!options.success) throw new UsageError('--guides and --pictures take a whole number from 1.')
  const { quick, guides, pictures } = options.data
  const page = await benchCrawl(quick ? QUICK : { guides, pictures, latenciesMs: [0, 20, 50], inFlight: [8, 16, 32] })
  // A quick run shows that all works; its figures say little.
  if (!quick) await writeFile(new URL('../docs/performance.md', import.meta.url), page)
  return 0
}

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run bench --')
    .argument('[what]', 'What to measure: crawl.')
    .option('--quick', 'A small run that writes nothing.')
    .option('--guides <N>', 'How many guides the service has [1000].')
    .option('--pictures <N>', 'How many pictures they show [3000].')
    .parse()
  return bench(command.args[0], command.opts())
})
