import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { exitCodeOf, interruptSignal } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { UsageError } from '../src/errors.ts'
import { ROOT } from '../src/installation.ts'
import { soakHostile } from './soak/hostile.ts'

const range = z.string().regex(/^\d+(-\d+)?$/)
const flags = z.object({
  seeds: range.transform((text) => text.split('-').map(Number)),
  batch: z.coerce.number().int().min(1),
  only: z.string().transform((text) => text.split(',').filter(Boolean)),
})

process.exitCode = await exitCodeOf(async () => {
  const words = process.argv.slice(2)
  const command = newCommand('npm run soak --')
    .argument('[what]', 'Which soak to run: `tests`, those that take minutes, or `hostile`, malicious services. Default: both.')
    .argument('[files...]', 'Run only the tests in these files.')
    .option('--seeds <FROM-TO>', 'Run the sites of a range of seeds, or of a single one.', '1-20')
    .option('--batch <K>', 'Combine this many seeds into one site.', '5')
    .option('--only <NAMES>', 'Keep only the parts whose names start with one of these, such as "17 guide 2,17 paging".', '')
    .parse(words, { from: 'user' })
  // An option without a word applies to the hostile sites.
  const [what = words.length > 0 ? 'hostile' : 'both', ...files] = command.args
  if (!['both', 'hostile', 'tests'].includes(what))
    throw new UsageError('There are two soaks: "npm run soak -- tests" and "npm run soak -- hostile".')
  const { data } = flags.safeParse(command.opts())
  if (!data) throw new UsageError('--batch takes a whole number, --seeds one or two of them, such as 1-100.')
  const signal = interruptSignal()
  const tests = what === 'hostile' ? 0 : await soakTests(files, signal)
  if (tests || what === 'tests') return tests
  return soakHostile({ ...data, signal })
})

/** Runs the tests that take minutes, all or those of some files. Returns 1 if one of them failed. */
async function soakTests(files: readonly string[], signal: AbortSignal): Promise<0 | 1> {
  const args = ['test/gate/run.ts', '--project', 'soak*', ...files]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', signal, killSignal: 'SIGINT' })
  const [code] = (await once(child, 'close').finally(() => signal.throwIfAborted())) as [number | null]
  return code === 0 ? 0 : 1
}
