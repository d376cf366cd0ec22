import { join } from 'node:path'
import { ROOT } from '../src/installation.ts'
import { exitCodeOf, interruptSignal } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { demo } from '../src/cli/stages/demo.ts'

process.exitCode = await exitCodeOf(async () => {
  const { serve } = newCommand('npm run demo --').option('--no-serve', 'Stop before serving.').parse().opts<{ serve: boolean }>()
  return demo({ folder: join(ROOT, '.demo'), serve }, interruptSignal())
})
