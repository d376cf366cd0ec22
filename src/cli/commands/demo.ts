import { resolve } from 'node:path'
import { Option } from 'commander'
import { flagOf, userCwd } from '../../config.ts'
import { OPTIONS } from '../../config/options.ts'
import { exitCodeOf } from '../exit-code.ts'
import { interruptSignal } from '../interrupt.ts'
import { newCommand } from '../new-command.ts'

const FOLDER = 'benchbook-demo'
const SUMMARY = 'Crawl, build, check and serve a sample site, all on this machine.'

/** It ignores the configuration, so that it is the same for all users. */
export const demoCommand = newCommand('benchbook demo')
  .name('demo')
  .summary(SUMMARY)
  .description(SUMMARY)
  .usage('[options]')
  .addOption(new Option(`${flagOf('port')} <PORT>`, `${OPTIONS.port.text} [${OPTIONS.port.fallback}]`).helpGroup('Serving:'))
  .addOption(new Option('--no-serve', 'Stop before serving.').helpGroup('Serving:'))
  .addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
  .addHelpText(
    'after',
    `
Everything it makes is in ${FOLDER}/, which the next demo replaces.

Examples:
  benchbook demo
  benchbook demo --no-serve

Exit codes: 0 success · 1 the check found problems
            2 wrong use, or the folder cannot be written · 130 interrupted
`,
  )
  .action(async ({ serve, port }: { serve: boolean; port?: string }) => {
    process.exitCode = await exitCodeOf(async () => {
      const { demo } = await import('../stages/demo.ts')
      return demo({ folder: resolve(userCwd(), FOLDER), serve, ...(port !== undefined && { port }) }, interruptSignal())
    })
  })
