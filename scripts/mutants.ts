import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { mutants } from './mutants/mutants.ts'
import { newCommand } from './new-command.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run mutants --')
    .argument('[places...]', 'Rooms or files of src to mutate [src/crawl src/cache src/fetch src/render].')
    .option('--in-flight <N>', 'How many mutants to test at once.', '2')
    .option('--sample <percent>', 'Mutate only this share of the lines, in percent.', '100')
    .option('--again', 'Test only the survivors of earlier runs against the current tests, and score all.')
    .option('--importers', 'Also run the tests of other rooms that import the files; slow, so best with --again.')
    .parse()
  const places = command.args.length > 0 ? command.args : ['src/crawl', 'src/cache', 'src/fetch', 'src/render']
  const { inFlight, sample, ...flags } = command.opts<{ inFlight: string; sample: string; again?: boolean; importers?: boolean }>()
  return mutants(places, { ...flags, inFlight: Number(inFlight), sample: Number(sample) }, interruptSignal())
})
