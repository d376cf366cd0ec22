import { Argument, type Command } from 'commander'
import { isBenchbookError } from '../errors.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { newCommand } from './new-command.ts'
import { configOf } from './configuration.ts'
import { stored } from './stored.ts'
import type { Definition } from './definition.ts'
import { addOptions } from './options.ts'
import { inFlags } from './terminal/flags.ts'

/** Makes a command of `benchbook`: flags → configuration → one call → exit code. */
export function defineCommand({ name, summary, options, without, word, more, run }: Definition): Command {
  const command = newCommand(`benchbook ${name}`)
    .name(name)
    .summary(summary)
    .description(summary)
    .usage(`${word ? `<${word.name}> ` : ''}[options]`)
  if (word) command.addArgument(new Argument(`<${word.name}>`).choices(word.choices))
  return addOptions(command, options, without)
    .addHelpText('after', `\n${more.trim()}\n`)
    .action(async () => {
      const flags: Record<string, unknown> = command.opts()
      let telling = { debug: flags.debug === true, json: flags.json === true }
      const work = async () => {
        const { config } = await configOf(flags, options)
        telling = config
        const signal = interruptSignal()
        const task = async () => {
          try {
            return await run(config, signal, flags, command.args)
          } catch (error) {
            if (config.summary && isBenchbookError(error))
              await (await import('./stages/report.ts')).addToSummary(config, `**benchbook:** ${inFlags(error.message)}`)
            throw error
          }
        }
        return config.store && name !== 'cache' ? stored(config, signal, options, task) : task()
      }
      process.exitCode = await exitCodeOf(work, () => telling)
    })
}
