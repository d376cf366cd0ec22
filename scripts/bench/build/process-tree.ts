import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** The figures of a program and all its child processes. Without Linux's /proc neither CPU nor memory is known. */
export interface TreeFigures {
  ms: number
  cpuMs: number | undefined
  /** The peak memory of all processes together, with shared pages counted once. */
  peakBytes: number | undefined
  stdout: string
}

/** The figures of one measurement; CPU and memory are totals of all processes, and unknown for a part of a build. */
export type Figures = Omit<TreeFigures, 'stdout' | 'cpuMs' | 'peakBytes'> & Partial<Pick<TreeFigures, 'cpuMs' | 'peakBytes'>>

export interface Row {
  name: string
  figures: Figures
  /** The number of pages made. */
  pages: number
}

const SAMPLE_MS = 100
/** Clock ticks per second in /proc. */
const TICKS = 100

/** Runs a program to its end; throws if its exit code is not one of `codes`. */
export async function runTree(
  program: string,
  args: readonly string[],
  { codes = [0], cwd }: { codes?: number[]; cwd?: string } = {},
): Promise<TreeFigures> {
  const [start, before] = [performance.now(), childTicks()]
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr, peakBytes] = ['', '', 0]
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, treeBytes(child.pid))), SAMPLE_MS)
  const [code] = (await once(child, 'close').finally(() => clearInterval(timer))) as [number | null]
  const ms = performance.now() - start
  if (code === null || !codes.includes(code)) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr || stdout}`)
  const after = childTicks()
  const cpuMs = before === undefined || after === undefined ? undefined : (1000 * (after - before)) / TICKS
  return { ms, cpuMs, peakBytes: peakBytes || undefined, stdout }
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // the process has ended, or there is no /proc
  }
}

/** The numbers after the name of a process, which may contain any characters. */
const numbersOf = (pid: string): number[] | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** The CPU time of all ended child processes, with theirs. */
function childTicks(): number | undefined {
  const [user, system] = numbersOf('self')?.slice(13, 15) ?? []
  return user === undefined || system === undefined ? undefined : user + system
}

function treeBytes(root: number | undefined): number {
  const parents = readdirNow('/proc').flatMap((pid) => {
    const parent = /^\d+$/.test(pid) ? numbersOf(pid)?.[1] : undefined
    return parent === undefined ? [] : [{ pid: Number(pid), parent }]
  })
  const tree = [root]
  for (const one of tree) for (const { pid, parent } of parents) if (parent === one) tree.push(pid)
  return tree.reduce<number>(
    (sum, pid) => sum + 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0),
    0,
  )
}

function readdirNow(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // another system
  }
}
