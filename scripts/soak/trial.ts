import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { COMMAND, runToEnd } from '../bench/runs.ts'
import { activeContent, differingFiles, lastingFiles, servedBadly, strangeContent } from './judge.ts'
import type { HostileServer } from './server.ts'
import type { Site } from './site.ts'

/** The properties of a site without hostile parts. */
type Standard = Awaited<ReturnType<typeof learnStandard>>

/** The time limit of a site, from the first question to the last page checked, on a busy machine … */
const MAX_EXPORT_MS = 600_000
/** … and the limit of CPU time. The hostile parts of forty seeds, with the good part, take 30 s. */
const MAX_CPU_MS = 90_000
/** A good site alone takes 400 MB. */
const MAX_PEAK_BYTES = 1_500_000_000
/** The number of files requested in ranges. */
const ASKED_FILES = 3

/** As strict as a hurried operator's. The site's names, licence and limits are the operator's too, so that no record affects them. */
const OPTIONS: Record<string, string> = {
  contact: 'soak@example.org',
  concurrency: '16',
  retries: '1',
  'connect-timeout-ms': '3000',
  'headers-timeout-ms': '2500',
  'body-timeout-ms': '2500',
  'answer-timeout-ms': '4000',
  'max-body-bytes': '8000000',
  'max-media-bytes': '2000000',
  'max-records': '6000',
  'max-depth': '50',
  sizes: 'standard',
  name: 'The Mendery',
  licence: 'CC BY-SA 4.0',
  'licence-url': 'https://creativecommons.org/licenses/by-sa/4.0/',
}

/** Serves a site without hostile parts, and records the results that all others must have. */
export async function learnStandard(server: HostileServer, good: Site, folder: string) {
  const { code, stdout, stderr } = await exported(server, good, folder)
  if (code !== 0) throw new Error(`The site without anything hostile ended with ${code ?? 'a kill'}:\n${stdout}${stderr}`)
  return { files: await lastingFiles(join(folder, 'dist')), active: await activeContent(join(folder, 'dist')) }
}

/**
 * Crawls, builds, checks and serves a site, in a fresh folder, and compares it with the standard. Returns its faults, a line each, its cost,
 * and the output of the commands.
 */
export async function tryOut(server: HostileServer, site: Site, folder: string, standard: Standard) {
  const { code, ms, cpuMs = 0, peakBytes = 0, stdout, stderr } = await exported(server, site, folder)
  const said = `${stdout}\n${stderr}`
  const faults: string[] = []
  const dist = join(folder, 'dist')
  if (code === null) faults.push(`killed after ${MAX_EXPORT_MS / 1000} s`)
  else if (code > 1) faults.push(`exit code ${code}`)
  if (/fault of Benchbook|Unhandled|Uncaught/.test(said)) faults.push('it calls itself faulty')
  if (cpuMs > MAX_CPU_MS) faults.push(`${Math.round(cpuMs / 1000)} s of the processor`)
  if (peakBytes > MAX_PEAK_BYTES) faults.push(`${Math.round(peakBytes / 1e6)} MB of memory`)
  if (faults.length === 0 && !existsSync(dist)) faults.push('there is no site')
  if (faults.length === 0) {
    const differ = await differingFiles(standard.files, dist)
    if (differ.length > 0) faults.push(`${differ.length} good files differ: ${differ.slice(0, 10).join(' ')}`)
    faults.push(...(await strangeContent(dist, standard.active)).slice(0, 20))
    faults.push(...(await servedBadly(dist, join(folder, 'cache'), await someMedia(dist))))
  }
  return { faults, ms, cpuMs, peakBytes, said }
}

async function exported(server: HostileServer, site: Site, folder: string): ReturnType<typeof runToEnd> {
  await rm(folder, { recursive: true, force: true })
  server.play(site)
  const options = { ...OPTIONS, source: server.origin, cache: join(folder, 'cache'), out: join(folder, 'dist') }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return runToEnd(process.execPath, [COMMAND, 'export', '--debug', ...flags], { maxMs: MAX_EXPORT_MS })
}

async function someMedia(site: string): Promise<string[]> {
  const all = (await readdir(join(site, 'media'), { recursive: true })).filter((file) => /\.\w+$/.test(file))
  return [...all.sort().slice(0, ASKED_FILES), 'gone.jpg'].map((file) => `media/${file}`)
}
