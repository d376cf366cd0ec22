import { OPTION_NAMES } from '../../config/options.ts'
import { unknownVariables, variableOf } from '../../config.ts'
import { UsageError } from '../../errors.ts'
import { nearestOf } from '../../config/nearest.ts'

/** Throws a {@link UsageError} for an unknown variable with our prefix: a misspelled one would otherwise be ignored. */
export function refuseUnknownVariables(): void {
  const [unknown] = unknownVariables()
  if (unknown) throw new UsageError(`unknown variable '${unknown}'${likeOf(unknown)} See docs/options.md.`)
}

/** ` (Did you mean BENCHBOOK_SOURCE?)`, like commander's hint for an option. */
function likeOf(variable: string): string {
  const asWord = (name: string) => name.slice('BENCHBOOK_'.length).toLowerCase().replaceAll('_', '-')
  const variables = OPTION_NAMES.map(variableOf)
  const meant = nearestOf(asWord(variable), variables.map(asWord))
  const name = variables.find((known) => asWord(known) === meant)
  return name ? ` (Did you mean ${name}?)` : '.'
}
