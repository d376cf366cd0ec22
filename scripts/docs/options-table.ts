import { GROUPS } from '../../src/config/option.ts'
import { flagOf, variableOf } from '../../src/config.ts'
import { type OptionName, OPTION_NAMES, OPTIONS } from '../../src/config/options.ts'

const HEAD = `# Options

Made from \`src/config/options.ts\` by \`npm run docs\`: change it there.

A flag takes precedence over its environment variable, that over the [configuration file](configuration.md), and that over the default. Switches take no value on the command line; as a variable they are
\`true\` or \`false\`. Paths are relative to the current folder. \`export\` takes the options of crawl, build and check.
`

/** The page docs/options.md: every option, by group. */
export function optionsPage(): string {
  const sections = GROUPS.map((group) =>
    section(
      group,
      OPTION_NAMES.filter((name) => OPTIONS[name].group === group),
    ),
  )
  return [HEAD, ...sections].join('\n')
}

function section(group: string, names: OptionName[]): string {
  return `## ${group}

| Option | Variable | Default | Commands | What it does |
| --- | --- | --- | --- | --- |
${names.map(row).join('\n')}
`
}

function row(name: OptionName): string {
  const { value, fallback, commands, expects, text } = OPTIONS[name]
  const flag = value === null ? 'none' : `\`${flagOf(name)}${value && ` ${value}`}\``
  const preset = typeof fallback === 'boolean' || String(fallback) === '' ? '' : `\`${String(fallback)}\``
  const meaning = value === '' || /^(text|a folder|a file or folder)$/.test(expects) ? text : `${text} Must be ${expects}.`
  return `| ${[flag, `\`${variableOf(name)}\``, preset, commands.join(', '), meaning].join(' | ')} |`
}
