import type { Command } from 'commander'
import { UsageError } from '../../errors.ts'
import { newCommand } from '../new-command.ts'
import { nearestOf } from '../../config/nearest.ts'

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
