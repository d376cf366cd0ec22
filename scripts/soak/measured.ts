import { readFile, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { startBenchbook } from '../../test/benchbook.ts'

export interface Measured {
  /** Undefined if it was killed. */
  code: number | undefined
  wallMs: number
  /** CPU time of all threads of the process; 0 if it was killed. */
  cpuMs: number
  /** The peak memory of the process, without its children; 0 if it was killed. */
  peakBytes: number
  /** The end of its output. */
  said: string
}

const PEAK = new URL('peak.mjs', import.meta.url)
const KEPT_CHARACTERS = 20_000

/** Runs `benchbook …` as a child process, which is killed after `maxMs`. `notes` is a file for its own measurements. */
export async function measured(args: readonly string[], notes: string, maxMs: number): Promise<Measured> {
  const start = performance.now()
  const peak = new URL(`?${pathToFileURL(notes).href}`, PEAK)
  const { child, ended } = startBenchbook(args, { node: ['--import', peak.href] })
  const late = setTimeout(() => void child.kill('SIGKILL'), maxMs)
  const { code, stdout, stderr } = await ended.finally(() => clearTimeout(late))
  const used = JSON.parse(await readFile(notes, 'utf8').catch(() => '{}')) as Partial<NodeJS.ResourceUsage>
  await rm(notes, { force: true })
  return {
    code: code ?? undefined,
    wallMs: Math.round(performance.now() - start),
    cpuMs: Math.round(((used.userCPUTime ?? 0) + (used.systemCPUTime ?? 0)) / 1000),
    peakBytes: (used.maxRSS ?? 0) * 1024,
    said: `${stdout}\n${stderr}`.slice(-KEPT_CHARACTERS),
  }
}
