import { newCommand } from './new-command.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { lighthouse } from './stages/lighthouse.ts'

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run lighthouse --')
    .argument('[out]', 'The built site to measure; what "npm run demo" built unless named.', '.demo/dist')
    .option('--runs <N>', 'How often each page is measured.', '3')
    .parse()
  return lighthouse(command.args[0] ?? '.demo/dist', Number(command.opts<{ runs: string }>().runs), interruptSignal())
})
