import { resolve } from 'node:path'
import { Option } from 'commander'
import { flagOf, userCwd } from '../../config.ts'
import { COMMANDS, type OptionSpec } from '../../config/option.ts'
import { OPTIONS } from '../../config/options.ts'
import { addOptions, plainCommand } from '../command.ts'
import { configOf } from '../configuration.ts'
import { exitCodeOf, interruptSignal } from '../exit-code.ts'
import { CI } from '../stages/ci.ts'
import { type Given, init, QUESTIONS, startAsking } from '../stages/init.ts'

export const configCommand = plainCommand({
  name: 'config',
  summary: 'Show every option that is set, and where its value comes from.',
  more: `
Flags take precedence over the environment, and that over the configuration file:
benchbook.config.ts (.mts, .js, .mjs, .json) in the current folder, or in the
nearest one above that has one. docs/configuration.md explains the file.

Examples:
  benchbook config
  benchbook config --json | jq .file
  benchbook config --lang de,fr

Exit codes: 0 success · 2 wrong configuration
`,
}).action(async (flags: Record<string, unknown>) => {
  const work = async () => (await import('../stages/config.ts')).showConfig((commands) => configOf(flags, commands))
  process.exitCode = await exitCodeOf(work, () => ({ debug: flags.debug === true, json: flags.json === true }))
})
addOptions(configCommand, COMMANDS)

export const initCommand = plainCommand({
  name: 'init',
  summary: 'Write a configuration file, .gitignore and a nightly job here.',
  more: `
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
}).action(async (given: Given) => {
  const work = async () => {
    const asking = startAsking()
    return init(userCwd(), given, asking?.ask).finally(asking?.close)
  }
  process.exitCode = await exitCodeOf(work, () => given)
})
for (const name of Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]) {
  const { value, text }: OptionSpec<never> | OptionSpec = OPTIONS[name]
  initCommand.addOption(new Option(`${flagOf(name)} <${value}>`, text).helpGroup('Answers:'))
}
initCommand
  .addOption(new Option('--ci <LIST>', `Who runs the export every night: ${Object.keys(CI).join(', ')}. [github]`).helpGroup('Files:'))
  .addOption(new Option('--json', OPTIONS.json.text).helpGroup('Output:'))

const FOLDER = 'benchbook-demo'

/** It ignores the configuration, so that it is the same for all users. */
export const demoCommand = plainCommand({
  name: 'demo',
  summary: 'Crawl, build, check and serve a sample site, all on this machine.',
  more: `
Everything it makes is in ${FOLDER}/, which the next demo replaces.

Examples:
  benchbook demo
  benchbook demo --no-serve

Exit codes: 0 success · 1 the check found problems
            2 wrong use, or the folder cannot be written · 130 interrupted
`,
})
  .addOption(new Option(`${flagOf('port')} <PORT>`, `${OPTIONS.port.text} [${OPTIONS.port.fallback}]`).helpGroup('Serving:'))
  .addOption(new Option('--no-serve', 'Stop before serving.').helpGroup('Serving:'))
  .action(async ({ serve, port }: { serve: boolean; port?: string }) => {
    process.exitCode = await exitCodeOf(async () => {
      const { demo } = await import('../stages/demo.ts')
      return demo({ folder: resolve(userCwd(), FOLDER), serve, port }, interruptSignal())
    })
  })
