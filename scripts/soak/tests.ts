import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { exitOf } from '../interrupt.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the tests that take minutes, all or those of some files, as many at once as there are cores: some of them measure time. Gives 1 when one of them failed. */
export async function soakTests(files: readonly string[], signal: AbortSignal): Promise<0 | 1> {
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'soak*', '--maxWorkers', String(availableParallelism()), ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return (await exitOf(child, signal)) === 0 ? 0 : 1
}
