import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Command as KnobOwner, Knob } from '../src/config/knob.ts'
import { type Config, type KnobName, KNOBS } from '../src/config/knobs.ts'
import { flagOf, readConfig, whereTheUserStands } from '../src/config.ts'

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

/** The configuration of flags and environment, with the folders as whole paths. */
export function configOf(flags: Readonly<Record<string, unknown>>): Config {
  const config = readConfig(flags)
  const from = whereTheUserStands()
  const summary = config.summary && resolve(from, config.summary)
  const words = config.words && resolve(from, config.words)
  const folders = { cache: resolve(from, config.cache), out: resolve(from, config.out), outPdf: resolve(from, config.outPdf) }
  return { ...config, ...folders, summary, words }
}

function defaultOf({ fallback }: Knob): string {
  const preset = fallback === false ? '' : String(fallback)
  return preset && ` [${preset}]`
}
