import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guilty } from './bisect.ts'
import { goodPart } from './good-site.ts'
import { materialOf, type Material } from './parts/material.ts'
import { hostileParts, hostileTraits } from './seed.ts'
import { type HostileServer, startServer } from './server.ts'
import type { Part, Site, Trait } from './site.ts'
import { learnStandard, type Standard, tryOut, type Verdict } from './trial.ts'

export interface SoakOptions {
  seeds: readonly number[]
  /** The number of seeds whose parts are combined in one site. */
  batch: number
  /** The name prefixes of parts to keep; empty for all. */
  only: readonly string[]
  /** A file that gets a line for each site. */
  log: string
  /** Search for the parts that cause a failure. */
  isShrinking: boolean
  signal: AbortSignal
}

/** A running soak: one server, one folder, one standard. */
interface Soak {
  server: HostileServer
  folder: string
  good: Part
  material: Material
  standard: Standard
  tell: (line: string) => Promise<void>
}

/** Runs hostile sites one after the other. Returns 1 if one of them did harm; its folder is kept. */
export async function soakHostile(options: SoakOptions): Promise<0 | 1> {
  const { seeds, batch, log, signal } = options
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-soak-'))
  const server = await startServer()
  const tell = async (line: string): Promise<void> => {
    console.log(line)
    if (log) await appendFile(log, `${new Date().toISOString()} ${line}\n`)
  }
  let [failed, worstMs, worstBytes] = [0, 0, 0]
  try {
    const good = await goodPart(server.origin)
    const standard = await learnStandard(server, { parts: [good], traits: [] }, join(folder, 'good'))
    const soak = { server, folder, good, standard, material: materialOf(good, server.origin), tell }
    for (let at = 0; at < seeds.length && !signal.aborted; at += batch) {
      const { faults, wallMs, peakBytes } = await trySeeds(soak, seeds.slice(at, at + batch), options)
      if (faults.length > 0) failed++
      worstMs = Math.max(worstMs, wallMs)
      worstBytes = Math.max(worstBytes, peakBytes)
    }
  } finally {
    server.close()
    if (failed === 0) await rm(folder, { recursive: true, force: true })
  }
  await tell(
    `${failed} of ${Math.ceil(seeds.length / batch)} sites failed; worst time ${inSeconds(worstMs)}, worst memory ${inMegabytes(worstBytes)}`,
  )
  return failed > 0 ? 1 : 0
}

async function trySeeds(
  soak: Soak,
  seeds: readonly number[],
  { only, isShrinking }: Pick<SoakOptions, 'only' | 'isShrinking'>,
): Promise<Verdict> {
  const { folder, material, tell } = soak
  const label = seeds.length === 1 ? `seed ${seeds[0] ?? ''}` : `seeds ${seeds[0] ?? ''}-${seeds.at(-1) ?? ''}`
  const all = seeds.flatMap((seed): (Part | Trait)[] => [...hostileParts(material, seed), ...hostileTraits(material, seed)])
  const some = only.length > 0 ? all.filter(({ name }) => only.some((start) => name.startsWith(start))) : all
  const place = join(folder, 'site')
  const verdict = await tryOut(soak.server, siteOf(soak, some), place, soak.standard)
  const cost = `${inSeconds(verdict.wallMs)} (${inSeconds(verdict.cpuMs)} of the processor), ${inMegabytes(verdict.peakBytes)}`
  if (verdict.faults.length === 0) {
    await tell(`${label}: well, ${cost}`)
    return verdict
  }
  const kept = join(folder, label.replace(' ', '-'))
  await rename(place, kept)
  await tell(`${label}: FAILED, ${cost}: ${kept}\n  ${verdict.faults.join('\n  ')}\n${lastLines(verdict.said)}`)
  if (isShrinking) {
    const fails = async (fewer: readonly (Part | Trait)[]) =>
      (await tryOut(soak.server, siteOf(soak, fewer), place, soak.standard)).faults.length > 0
    const few = await guilty(some, fails)
    await tell(`${label}: to blame are ${few.map(({ name }) => name).join(', ')}`)
  }
  return verdict
}

const siteOf = ({ good }: Soak, some: readonly (Part | Trait)[]): Site => ({
  parts: [good, ...some.filter((one) => one.of === 'part')],
  traits: some.filter((one) => one.of === 'whole'),
})

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
const lastLines = (said: string): string =>
  said
    .trim()
    .split('\n')
    .slice(-12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')
