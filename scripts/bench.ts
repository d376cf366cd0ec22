import { UsageError } from '../src/errors.ts'
import { benchQuickly } from './bench/build/bench-build.ts'
import { BENCHES, flags } from './bench/benches.ts'
import { writeSection } from './bench/page.ts'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run bench --')
    .argument('[what]', `What to measure: ${Object.keys(BENCHES).join(', ')}.`)
    .option('--quick', 'A small run that writes nothing.')
    .option('--record', 'With --quick, for build: keep its ratios as those that CI compares with.')
    .option('--guides <N>', 'How many guides there are [build 1000, 10000 and 50000; crawl 1000; search 51740; else 10000].')
    .option('--pictures <N>', 'How many pictures they show, for crawl [3000].')
    .option('--rounds <N>', 'How often each is measured, for bundle [3].')
    .parse()
  const bench = BENCHES[command.args[0] ?? '']
  if (!bench) throw new UsageError('Name what to measure: see --help.')
  const { data } = flags.safeParse(command.opts())
  if (!data) throw new UsageError('--guides, --pictures and --rounds take a whole number from 1.')
  if (command.args[0] === 'build' && data.quick) {
    const worse = await benchQuickly(data.record)
    for (const sentence of worse) console.error(`bench: ${sentence}`)
    if (worse.length > 0) console.error('bench: If the cost is meant, record it: npm run bench -- build --quick --record.')
    return worse.length > 0 ? 1 : 0
  }
  const section = await bench(data)
  if (!data.quick) await writeSection(section) // the figures of a quick run are not representative
  return 0
})
