import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { readIfExists } from '../../src/disk/read.ts'
import type { Skip, Verdict } from '../../test/gate/verdict.ts'

/** The result of a part, with that of its tests if it has any. */
export interface Row extends Partial<Verdict> {
  part: string
  isGreen: boolean
  seconds: number
  skips?: Skip[]
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Projects of vitest.config.ts, and flags. */
const tests =
  (projects: readonly string[], ...flags: string[]) =>
  (results: string, seed: string): string[] => [
    'test/gate/run.ts',
    ...['--json', results, '--seed', seed],
    ...projects.flatMap((name) => ['--project', name]),
    ...flags,
  ]
const script =
  (...words: string[]) =>
  (): string[] => ['--import', './scripts/node-version.mjs', ...words]

/** The parts of the nightly run with Node's arguments for each: `results` is the file to which tests write their verdict. */
export const PARTS: Record<string, (results: string, seed: string) => string[]> = {
  sweep: tests(['sweep']),
  browser: tests(['sweep in a browser']),
  packages: tests(['packages']),
  hosts: tests(['hosts']),
  storage: tests(['storage']),
  nights: tests(['nights']),
  soak: tests(['soak', 'soak in a browser']),
  steps: tests(['steps']),
  coverage: tests(['coverage'], '--coverage'),
  hostile: (_, seed) => script('scripts/soak.ts', 'hostile', '--seeds', `${seed}-${Number(seed) + 19}`)(),
  bench: script('scripts/bench.ts', 'build', '--quick'),
}

/** Runs a part to its end, even if it fails; its verdict is passed through `folder`. Throws if it is interrupted. */
export async function runPart(part: string, { seed, folder, signal }: { seed: string; folder: string; signal: AbortSignal }): Promise<Row> {
  const results = join(folder, `${part}.json`)
  const began = performance.now()
  // In a process group of its own: an interruption reaches all its child processes.
  const isGroup = process.platform !== 'win32'
  const child = spawn(process.execPath, PARTS[part]?.(results, seed) ?? [], { cwd: ROOT, stdio: 'inherit', detached: isGroup })
  const interrupt = () => void (isGroup ? process.kill(-(child.pid ?? 0), 'SIGINT') : child.kill())
  signal.addEventListener('abort', interrupt)
  const ended = once(child, 'close', { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  const [code, killedBy] = (await ended) as [number | null, string | null]
  signal.removeEventListener('abort', interrupt)
  const found = JSON.parse((await readIfExists(results)) ?? '{}') as Partial<Row>
  const isGreen = code === 0
  const reason = found.reason || (isGreen || found.red?.length ? '' : `It ended with ${killedBy ?? `exit code ${code}`}: see above.`)
  return { part, ...found, isGreen, reason, seconds: Math.round((performance.now() - began) / 1000) }
}
