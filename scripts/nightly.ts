import { rmSync } from 'node:fs'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../src/errors.ts'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { interruptSignal } from '../src/cli/interrupt.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { PARTS, type Row, runPart } from './nightly/parts.ts'
import { tableOf } from './nightly/table.ts'

/** Some libraries read a seed as a 32-bit integer. */
const MAX_SEED = 2 ** 31 - 1

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run nightly --')
    .argument('[parts...]', `What to run: ${Object.keys(PARTS).join(', ')} [all].`)
    .option('--seed <N>', 'The seed of whatever is random [another one each time].')
    .parse()
  const parts = command.args.length > 0 ? command.args : Object.keys(PARTS)
  const unknown = parts.find((part) => !Object.hasOwn(PARTS, part))
  if (unknown) throw new UsageError(`There is no part "${unknown}": see npm run nightly -- --help.`)
  const { seed = String(Date.now() % 1_000_000) } = command.opts<{ seed?: string }>()
  if (!/^\d+$/.test(seed) || Number(seed) > MAX_SEED)
    throw new UsageError(`--seed must be a whole number from 0 to ${MAX_SEED}, not "${seed}".`)
  const signal = interruptSignal()
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-nightly-'))
  // Servers and builds under test run as other users.
  await chmod(folder, 0o755)
  // The temporary files of the parts are removed with it, also after an interruption.
  Object.assign(process.env, { TMPDIR: folder })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const rows: Row[] = []
  const rest = [...parts]
  const report = () => writeFile('nightly.json', JSON.stringify({ seed, notRun: rest, parts: rows }, undefined, 2))
  // Old results could be mistaken for new ones.
  await report()
  try {
    for (const part of parts) {
      console.log(`\n== ${part}: npm run nightly -- ${part} --seed ${seed} ==`)
      rows.push(await runPart(part, { seed, folder, signal }))
      rest.shift()
      await report()
    }
  } finally {
    const left = rest.length > 0 ? `Not run to the end: npm run nightly -- ${rest.join(' ')} --seed ${seed}\n` : ''
    console.log(`\n${tableOf(rows)}\n${left}`)
  }
  return rows.every(({ isGreen }) => isGreen) ? 0 : 1
})
