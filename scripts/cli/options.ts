import { type Command, Option } from 'commander'
import type { Command as OptionOwner, OptionSpec } from '../../src/config/option.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { flagOf, isOnByDefault } from '../../src/config.ts'

/** Gives a command the flags of its options, under their headings. */
export function addOptions(command: Command, owners: readonly OptionOwner[]): Command {
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const option: OptionSpec = OPTIONS[name]
    if (option.value === null || !option.commands.some((owner) => owners.includes(owner))) continue
    const flag = option.value ? `${flagOf(name)} <${option.value}>` : flagOf(name)
    // Without its opposite, Commander would take `--no-…` for given.
    if (isOnByDefault(name)) command.addOption(new Option(flag.replace('--no-', '--'), option.text).hideHelp())
    command.addOption(new Option(flag, `${option.text}${defaultOf(option)}`).helpGroup(`${option.group}:`))
  }
  return command.addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
}

function defaultOf({ fallback }: OptionSpec): string {
  const preset = typeof fallback === 'boolean' ? '' : String(fallback)
  return preset && ` [${preset}]`
}
