import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Command as KnobOwner, Knob } from '../src/config/knob.ts'
import { type Config, type KnobName, KNOBS } from '../src/config/knobs.ts'
import { flagOf, readConfig, whereTheUserStands } from '../src/config.ts'
import { refuseUnknownVariables } from './unknown-variables.ts'

/** Gives a command the flags of its knobs, under their headings. */
export function addOptions(command: Command, owners: readonly KnobOwner[]): Command {
  for (const name of Object.keys(KNOBS) as KnobName[]) {
    const knob: Knob = KNOBS[name]
    if (knob.value === null || !knob.commands.some((owner) => owners.includes(owner))) continue
    const flag = knob.value ? `${flagOf(name)} <${knob.value}>` : flagOf(name)
    command.addOption(new Option(flag, `${knob.text}${defaultOf(knob)}`).helpGroup(`${knob.group}:`))
  }
  return command.addHelpOption(new Option('-h, --help', 'Show this page.').helpGroup('Printing:'))
}

/** What is a file or folder; '' is none. */
const PATHS = ['cache', 'out', 'summary', 'words', 'logo', 'colours', 'pages', 'components', 'synonyms', 'outPdf'] as const

/** The configuration of flags and environment, with the folders as whole paths. */
export function configOf(flags: Readonly<Record<string, unknown>>): Config {
  refuseUnknownVariables()
  const config = readConfig(flags)
  const from = whereTheUserStands()
  const whole = PATHS.map((name) => [name, config[name] && resolve(from, config[name])])
  return { ...config, ...(Object.fromEntries(whole) as Pick<Config, (typeof PATHS)[number]>) }
}

function defaultOf({ fallback }: Knob): string {
  const preset = fallback === false ? '' : String(fallback)
  return preset && ` [${preset}]`
}
