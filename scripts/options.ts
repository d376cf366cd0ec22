import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Command as OptionOwner, OptionSpec } from '../src/config/option.ts'
import { type Config, type OptionName, OPTIONS } from '../src/config/options.ts'
import { flagOf, readConfig, userCwd } from '../src/config.ts'
import { refuseUnknownVariables } from './terminal/unknown-variables.ts'

/** Gives a command the flags of its options, under their headings. */
export function addOptions(command: Command, owners: readonly OptionOwner[]): Command {
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const option: OptionSpec = OPTIONS[name]
    if (option.value === null || !option.commands.some((owner) => owners.includes(owner))) continue
    const flag = option.value ? `${flagOf(name)} <${option.value}>` : flagOf(name)
    command.addOption(new Option(flag, `${option.text}${defaultOf(option)}`).helpGroup(`${option.group}:`))
  }
  return command.addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
}

/** What is a file or folder; '' is none. */
const PATHS = ['cache', 'out', 'summary', 'words', 'logo', 'colours', 'pages', 'components', 'synonyms', 'outPdf'] as const

/** The configuration of flags and environment, with the folders as whole paths. */
export function configOf(flags: Readonly<Record<string, unknown>>): Config {
  refuseUnknownVariables()
  const config = readConfig(flags)
  const from = userCwd()
  const whole = PATHS.map((name) => [name, config[name] && resolve(from, config[name])])
  return { ...config, ...(Object.fromEntries(whole) as Pick<Config, (typeof PATHS)[number]>) }
}

function defaultOf({ fallback }: OptionSpec): string {
  const preset = fallback === false ? '' : String(fallback)
  return preset && ` [${preset}]`
}
