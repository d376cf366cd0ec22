import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished, TestRunner } from 'vitest'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Surroundings {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Options of Node itself. */
  node?: readonly string[]
  /** A program and its arguments that run the command, such as a shell in its own namespace. */
  through?: readonly string[]
}

const ENTRY = resolve(import.meta.dirname, '../scripts/benchbook.mjs')

const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) end(child)
})

/** Ends a process and those it started, if any of them still runs. */
function end(child: ChildProcess): void {
  started.delete(child)
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts `benchbook …` as a process in a clean environment and its own group, which ends with the test or after all tests. */
export function startBenchbook(
  args: readonly string[],
  { env = {}, cwd, node = [], through = [] }: Surroundings = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const unwanted = /^(BENCHBOOK_|VITEST|NODE_ENV$|DEV$|PROD$|MODE$|BASE_URL$|SSR$|npm_package_json$|INIT_CWD$)/
  const own = Object.entries(process.env).filter(([name]) => !unwanted.test(name))
  const [program = process.execPath, ...words] = [...through, process.execPath, ...node, ENTRY, ...args]
  const child = spawn(program, words, {
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  started.add(child)
  if (TestRunner.getCurrentTest()) onTestFinished(() => end(child))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const code = new Promise<number | null>((ended, failed) => {
    child.once('error', failed)
    child.once('close', ended)
  })
  return { child, ended: code.then((ended) => ({ code: ended, ...output })) }
}

/** Runs `benchbook …` until it ends, and fails unless it succeeds. */
export async function succeed(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const ended = await startBenchbook(args, surroundings).ended
  if (ended.code === 0) return ended
  throw new Error(`benchbook ${args.join(' ')} ended with ${ended.code ?? 'a signal'}:\n${ended.stdout}${ended.stderr}`)
}

/** The first output of a command, which may keep running; its error if it ends before. */
export const firstSaid = ({ child, ended }: ReturnType<typeof startBenchbook>): Promise<string> =>
  Promise.race([
    new Promise<string>((told) => child.stdout?.once('data', (chunk: Buffer) => told(chunk.toString()))),
    ended.then(({ stderr }) => stderr),
  ])

/** Runs `benchbook …` until it ends: its output and exit code. */
export function benchbook(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return startBenchbook(args, { env }).ended
}
