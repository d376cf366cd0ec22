import { Command } from 'commander'
import { UsageError } from '../src/errors.ts'
import { otherCommandOf } from './terminal/other-command.ts'

/** A command that throws its usage errors instead of printing them; `title` is how its help is called. */
export function newCommand(title: string): Command {
  return new Command(title)
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride((end) => {
      throw end.exitCode === 0 ? end : new UsageError(usageSentence(end.message, title))
    })
}

function usageSentence(message: string, title: string): string {
  const text = message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ')
  const other = otherCommandOf(message)
  return `${text}${/[.?)]$/.test(text) ? '' : '.'}${other && ` ${other}`} See "${title} --help".`
}
