import { readFile, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { startBenchbook } from '../../test/benchbook.ts'

export interface Measured {
  /** Undefined when it was killed. */
  code: number | undefined
  wallMs: number
  /** Of the processor, in all threads of the process; 0 when it was killed. */
  cpuMs: number
  /** The most memory that the process had, without those that it started; 0 when it was killed. */
  peakBytes: number
  /** The end of what it said. */
  said: string
}

const PEAK = new URL('peak.mjs', import.meta.url)
const KEPT_CHARACTERS = 20_000

/** Runs `benchbook …` as a process of its own, which is killed after `maxMs`. `notes` is a file for what it measures of itself. */
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
