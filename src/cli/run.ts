import { Option, Argument, type Command } from 'commander'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { fleetCommand, statusCommand, workerCommand } from './commands/fleet.ts'
import { cacheCommand, crawlCommand, doctorCommand, reportCommand } from './commands/copy.ts'
import { applyCommand, bundleCommand, pdfCommand } from './commands/offline.ts'
import { configCommand, demoCommand, initCommand } from './commands/setup.ts'
import { buildCommand, checkCommand, devCommand, exportCommand, mergeCommand, serveCommand } from './commands/site.ts'
import { VERSION } from '../product.ts'
import { nearestOf } from '../config/nearest.ts'
import { UsageError } from '../errors.ts'
import { completionFor, type Shell, SHELLS } from './terminal/completions.ts'

/** In the order of the help. */
export const PROGRAM_COMMANDS = [
  ...[crawlCommand, buildCommand, mergeCommand, exportCommand, checkCommand, reportCommand, serveCommand, devCommand],
  ...[bundleCommand, applyCommand, cacheCommand, pdfCommand, fleetCommand, workerCommand, statusCommand],
  ...[doctorCommand, configCommand, initCommand, demoCommand],
]

const SUMMARY = 'Print what a shell needs to complete commands and flags.'

/** `completion bash`, for the program's commands at the time of the call. */
const completionCommandOf = (program: Command): Command =>
  newCommand('benchbook completion')
    .name('completion')
    .summary(SUMMARY)
    .description(SUMMARY)
    .helpOption('-h, --help', 'Show this help.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(benchbook completion bash)
  source <(benchbook completion zsh)
  benchbook completion fish | source

Exit codes: 0 success · 2 wrong use`,
    )
    .action((shell: Shell) => void process.stdout.write(completionFor(shell, program.commands)))

/** `help crawl` for `crawl --help`, for the program's commands at the time of the call. */
const helpCommandOf = (program: Command): Command =>
  newCommand('benchbook help')
    .name('help')
    .summary('Show this help, or that of a command.')
    .argument('[command]')
    .action((name?: string) => {
      const found = name === undefined ? program : program.commands.find((command) => command.name() === name)
      if (found) return found.outputHelp()
      const names = program.commands.map((command) => command.name())
      const meant = nearestOf(name ?? '', names)
      throw new UsageError(`There is no command ${name}.${meant ? ` Did you mean ${meant}?` : ''} See "benchbook --help".`)
    })

/** The program with all commands. */
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
for (const command of [...PROGRAM_COMMANDS, completionCommandOf(program), helpCommandOf(program)]) program.addCommand(command)

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
