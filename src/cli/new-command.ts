import { Command } from 'commander'
import { flagOf } from '../config.ts'
import type { Command as OptionOwner, OptionSpec } from '../config/option.ts'
import { OPTION_NAMES, OPTIONS } from '../config/options.ts'
import { UsageError } from '../errors.ts'

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

/** How an option of these commands affects the others. */
const EFFECT: Partial<Record<OptionOwner, string>> = {
  build: 'it takes effect when the site is built',
  crawl: 'it takes effect with the next crawl',
}

/**
 * A hint for an option that belongs to another command, as in `serve --synonyms`, or comes before the command, from Commander's message;
 * '' for any other mistake.
 */
function otherCommandOf(message: string, isBeforeCommand: boolean): string {
  const flag = /unknown option '(--[a-z-]+)/.exec(message)?.[1]
  const name = OPTION_NAMES.find((each) => flagOf(each) === flag)
  if (flag === undefined || name === undefined) return ''
  const { value, commands }: OptionSpec = OPTIONS[name]
  const [owner] = commands
  if (value === null || owner === undefined) return ''
  if (isBeforeCommand) return `Write ${flag} after the command, such as "benchbook ${owner} ${flag}".`
  const effect = EFFECT[owner] ? `: ${EFFECT[owner]}` : ''
  return `${flag} is an option of ${new Intl.ListFormat('en').format(commands)}${effect}. Run "benchbook ${owner}" with it.`
}
