import { UsageError } from '../src/errors.ts'
import { BENCHES, flags } from './bench/benches.ts'
import { writeSection } from './bench/page.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run bench --')
    .argument('[what]', `What to measure: ${Object.keys(BENCHES).join(', ')}.`)
    .option('--quick', 'A small run that writes nothing.')
    .option('--guides <N>', 'How many guides there are [build 1000, 10000 and 50000; crawl 1000; search 51740; else 10000].')
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
