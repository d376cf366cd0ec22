import { exitCodeOf } from '../src/cli/exit-code.ts'
import { interruptSignal } from '../src/cli/interrupt.ts'
import { readFlags } from './soak/flags.ts'
import { soakHostile } from './soak/hostile.ts'
import { soakTests } from './soak/tests.ts'

process.exitCode = await exitCodeOf(async () => {
  const { what, files, hostile } = readFlags(process.argv.slice(2))
  const signal = interruptSignal()
  const tests = what.includes('tests') ? await soakTests(files, signal) : 0
  return tests || !what.includes('hostile') ? tests : soakHostile({ ...hostile, signal })
})
