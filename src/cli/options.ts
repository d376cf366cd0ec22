import { type Command, Option } from 'commander'
import type { Command as OptionOwner, OptionSpec } from '../config/option.ts'
import { type OptionName, OPTION_NAMES, OPTIONS } from '../config/options.ts'
import { flagOf, isOnByDefault, ownFlagOf } from '../config.ts'

/** Adds the flags of its options to a command, under their headings, except those that do not apply to it. */
export function addOptions(command: Command, owners: readonly OptionOwner[], without: readonly OptionName[] = []): Command {
  for (const name of OPTION_NAMES) {
    const option: OptionSpec = OPTIONS[name]
    if (without.includes(name) || option.value === null || !option.commands.some((owner) => owners.includes(owner))) continue
    const long = command.options.some((other) => other.long === flagOf(name)) ? ownFlagOf(name) : flagOf(name)
    const flag = option.value ? `${long} <${option.value}>` : long
    // Without its opposite, Commander would treat `--no-…` as given.
    if (isOnByDefault(name)) command.addOption(new Option(flag.replace('--no-', '--'), option.text).hideHelp())
    const added = new Option(flag, `${option.text}${defaultOf(option)}`).helpGroup(`${option.group}:`)
    // The value is stored under the option's name, even if the flag has another.
    added.attributeName = () => name
    // A list may be repeated: --target nginx --target caddy.
    if (option.value === 'LIST') added.argParser((part: string, before?: string) => (before === undefined ? part : `${before},${part}`))
    command.addOption(added)
  }
  return command.addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
}

function defaultOf({ fallback }: OptionSpec): string {
  const preset = typeof fallback === 'boolean' ? '' : String(fallback)
  return preset && ` [${preset}]`
}
