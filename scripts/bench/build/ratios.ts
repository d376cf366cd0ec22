import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Row } from './process-tree.ts'

/** CPU time relative to the bare script in the same run, by measurement. */
export type Ratios = Record<string, number>

const RECORDED = new URL('recorded.json', import.meta.url)
const WATCHED: readonly string[] = ['build as a whole', 'check']
/** A quick run on a busy machine varies by a fifth; a change of this size is significant. */
const TIMES_WORSE = 1.5

/** CPU time rather than duration, which depends on the machine's load. Empty if the system does not report the CPU time of a process. */
export function ratiosOf(rows: readonly Row[], floorName: string): Ratios {
  const floor = rows.find(({ name }) => name === floorName)?.figures.cpuMs
  const ratios: Ratios = {}
  for (const { name, figures } of rows)
    if (floor && figures.cpuMs !== undefined && WATCHED.includes(name)) ratios[name] = Math.round((10 * figures.cpuMs) / floor) / 10
  return ratios
}

/** A sentence for each ratio that is at least {@link TIMES_WORSE} times the recorded one. */
export const worseRatios = (now: Ratios, recorded: Ratios): string[] =>
  Object.entries(now).flatMap(([name, ratio]) => {
    const before = recorded[name]
    return before !== undefined && ratio >= TIMES_WORSE * before
      ? [`${name}: ${ratio} times the CPU of the bare script, where ${before} times is recorded.`]
      : []
  })

export const readRecorded = async (): Promise<Ratios> =>
  z.record(z.string(), z.number()).parse(JSON.parse(await readFile(RECORDED, 'utf8')))

export const record = (ratios: Ratios): Promise<void> => writeFile(RECORDED, `${JSON.stringify(ratios, undefined, 2)}\n`)
