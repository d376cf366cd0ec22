import { OPTION_NAMES, OPTIONS } from '../../config/options.ts'
import type { Command as OptionOwner, OptionSpec } from '../../config/option.ts'
import { flagOf } from '../../config.ts'

/** How an option of these commands affects the others. */
const EFFECT: Partial<Record<OptionOwner, string>> = {
  build: 'it takes effect when the site is built',
  crawl: 'it takes effect with the next crawl',
}

/**
 * A hint for an option that belongs to another command, as in `serve --synonyms`, or stands before the command, from Commander's message;
 * '' for any other mistake.
 */
export function otherCommandOf(message: string, isBeforeCommand: boolean): string {
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
