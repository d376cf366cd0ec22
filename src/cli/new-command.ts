import { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { otherCommandOf } from './terminal/other-command.ts'

/** A command that throws usage errors instead of printing them; `title` is its name in the help. */
export function newCommand(title: string): Command {
  const command = new Command(title)
  return command
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride((end) => {
      throw end.exitCode === 0 ? end : new UsageError(usageSentence(end.message, command, title))
    })
}

function usageSentence(message: string, command: Command, title: string): string {
  const flag = /unknown option '(-[^=']+)=/.exec(message)?.[1]
  // Commander has no switches with a value.
  if (command.options.some(({ long }) => long === flag))
    return `${flag} takes no value: write ${flag} alone, or leave it out. See "${title} --help".`
  const text = message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ')
  const other = otherCommandOf(message, title === 'benchbook')
  return `${text}${/[.?)]$/.test(text) ? '' : '.'}${other && ` ${other}`} See "${title} --help".`
}
