import { z } from 'zod'
import { UsageError } from '../../src/errors.ts'
import { newCommand } from '../../src/cli/new-command.ts'
import type { SoakOptions } from './hostile.ts'

export type What = 'tests' | 'hostile'

const whole = z.coerce.number().int().min(0)
const flags = z.object({
  seed: whole.optional(),
  seeds: z
    .string()
    .regex(/^\d+-\d+$/)
    .transform((text) => text.split('-').map(Number) as [number, number])
    .optional(),
  count: whole.min(1).default(20),
  batch: whole.min(1).default(5),
  only: z.string().default(''),
  log: z.string().default(''),
  shrink: z.boolean().default(true),
})

/** The arguments of `npm run soak`; `files` restricts the test files, empty for all. Throws a {@link UsageError}. */
export function readFlags(words: readonly string[]): { what: readonly What[]; files: string[]; hostile: Omit<SoakOptions, 'signal'> } {
  const command = newCommand('npm run soak --')
    .argument('[what]', 'Which soak to run: `tests`, those that take minutes, or `hostile`, malicious services. Default: both.')
    .argument('[files...]', 'Run only the tests in these files.')
    .option('--seed <N>', 'Run the site of a single seed.')
    .option('--seeds <FROM-TO>', 'Run the sites of a range of seeds.')
    .option('--count <N>', 'Run this many seeds, starting at 1 [20].')
    .option('--batch <K>', 'Combine this many seeds into one site [5].')
    .option('--only <NAMES>', 'Keep only the parts whose names start with one of these, such as "17 guide 2,17 paging".')
    .option('--log <FILE>', 'A file that gets one line per site.')
    .option('--no-shrink', 'Do not isolate the parts that make a site fail.')
    .parse(words, { from: 'user' })
  // An option without a word applies to the hostile sites.
  const [named = words.length > 0 ? 'hostile' : undefined, ...files] = command.args
  if (named !== undefined && named !== 'hostile' && named !== 'tests')
    throw new UsageError('There are two soaks: "npm run soak -- tests" and "npm run soak -- hostile".')
  const options = flags.safeParse(command.opts())
  if (!options.success) throw new UsageError('--seed, --count and --batch take whole numbers, --seeds two of them, such as 1-100.')
  const { seed, seeds: [from, to] = [1, options.data.count], batch, log, only, shrink } = options.data
  const seeds = seed === undefined ? Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at) : [seed]
  const hostile = { seeds, batch, log, only: only.split(',').filter(Boolean), isShrinking: shrink }
  return { what: named === undefined ? ['tests', 'hostile'] : [named], files, hostile }
}
