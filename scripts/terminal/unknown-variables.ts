import { Option } from 'commander'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { unknownVariables, variableOf } from '../../src/config.ts'
import { sentence, UsageError } from '../../src/errors.ts'
import { newCommand } from '../new-command.ts'

/** Throws a {@link UsageError} for a variable that is called like ours and is none: a misspelt one would be passed over. */
export function refuseUnknownVariables(): void {
  const [unknown] = unknownVariables()
  if (unknown) throw new UsageError(`unknown variable '${unknown}'${likeOf(unknown)} See docs/options.md.`)
}

/** ` (Did you mean BENCHBOOK_SOURCE?)`, as commander says it of an option. */
function likeOf(variable: string): string {
  const asFlag = (name: string) => `--${name.slice('BENCHBOOK_'.length).toLowerCase().replaceAll('_', '-')}`
  const command = newCommand('')
  const variables = (Object.keys(OPTIONS) as OptionName[]).map(variableOf)
  for (const name of variables) command.addOption(new Option(asFlag(name)))
  try {
    command.parse([asFlag(variable)], { from: 'user' })
    return '.'
  } catch (error) {
    const meant = /Did you mean (--[\w-]+)/.exec(sentence(error))?.[1]
    const name = variables.find((known) => asFlag(known) === meant)
    return name ? ` (Did you mean ${name}?)` : '.'
  }
}
