import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const COMMAND = join(import.meta.dirname, '../benchbook.mjs')

export const megabytes = (bytes: number | undefined): string => (bytes === undefined ? '–' : `${Math.round(bytes / 1e6)} MB`)
export const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`)

/** A temporary folder for `use`. It is new: for minutes after files were deleted, ext4 searches their places for each new file. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-script-'))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/**
 * The figures of a program and all its child processes. Without Linux's /proc neither CPU nor memory is known; shared pages count once.
 */
export type TreeFigures = Awaited<ReturnType<typeof runTree>>

const SAMPLE_MS = 100
/** The kernel stops a process while it counts its memory: this limits the share of the time. */
const PAUSES_PER_SAMPLE = 100
/** Clock ticks per second in /proc. */
const TICKS = 100

interface Limits {
  cwd?: string
  /** Then it is killed. */
  maxMs?: number
}

/** Runs a program to its end. The code is null if it was killed. */
export async function runToEnd(program: string, args: readonly string[], { cwd, maxMs }: Limits = {}) {
  const [start, before] = [performance.now(), childTicks()]
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: maxMs, killSignal: 'SIGKILL' })
  let [stdout, stderr, peakBytes] = ['', '', 0]
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  let timer: NodeJS.Timeout
  const sample = (): void => {
    const began = performance.now()
    peakBytes = Math.max(peakBytes, treeBytes(child.pid))
    timer = setTimeout(sample, Math.max(SAMPLE_MS, PAUSES_PER_SAMPLE * (performance.now() - began)))
  }
  timer = setTimeout(sample, SAMPLE_MS)
  const [code] = (await once(child, 'close').finally(() => clearTimeout(timer))) as [number | null]
  const after = childTicks()
  const cpuMs = before === undefined || after === undefined ? undefined : (1000 * (after - before)) / TICKS
  return { code, ms: performance.now() - start, cpuMs, peakBytes: peakBytes || undefined, stdout, stderr }
}

/** Runs a program to its end; throws if that is not a good one. */
export async function runTree(program: string, args: readonly string[], limits: Limits = {}) {
  const { code, stderr, ...figures } = await runToEnd(program, args, limits)
  if (code === 0) return figures
  throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr || figures.stdout}`)
}

/** The result of `read`; undefined if the process has ended, or there is no /proc. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The numbers after the name of a process, which may contain any characters. */
const numbersOf = (pid: string): number[] | undefined => {
  const stat = ifThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat === undefined ? undefined : Array.from(stat.slice(stat.lastIndexOf(')') + 2).split(' '), Number)
}

/** The CPU time of all ended child processes, with theirs. */
function childTicks(): number | undefined {
  const [user, system] = numbersOf('self')?.slice(13, 15) ?? []
  return user === undefined || system === undefined ? undefined : user + system
}

function treeBytes(root: number | undefined): number {
  const parents = (ifThere(() => readdirSync('/proc')) ?? []).flatMap((pid) => {
    const parent = /^\d+$/.test(pid) ? numbersOf(pid)?.[1] : undefined
    return parent === undefined ? [] : [{ pid: Number(pid), parent }]
  })
  const tree = [root]
  for (const one of tree) for (const { pid, parent } of parents) if (parent === one) tree.push(pid)
  const kilobytes = tree.map((pid) => {
    const memory = ifThere(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? ''
    return Number(/^Pss:\s+(\d+) kB/m.exec(memory)?.[1] ?? 0)
  })
  return 1024 * kilobytes.reduce((sum, one) => sum + one, 0)
}
