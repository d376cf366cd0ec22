import { Option } from 'commander'
import { OPTIONS } from '../../config/options.ts'
import { exitCodeOf } from '../exit-code.ts'
import { interruptSignal } from '../interrupt.ts'
import { newCommand } from '../new-command.ts'
import type { ApplyFlags } from '../stages/apply.ts'

const SUMMARY = 'Bring a bundle up to date with the delta of a newer one.'

/** It has no configuration: two files are all it needs. */
export const applyCommand = newCommand('benchbook apply')
  .name('apply')
  .summary(SUMMARY)
  .description(SUMMARY)
  .usage('<delta> <old> [options]')
  .argument('<delta>', 'The delta that "benchbook bundle --update" made.')
  .argument('<old>', 'The bundle that it was made for; the new one takes its place.')
  .addOption(new Option('--out <FILE>', 'Write the new bundle to this file, and keep the old one.').helpGroup('Paths:'))
for (const name of ['quiet', 'json', 'debug'] as const)
  applyCommand.addOption(new Option(`--${name}`, OPTIONS[name].text).helpGroup('Output:'))
applyCommand
  .addHelpOption(new Option('-h, --help', 'Show this help.').helpGroup('Output:'))
  .addHelpText(
    'after',
    `
The new bundle is byte for byte the one that the delta was made with. Nothing is
replaced until it is complete and its SHA-256 matches.

Examples:
  benchbook apply guides.delta.zip guides.zip
  benchbook apply guides.zim.delta.zip guides.zim --out new/guides.zim

Exit codes: 0 success · 1 the delta is damaged
            2 wrong use, or the delta is for another bundle · 130 interrupted
`,
  )
  .action(async (delta: string, old: string, flags: ApplyFlags) => {
    const work = async () => (await import('../stages/apply.ts')).apply(delta, old, flags, interruptSignal())
    process.exitCode = await exitCodeOf(work, () => flags)
  })
