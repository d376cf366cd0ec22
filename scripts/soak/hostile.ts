import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { megabytes, seconds } from '../bench/runs.ts'
import { goodPart, type Material, materialOf, type Names, namesOf } from './good-site.ts'
import { exchange } from './parts/exchange.ts'
import { media } from './parts/media.ts'
import { guide, person, wiki } from './parts/records.ts'
import { items, paging, robots, siteInfo, tree } from './parts/whole.ts'
import { startServer } from './server.ts'
import type { Body, Part } from './site.ts'
import { learnStandard, tryOut } from './trial.ts'

interface SoakOptions {
  /** The first seed and the last, or a single one. */
  seeds: readonly number[]
  /** The number of seeds whose parts are combined in one site. */
  batch: number
  /** The name prefixes of parts to keep; empty for all. */
  only: readonly string[]
  signal: AbortSignal
}

/** Runs hostile sites one after the other. Returns 1 if one of them did harm; its folder is kept. */
export async function soakHostile({ seeds: [from = 1, to = from], batch, only, signal }: SoakOptions): Promise<0 | 1> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-soak-'))
  const server = await startServer()
  let [tried, failed, worstMs, worstBytes] = [0, 0, 0, 0]
  try {
    const good = await goodPart(server.origin)
    const standard = await learnStandard(server, [good], join(folder, 'good'))
    const material = materialOf(good, server.origin)
    const place = join(folder, 'site')
    const tryParts = (parts: readonly Part[]) => tryOut(server, [good, ...parts], place, standard)
    for (let first = from; first <= to && !signal.aborted; first += batch) {
      const last = Math.min(to, first + batch - 1)
      const parts = Array.from({ length: last - first + 1 }, (_, at) => hostileParts(material, first + at)).flat()
      const some = parts.filter(({ name }) => only.length === 0 || only.some((start) => name.startsWith(start)))
      const { faults, ms, cpuMs, peakBytes, said } = await tryParts(some)
      const [label, kept] = [`seeds ${first}-${last}`, join(folder, `seeds-${first}-${last}`)]
      const cost = `${seconds(ms)} (${seconds(cpuMs)} of the processor), ${megabytes(peakBytes)}`
      tried++
      worstMs = Math.max(worstMs, ms)
      worstBytes = Math.max(worstBytes, peakBytes)
      console.log(`${label}: ${faults.length === 0 ? 'well' : 'FAILED'}, ${cost}`)
      if (faults.length === 0) continue
      failed++
      await rename(place, kept)
      console.log(`  ${kept}\n  ${faults.join('\n  ')}\n${lastLines(said)}`)
      const guilty = await guiltyOf(some, async (fewer) => !signal.aborted && (await tryParts(fewer)).faults.length > 0)
      console.log(`${label}: to blame are ${guilty.map(({ name }) => name).join(', ')}`)
    }
  } finally {
    server.close()
    if (failed === 0) await rm(folder, { recursive: true, force: true })
  }
  console.log(`${failed} of ${tried} sites failed; worst time ${seconds(worstMs)}, worst memory ${megabytes(worstBytes)}`)
  return failed > 0 ? 1 : 0
}

const KINDS: Record<string, [count: number, make: (material: Material, names: Names) => fc.Arbitrary<Body>]> = {
  guide: [3, guide],
  wiki: [2, wiki],
  person: [1, person],
  media: [1, media],
  exchange: [2, exchange],
  items: [1, items],
  tree: [1, tree],
  paging: [1, paging],
  'robots.txt': [1, robots],
  'sites/info': [1, siteInfo],
}
/** The first samples of fast-check are the smallest, so those of a seed are taken from later ones. */
const SMALL_SAMPLES = 5
/** A page of a list is one answer: items that made it exceed `--max-body-bytes` would legitimately lose the good ones on it. */
const MAX_ITEM_LENGTH = 30_000

/** The hostile parts of a seed: always the same for the same seed, version and version of fast-check. */
const hostileParts = (material: Material, seed: number): Part[] =>
  Object.entries(KINDS).flatMap(([kind, [count, make]]) => {
    const own = Buffer.from(kind).reduce((sum, byte) => (sum * 31 + byte) | 0, seed)
    const samples = fc.sample(make(material, namesOf(seed)), { seed: own, numRuns: SMALL_SAMPLES + count })
    return samples.slice(SMALL_SAMPLES).map((body, at): Part => {
      const lists = Object.entries(body.items ?? {}).map(([list, all]) => {
        return [list, all.filter((item) => JSON.stringify(item).length <= MAX_ITEM_LENGTH)] as const
      })
      return { ...body, name: `${seed} ${kind} ${at}`, items: Object.fromEntries(lists) }
    })
  })

/** Minimizes a failing set: leaves out halves, quarters and so on, and each by itself, for as long as the rest fails. */
async function guiltyOf<T>(all: readonly T[], fails: (some: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = all
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length && left.length > 1;) {
      const without = left.toSpliced(at, size)
      if (await fails(without)) left = without
      else at += size
    }
  return left
}

function lastLines(said: string): string {
  const lines = said.trim().split('\n').slice(-12)
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')
}
