import type { Command } from 'commander'
import { flagOf, presetOf, variableOf } from '../../src/config.ts'
import { type OptionName, OPTION_NAMES, OPTIONS } from '../../src/config/options.ts'
import { VERSION } from '../../src/product.ts'

/** The manual page benchbook(1), in the man macros of roff, from the program's commands and the declared options. */
export function manPage(program: Command): string {
  return [
    `.TH BENCHBOOK 1 "" "Benchbook ${escaped(VERSION)}" "User Commands"`,
    ...section('NAME', `benchbook \\- ${escaped('copy a repair-guide service into a static site that works offline')}`),
    ...section('SYNOPSIS', '.B benchbook', '.I command', `.RI [ ${escaped('options')} ]`),
    ...section('DESCRIPTION', escaped(program.description())),
    ...section('COMMANDS', ...program.commands.flatMap((command) => item(bold(command.name()), command.summary()))),
    ...section('OPTIONS', ...OPTION_NAMES.flatMap(option)),
    ...section(
      'ENVIRONMENT',
      escaped(
        'Each option above names its variable. A flag takes precedence over the variable, and that over the configuration file. Also read:',
      ),
      ...item(bold('CHROME_PATH'), 'The browser that prints.'),
    ),
    ...section(
      'FILES',
      ...item(
        bold('benchbook.config.ts'),
        'The configuration file (also .mts, .js, .mjs, .json), here or in the nearest folder above that has one.',
      ),
      ...item(bold('content-cache/'), 'What was copied.'),
      ...item(bold('dist/'), 'The site.'),
    ),
    ...section('EXIT STATUS', ...EXIT_CODES.flatMap(([code, meaning]) => item(bold(code), meaning))),
    ...section(
      'EXAMPLES',
      '.nf',
      escaped('benchbook export --source https://www.ifixit.com --contact you@example.org'),
      'benchbook serve',
      '.fi',
    ),
  ].join('\n')
}

const EXIT_CODES = [
  ['0', 'Success.'],
  ['1', 'Finished, but over a limit or with findings.'],
  ['2', 'Wrong use or configuration.'],
  ['130', 'Interrupted.'],
] as const

const section = (title: string, ...lines: readonly string[]): string[] => [`.SH ${title}`, ...lines]

const item = (term: string, text: string): string[] => ['.TP', term, escaped(text)]

function option(name: OptionName): string[] {
  const { value, commands } = OPTIONS[name]
  const term = value === null ? bold(variableOf(name)) : `${bold(flagOf(name))}${value && ` \\fI${escaped(value)}\\fR`}`
  const preset = presetOf(name) && ` Default: ${presetOf(name)}.`
  const variable = value === null ? '' : ` Variable: ${variableOf(name)}.`
  return item(term, `${OPTIONS[name].text}${preset} For ${commands.join(', ')}.${variable}`)
}

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`

/** In roff, a hyphen that is to be copied is a minus; a point at the start of a line would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&')
