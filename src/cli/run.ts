import { Option } from 'commander'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { COMMANDS } from './commands/all.ts'
import { completionCommandOf, helpCommandOf } from './commands/shell.ts'
import { VERSION } from '../product.ts'

/** All commands. */
export const program = newCommand('benchbook')
  .usage('<command> [options]')
  .description('Turns a repair-guide service (Content API 2.0: iFixit, Dozuki) into a fast, searchable static site.')
  .version(VERSION, '-V, --version', 'Show the version.')
  .addHelpOption(new Option('-h, --help', 'Show this help, or that of a command.'))
  .helpCommand(false)
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .addHelpText(
    'after',
    `
Start with:
  benchbook export --source https://www.ifixit.com --contact you@example.org
  benchbook serve

Every option can also be set in the environment: --max-media-bytes is
BENCHBOOK_MAX_MEDIA_BYTES. Flags take precedence. Both do over a file
benchbook.config.ts; "benchbook config" shows every setting.

Exit codes:
  0    success
  1    finished, but over a limit or with findings
  2    wrong use or configuration
  130  interrupted
`,
  )
for (const command of [...COMMANDS, completionCommandOf(program), helpCommandOf(program)]) program.addCommand(command)

/** Runs `benchbook WORDS` and returns its exit code. */
export const run = (words: readonly string[]): Promise<number> =>
  exitCodeOf(
    async () => {
      process.exitCode = undefined
      await program.parseAsync(words.length > 0 ? words : ['--help'], { from: 'user' })
      return exitCodeNow()
    },
    () => ({ debug: words.includes('--debug'), json: words.includes('--json') }),
  )

// TypeScript assumes that it is not set meanwhile.
const exitCodeNow = (): number => Number(process.exitCode ?? 0)
