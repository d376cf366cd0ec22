import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { exitOf } from '../../src/cli/interrupt.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the tests that take minutes, all or those of some files. Returns 1 if one of them failed. */
export async function soakTests(files: readonly string[], signal: AbortSignal): Promise<0 | 1> {
  const words = ['test/gate/run.ts', '--project', 'soak*', ...files]
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })
  return (await exitOf(child, signal)) === 0 ? 0 : 1
}
