import { z } from 'zod'
import { UsageError } from '../../src/errors.ts'
import { newCommand } from '../new-command.ts'
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

/** What `npm run soak` is told to run; `files` are the test files to keep to, none for all of them. Throws a {@link UsageError}. */
export function readFlags(words: readonly string[]): { what: readonly What[]; files: string[]; hostile: Omit<SoakOptions, 'signal'> } {
  const command = newCommand('npm run soak --')
    .argument('[what]', 'What to soak in: tests, those that take minutes, or hostile, services that mean harm. Both when nothing is said.')
    .argument('[files...]', 'Of the tests, those in these files.')
    .option('--seed <N>', 'The one site of this seed.')
    .option('--seeds <FROM-TO>', 'The sites of these seeds.')
    .option('--count <N>', 'The sites of so many seeds from 1 on [20].')
    .option('--batch <K>', 'Put what is hostile of so many seeds into one site [5].')
    .option('--only <NAMES>', 'Leave out all but the parts whose names begin so, such as "17 guide 2,17 paging".')
    .option('--log <FILE>', 'A file to add a line to for each site.')
    .option('--no-shrink', 'Do not look for what of a site is to blame.')
    .parse(words, { from: 'user' })
  // An option without a word is one of the hostile sites.
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
