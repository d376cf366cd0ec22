import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { mutants } from './mutants/mutants.ts'
import { newCommand } from './new-command.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run mutants --')
    .argument('[places...]', 'Rooms or files of src whose code is broken [src/crawl src/cache src/fetch src/render].')
    .option('--in-flight <N>', 'How many mutants are tried at once.', '2')
    .option('--sample <percent>', 'Break that share of the lines only.', '100')
    .option('--again', 'Try only those that the last runs have left, against the tests of now, and score all.')
    .option('--importers', 'Run the tests of other rooms too that import the files: for what --again has left, since it takes longer.')
    .parse()
  const places = command.args.length > 0 ? command.args : ['src/crawl', 'src/cache', 'src/fetch', 'src/render']
  const { inFlight, sample, ...flags } = command.opts<{ inFlight: string; sample: string; again?: boolean; importers?: boolean }>()
  return mutants(places, { ...flags, inFlight: Number(inFlight), sample: Number(sample) }, interruptSignal())
})
