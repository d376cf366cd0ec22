import { Option } from 'commander'
import type { OptionSpec } from '../../config/option.ts'
import { OPTIONS } from '../../config/options.ts'
import { flagOf, userCwd } from '../../config.ts'
import { exitCodeOf } from '../exit-code.ts'
import { newCommand } from '../new-command.ts'
import { type Given, init, QUESTIONS } from '../stages/init.ts'
import { CI } from '../stages/starter/ci.ts'
import { startAsking } from '../terminal/asking.ts'

const SUMMARY = 'Write a configuration file, .gitignore and a nightly job here.'

export const initCommand = newCommand('benchbook init').name('init').summary(SUMMARY).description(SUMMARY).usage('[options]')
for (const name of Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]) {
  const { value, text }: OptionSpec<never> | OptionSpec = OPTIONS[name]
  initCommand.addOption(new Option(`${flagOf(name)} <${value}>`, text).helpGroup('Answers:'))
}
initCommand
  .addOption(new Option('--ci <LIST>', `Who runs the export every night: ${Object.keys(CI).join(', ')}. [github]`).helpGroup('Files:'))
  .addOption(new Option('--json', OPTIONS.json.text).helpGroup('Output:'))
  .addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
  .addHelpText(
    'after',
    `
In a terminal it asks for what is not given. Existing files are left alone, except
that .gitignore gets the lines that it lacks. For a job it puts Benchbook's package
into vendor/, and into package.json and package-lock.json, unless a clone can have
it from elsewhere: commit them all.

Examples:
  benchbook init
  benchbook init --source https://www.ifixit.com --contact you@example.org
  benchbook init --ci gitlab,docker

Exit codes: 0 success
            2 wrong use, or there is a configuration file · 130 interrupted
`,
  )
  .action(async (given: Given) => {
    process.exitCode = await exitCodeOf(
      async () => {
        const asking = startAsking()
        return init(userCwd(), given, asking?.ask).finally(asking?.close)
      },
      () => given,
    )
  })
