import { writeFile } from 'node:fs/promises'
import { UsageError } from '../src/errors.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { newCommand } from './new-command.ts'
import { PARTS, type Row, runPart } from './nightly/parts.ts'
import { tableOf } from './nightly/table.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run nightly --')
    .argument('[parts...]', `What to run: ${Object.keys(PARTS).join(', ')} [all].`)
    .option('--seed <N>', 'The seed of whatever is random [another one each time].', String(Date.now() % 1_000_000))
    .parse()
  const parts = command.args.length > 0 ? command.args : Object.keys(PARTS)
  const unknown = parts.find((part) => !(part in PARTS))
  if (unknown) throw new UsageError(`There is no part "${unknown}": see npm run nightly -- --help.`)
  const { seed } = command.opts<{ seed: string }>()
  if (!/^\d+$/.test(seed)) throw new UsageError(`--seed must be a whole number from 0, not "${seed}".`)
  const signal = interruptSignal()
  const rows: Row[] = []
  for (const part of parts) {
    console.log(`\n== ${part}: npm run nightly -- ${part} --seed ${seed} ==`)
    rows.push(await runPart(part, seed, signal))
    await writeFile('nightly.json', JSON.stringify({ seed, parts: rows }, undefined, 2))
  }
  console.log(`\n${tableOf(rows)}`)
  return rows.every(({ isGreen }) => isGreen) ? 0 : 1
})
