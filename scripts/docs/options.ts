import { GROUPS } from '../../src/config/option.ts'
import { flagOf, isOnByDefault, presetOf, variableOf } from '../../src/config.ts'
import { isOption, type OptionName, OPTION_NAMES, OPTIONS } from '../../src/config/options.ts'

const HEAD = `# Options

Made from \`src/config/options.ts\` by \`npm run docs\`: change it there.

A flag takes precedence over its environment variable, that over the [configuration file](configuration.md), and that over the default. Switches take no value on the command line; as a variable they are
\`true\` or \`false\`. Paths are relative to the current folder. \`export\` takes the options of crawl, build and check.
`

/** The page docs/options.md: every option, by group. */
export const optionsPage = (): string => [HEAD, ...GROUPS.map(section)].join('\n')

function section(group: string): string {
  const names = OPTION_NAMES.filter((name) => OPTIONS[name].group === group)
  return `## ${group}

| Option | Variable | Default | Commands | What it does |
| --- | --- | --- | --- | --- |
${names.map(row).join('\n')}
`
}

function row(name: OptionName): string {
  const { value, commands, expects, text } = OPTIONS[name]
  const flag = value === null ? 'none' : `\`${flagOf(name)}${value && ` ${value}`}\``
  const preset = presetOf(name) && `\`${presetOf(name)}\``
  const meaning = value === '' || /^(text|a folder|a file or folder)$/.test(expects) ? text : `${text} Must be ${expects}.`
  return `| ${[flag, `\`${variableOf(name)}\``, preset, commands.join(', '), meaning].join(' | ')} |`
}

/** Declarations of options with what each is for, which editors show. */
export const withOptionDocs = (declarations: string): string =>
  declarations.replaceAll(/^( +)(?=(\w+): OptionSpec<)/gm, (indent, _, name: string) =>
    isOption(name) ? `${indent}/** ${docOf(name)} */\n${indent}` : indent,
  )

function docOf(name: OptionName): string {
  const { text, expects, fallback } = OPTIONS[name]
  const inNames = text.replaceAll(/--([a-z\d-]+)/g, (_, flag: string) =>
    flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  )
  const preset = fallback === '' || (Array.isArray(fallback) && fallback.length === 0) ? '' : ` Default: ${JSON.stringify(fallback)}.`
  const takes = typeof fallback === 'boolean' || expects === 'text' ? '' : ` Takes ${expects}.`
  return `${isOnByDefault(name) ? '`false`: ' : ''}${inNames}${takes}${preset}`
}
