import { Argument, type Command } from 'commander'
import { nearestOf } from '../../config/nearest.ts'
import { UsageError } from '../../errors.ts'
import { newCommand } from '../new-command.ts'
import { completionFor, type Shell, SHELLS } from '../terminal/completions.ts'

const SUMMARY = 'Print what a shell needs to complete commands and flags.'

/** `completion bash`, for the program's commands at the time of the call. */
export const completionCommandOf = (program: Command): Command =>
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
export const helpCommandOf = (program: Command): Command =>
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
