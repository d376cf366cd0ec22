import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Figures } from './figures.ts'

type Program = 'service' | 'bare-loop' | 'crawl-once'

/** Starts one of the programs next to this file; resolves with its first line. `stop` ends it. */
async function start(program: Program, args: readonly (string | number)[]): Promise<{ line: string; stop: () => void }> {
  const file = fileURLToPath(new URL(`${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code} and without a figure.`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => undefined)
  return { line, stop: () => child.kill() }
}

/** A service that responds after `latencyMs`, for as long as `use` runs. */
export async function withService<T>(guides: number, pictures: number, latencyMs: number, use: (url: string) => Promise<T>): Promise<T> {
  const { line: url, stop } = await start('service', [guides, pictures, latencyMs])
  return use(url).finally(stop)
}

/** A temporary folder for `use`. It is new: for minutes after files were deleted, ext4 searches their places for each new file. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-bench-'))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** One run in a child process. */
export async function run(program: Exclude<Program, 'service'>, args: readonly (string | number)[]): Promise<Figures> {
  return JSON.parse((await start(program, args)).line) as Figures
}
