import { Command } from 'commander'
import { UsageError } from '../src/errors.ts'
import { otherCommandOf } from './terminal/other-command.ts'

/** A command that throws its usage errors instead of printing them; `title` is how its help is called. */
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
  // Commander does not know a switch with a value.
  if (command.options.some(({ long }) => long === flag))
    return `${flag} takes no value: write ${flag} alone, or leave it out. See "${title} --help".`
  const [, excess] = /too many arguments .* but got \d+: (.+)\.$/s.exec(message) ?? []
  if (excess !== undefined) return `${excessWords(excess, command)} See "${title} --help".`
  const text = message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ')
  const other = otherCommandOf(message)
  return `${text}${/[.?)]$/.test(text) ? '' : '.'}${other && ` ${other}`} See "${title} --help".`
}

/** For words that belong to no option. */
function excessWords(words: string, command: Command): string {
  if (command.registeredArguments.length > 0) return `One word is taken here, and these are more: "${words}".`
  const isAddress = /^https?:\/\/\S+$/.test(words) && command.options.some(({ long }) => long === '--source')
  return isAddress
    ? `"${words}" belongs to no option: give the address of the service as --source ${words}.`
    : `"${words}" belongs to no option: a list has commas between its values, as in --host nginx,caddy, and a value with spaces stands in quotes.`
}
