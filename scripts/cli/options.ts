import { type Command, Option } from 'commander'
import type { Command as OptionOwner, OptionSpec } from '../../src/config/option.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { flagOf, isOnByDefault, ownFlagOf } from '../../src/config.ts'

/** Gives a command the flags of its options, under their headings, without some that mean nothing to it. */
export function addOptions(command: Command, owners: readonly OptionOwner[], without: readonly OptionName[] = []): Command {
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const option: OptionSpec = OPTIONS[name]
    if (without.includes(name) || option.value === null || !option.commands.some((owner) => owners.includes(owner))) continue
    const long = command.options.some((other) => other.long === flagOf(name)) ? ownFlagOf(name) : flagOf(name)
    const flag = option.value ? `${long} <${option.value}>` : long
    // Without its opposite, Commander would take `--no-…` for given.
    if (isOnByDefault(name)) command.addOption(new Option(flag.replace('--no-', '--'), option.text).hideHelp())
    command.addOption(giving(name, new Option(flag, `${option.text}${defaultOf(option)}`).helpGroup(`${option.group}:`)))
    // What an option is called in a file stands for it on each command line, also where its flag is another.
    if (long !== ownFlagOf(name)) command.addOption(giving(name, new Option(flag.replace(long, ownFlagOf(name))).hideHelp()))
  }
  return command.addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
}

/** A flag that gives an option its value, however the flag is called. */
function giving(name: OptionName, flag: Option): Option {
  flag.attributeName = () => name
  // A list may be given in parts: --host nginx --host caddy.
  return OPTIONS[name].value === 'LIST'
    ? flag.argParser((part: string, before?: string) => (before === undefined ? part : `${before},${part}`))
    : flag
}

function defaultOf({ fallback }: OptionSpec): string {
  const preset = typeof fallback === 'boolean' ? '' : String(fallback)
  return preset && ` [${preset}]`
}
