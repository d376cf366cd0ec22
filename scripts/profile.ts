import { z } from 'zod'
import { UsageError } from '../src/errors.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { profileBuild } from './profile/profile-build.ts'

const flags = z.object({
  guides: z.coerce.number().int().positive().default(1000),
  cache: z.string().optional(),
  out: z.string().default('profile'),
})

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run profile --')
    .argument('[what]', 'What to profile: build.')
    .option('--guides <N>', 'How many guides the made-up site has [1000].')
    .option('--cache <DIR>', 'Profile the build of this cache instead.')
    .option('--out <DIR>', 'Where the CPU profile goes, for the developer tools of a browser [profile].')
    .parse()
  if (command.args[0] !== 'build') throw new UsageError('Name what to profile: build.')
  const { data } = flags.safeParse(command.opts())
  if (!data) throw new UsageError('--guides takes a whole number from 1.')
  console.log(await profileBuild(data))
  return 0
})
