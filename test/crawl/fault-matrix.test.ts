import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { UnauthorisedError } from '../../src/errors.ts'
import { type Fault, type FaultName, FAULTS, faultyService, type Place, PLACES } from './fault-service.ts'
import { filesOf } from './sample.ts'
import { folder, optionsFor } from './server.ts'

/** `WRITE_MATRIX=1 npm run soak -- tests test/crawl/fault-matrix.test.ts` writes its findings into the page. */
test('every fault at every place, once, twice and always, ends as in the table and in docs/reliability.md', async () => {
  const matrix = await runMatrix()
  const page = join(import.meta.dirname, '../../docs/reliability.md')
  const text = await readFile(page, 'utf8')
  const between = /(?<=<!-- matrix -->\n)[\s\S]*(?=\n<!-- \/matrix -->)/
  if (process.env.WRITE_MATRIX) await writeFile(page, text.replace(between, `\n${asTable(matrix)}\n`))
  expect(matrix).toEqual(EXPECTED)
  if (!process.env.WRITE_MATRIX) expect(unpadded(between.exec(text)?.[0] ?? '')).toBe(asTable(matrix))
})

const unpadded = (table: string) => table.trim().replace(/ +/g, ' ').replace(/-{3,}/g, '---')

/** A passing fault is retried; a lasting one is a failure in the report, and the last good copy is kept. */
const PASSING = 'complete · complete · failed (1)'
const LASTING = 'failed (1)'
const everywhere = (outcome: string) => ({ list: outcome, detail: outcome, picture: outcome })
/** A record of wrong shape is requested only twice: otherwise a service with changed shapes would get eight requests for each. */
const WRONG_SHAPE = { list: PASSING, detail: 'complete · failed (1) · failed (1)', picture: PASSING }

/** The expected result of each fault, occurring once, twice and always. */
export const EXPECTED: Matrix = {
  refused: everywhere(PASSING),
  reset: everywhere(PASSING),
  'cut body': everywhere(PASSING),
  'wrong length': everywhere(PASSING),
  'slow head': everywhere(PASSING),
  'slow body': everywhere(PASSING),
  // A single refusal does not stop the crawl as long as the API otherwise answers as before.
  'HTTP 401': everywhere('private'),
  'HTTP 403': everywhere('private'),
  'HTTP 404': everywhere('gone'),
  'HTTP 410': everywhere('gone'),
  'HTTP 422': everywhere(LASTING),
  'HTTP 429': everywhere(PASSING),
  'HTTP 429, Retry-After in seconds': everywhere(PASSING),
  'HTTP 429, Retry-After as a date': everywhere(PASSING),
  'HTTP 500': everywhere(PASSING),
  'HTTP 502': everywhere(PASSING),
  'HTTP 503': everywhere(PASSING),
  'HTML with 200': everywhere(PASSING),
  'JSON null': WRONG_SHAPE,
  // An empty list can be right, and the first crawl has nothing to compare it with.
  'JSON []': { ...WRONG_SHAPE, list: 'taken as it is' },
  'JSON {}': WRONG_SHAPE,
  'wrong shape': WRONG_SHAPE,
  // A page of a list that is too large is requested in smaller pages.
  'gzip bomb': { ...everywhere(LASTING), list: PASSING },
  'endless redirect': everywhere(PASSING),
  // An answer of the API from another host would not be the source's.
  'redirect to another host': { list: LASTING, detail: LASTING, picture: 'complete' },
  'no such name': { list: LASTING, detail: LASTING, picture: PASSING },
}

/** How often a fault occurs: once, twice, always. The crawl of the matrix tries four times. */
const TIMES = [1, 2, Number.POSITIVE_INFINITY]
const OPTIONS = { retries: 3, firstBackoffMs: 2, headersTimeoutMs: 3000, bodyTimeoutMs: 3000, maxBodyBytes: 1_000_000 } as const
const CELLS_AT_ONCE = 16

/** The result of a crawl; the exit code is 0 unless stated. */
type Outcome = 'complete' | 'gone' | 'private' | 'failed (1)' | 'stops (2)' | 'taken as it is' | 'LOST'
export type Matrix = Record<FaultName, Record<Place, string>>

/** Every fault at every place: its outcome once, twice and always, or one word if that is the same. */
export async function runMatrix(): Promise<Matrix> {
  const limit = pLimit(CELLS_AT_ONCE)
  const whole = await crawled('detail', undefined, 0)
  const cell = async (fault: Fault, place: Place) => {
    const outcomes = await Promise.all(TIMES.map((times) => limit(async () => outcomeOf(await crawled(place, fault, times), whole))))
    return [place, new Set(outcomes).size === 1 ? (outcomes[0] ?? '') : outcomes.join(' · ')] as const
  }
  const row = async ([name, fault]: [string, Fault]) =>
    [name, Object.fromEntries(await Promise.all(PLACES.map((place) => cell(fault, place))))] as const
  return Object.fromEntries(await Promise.all(Object.entries(FAULTS).map(row))) as Matrix
}

interface Crawled {
  files: Map<string, number>
  /** Outcomes of the requests; a missing /sites/info and the like is not counted. */
  losses: { failed: number; gone: number; private: number }
  failedPercent: number
  isStopped: boolean
}

async function crawled(place: Place, fault: Fault | undefined, times: number): Promise<Crawled> {
  const service = await faultyService(place, fault, times)
  const cache = await folder()
  try {
    const { counts, failedPercent } = await crawl(optionsFor(service.url, cache, { ...OPTIONS, sizes: ['standard'] }))
    const sum = (outcome: 'failed' | 'gone' | 'private') => Object.values(counts).reduce((total, kind) => total + kind[outcome], 0)
    const losses = { failed: sum('failed'), gone: sum('gone'), private: sum('private') }
    return { files: await filesOf(cache, service.url), losses, failedPercent, isStopped: false }
  } catch (error) {
    if (!(error instanceof UnauthorisedError)) throw error
    return { files: new Map(), losses: { failed: 0, gone: 0, private: 0 }, failedPercent: 0, isStopped: true }
  }
}

function outcomeOf({ files, losses, failedPercent, isStopped }: Crawled, whole: Crawled): Outcome {
  if (isStopped) return 'stops (2)'
  const others = [...whole.files.keys()].filter((line) => /^records\/guide\/0\/2\.json|^lists\/guides\.ndjson/.test(line))
  if (others.length !== 2 || !others.every((line) => files.has(line))) return 'LOST'
  if (losses.failed > whole.losses.failed) return failedPercent > 0.5 ? 'failed (1)' : 'LOST'
  if (losses.gone > whole.losses.gone) return 'gone'
  if (losses.private > whole.losses.private) return 'private'
  return isSame(files, whole.files) ? 'complete' : 'taken as it is'
}

const isSame = (a: Map<string, number>, b: Map<string, number>): boolean =>
  a.size === b.size && [...a].every(([line, count]) => b.get(line) === count)

/** The matrix as shown in docs/reliability.md. */
export function asTable(matrix: Matrix): string {
  const rows = Object.entries(matrix).map(([fault, row]) => `| ${[fault, ...PLACES.map((place) => row[place])].join(' | ')} |`)
  return [`| fault | ${PLACES.join(' | ')} |`, '| --- | --- | --- | --- |', ...rows].join('\n')
}
