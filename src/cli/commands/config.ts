import { COMMANDS } from '../../config/option.ts'
import { exitCodeOf } from '../exit-code.ts'
import { newCommand } from '../new-command.ts'
import { configOf } from '../configuration.ts'
import { addOptions } from '../options.ts'

const SUMMARY = 'Show every option that is set, and where its value comes from.'

export const configCommand = addOptions(
  newCommand('benchbook config').name('config').summary(SUMMARY).description(SUMMARY).usage('[options]'),
  COMMANDS,
)
  .addHelpText(
    'after',
    `
Flags take precedence over the environment, and that over the configuration file:
benchbook.config.ts (.mts, .js, .mjs, .json) in the current folder, or in the
nearest one above that has one. docs/configuration.md explains the file.

Examples:
  benchbook config
  benchbook config --json | jq .file
  benchbook config --lang de,fr

Exit codes: 0 success · 2 wrong configuration
`,
  )
  .action(async (flags: Record<string, unknown>) => {
    process.exitCode = await exitCodeOf(
      async () => {
        const { showConfig } = await import('../stages/config.ts')
        return showConfig((commands) => configOf(flags, commands))
      },
      () => ({ debug: flags.debug === true, json: flags.json === true }),
    )
  })
