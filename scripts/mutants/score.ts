import { z } from 'zod'
import { table } from '../terminal/table.ts'

const place = z.object({ line: z.number(), column: z.number() })
/** What Stryker writes about each file, as far as it is read here. */
export const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          status: z.string(),
          static: z.boolean().optional(),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
})
export type Report = z.infer<typeof reportSchema>
type Files = Report['files']
export type Mutant = Files[string]['mutants'][number]

/**
 * Of a room: how many mutants there were, how many a test noticed, and that share in percent. A test that comes to no end in its time
 * notices too; how many there are of these is worth a look, since a busy machine makes more.
 */
export interface Score {
  room: string
  all: number
  killed: number
  timedOut: number
  percent: number
}

/**
 * By room of `src`. What could not be compiled, or was left out, does not count, nor what runs when its module is loaded: of all its tests
 * Stryker tries only those that load the module once more.
 */
export function scoresOf(files: Files): Score[] {
  const rooms = Map.groupBy(Object.entries(files), ([file]) => file.split('/')[1] ?? '')
  return Array.from(rooms, ([room, of]) => {
    const mutants = of.flatMap(([, file]) => file.mutants.filter(isCounted))
    const killed = mutants.filter(isKilled).length
    const timedOut = mutants.filter(({ status }) => status === 'Timeout').length
    return { room, all: mutants.length, killed, timedOut, percent: (100 * killed) / Math.max(1, mutants.length) }
  })
}

/** Two lines for each mutant that no test noticed: where and what it is, and the code as it stands. */
export function survivorLines(files: Files): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter((mutant) => !isNoticed(mutant))
      .map(({ status, mutatorName, replacement, location: { start } }) => {
        const what = status === 'NoCoverage' ? 'no test reaches' : 'survives'
        return `${file}:${start.line}:${start.column} ${what}: ${mutatorName} ${onOneLine(replacement)}\n    ${lines[start.line - 1]?.trim() ?? ''}`
      })
  })
}

export const scoreTable = (scores: readonly Score[]): string =>
  table([
    ['room', 'mutants', 'killed', 'by time', 'score'],
    ...scores.map(({ room, all, killed, timedOut, percent }) => [room, all, killed, timedOut, `${percent.toFixed(1)} %`].map(String)),
  ]).join('\n')

const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'
const isCounted = (mutant: Mutant): boolean =>
  !mutant.static && (isKilled(mutant) || mutant.status === 'Survived' || mutant.status === 'NoCoverage')
/** False for a mutant that counts and that no test noticed. */
export const isNoticed = (mutant: Mutant): boolean => isKilled(mutant) || !isCounted(mutant)
const onOneLine = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 100)
