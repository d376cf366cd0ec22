import type { Command } from 'commander'
import type { Command as OptionOwner } from '../src/config/option.ts'
import type { Config } from '../src/config/options.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { newCommand } from './new-command.ts'
import { configOf } from './cli/configuration.ts'
import { addOptions } from './cli/options.ts'

interface Definition {
  name: string
  /** One sentence for the list of commands. */
  summary: string
  /** Whose options it takes. */
  options: readonly OptionOwner[]
  /** What stands below the options in its help. */
  more: string
  /** Does the work and gives the exit code. It imports what it needs when it runs: help and usage errors come at once. */
  run: (config: Config, signal: AbortSignal, flags: Readonly<Record<string, unknown>>) => Promise<number>
}

/** Makes a command of `benchbook`: flags → configuration → one call → exit code. */
export function defineCommand({ name, summary, options, more, run }: Definition): Command {
  const command = newCommand(`benchbook ${name}`).name(name).summary(summary).description(summary).usage('[options]')
  return addOptions(command, options)
    .addHelpText('after', `\n${more.trim()}\n`)
    .action(async (flags: Record<string, unknown>) => {
      let telling = { debug: flags.debug === true, json: flags.json === true }
      const work = async () => {
        const { config } = await configOf(flags)
        telling = config
        return run(config, interruptSignal(), flags)
      }
      process.exitCode = await exitCodeOf(work, () => telling)
    })
}
