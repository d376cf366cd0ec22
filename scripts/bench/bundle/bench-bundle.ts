import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { illustrationOf } from '../../../src/bundle/zim/illustration.ts'
import { makeSite } from '../build/made-site.ts'
import { runTree, type TreeFigures } from '../build/process-tree.ts'
import { withFolder } from '../run.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))
const PACK_ONCE = fileURLToPath(new URL('pack-once.ts', import.meta.url))

interface Packing {
  name: string
  /** The baseline that it is compared with. */
  against?: string
  file: string
  run: () => Promise<TreeFigures>
}

interface Packed {
  name: string
  against: string | undefined
  ms: number
  cpuMs: number
  peakBytes: number
  bytes: number
}

/** Packs generated sites of these sizes, compared with common tools; returns the section of the page on performance. */
export async function benchBundle(sizes: readonly number[], rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  for (const guides of sizes) tables.push(await withFolder((folder) => tableOf(folder, guides, rounds)))
  const section = `## Bundles

Measured by \`npm run bench -- bundle\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before. The same built site (three
pictures a guide) is packed by each; ${rounds === 1 ? 'once' : `by turns, medians of ${rounds}`}. Time and memory are those of all processes together; the build is not counted.

${tables.join('\n\n')}
`
  console.log(section)
  return section
}

async function tableOf(folder: string, guides: number, rounds: number): Promise<string> {
  const [cache, site] = [join(folder, 'cache'), join(folder, 'site')]
  await makeSite(cache, guides)
  await runTree(process.execPath, [COMMAND, 'bundle', '--format', 'folder', '--quiet', '--cache', cache, '--out', site])
  const all = packings(folder, site)
  const runs = all.map((): TreeFigures[] => [])
  // In turn: other work on the machine affects all alike.
  for (let round = 0; round < rounds; round++) for (const [at, { run }] of all.entries()) runs[at]?.push(await run())
  const rows = all.map(({ name, against, file }, at): Packed => {
    const middle = (of: (run: TreeFigures) => number) => runs[at]?.map(of).sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN
    return {
      name,
      against,
      ms: middle(({ ms }) => ms),
      cpuMs: middle(({ cpuMs = Number.NaN }) => cpuMs),
      peakBytes: middle(({ peakBytes = Number.NaN }) => peakBytes),
      bytes: statSync(file).size,
    }
  })
  return `### ${guides} guides

| What | Time | CPU | Peak memory | Size | Time, memory, size ÷ those of |
| --- | ---: | ---: | ---: | ---: | --- |
${rows.map((row) => lineOf(row, rows)).join('\n')}`
}

function packings(folder: string, site: string): Packing[] {
  const ours = (format: string): Packing => {
    const file = join(folder, `ours.${format}`)
    return {
      name: `Benchbook, ${format}`,
      against: format === 'zip' ? '`zip -r`' : '`zimwriterfs`',
      file,
      run: () => runTree(process.execPath, [PACK_ONCE, format, site, file]),
    }
  }
  const theirs = [zip(folder, site), zimwriterfs(folder, site)].flatMap((packing) => packing ?? [])
  return [ours('zip'), ours('zim'), ...theirs]
}

function zip(folder: string, site: string): Packing | undefined {
  if (!isThere('zip', '-v')) return undefined
  const file = join(folder, 'theirs.zip')
  // zip would update an existing archive.
  const run = () => runTree('sh', ['-c', 'rm -f "$0" && zip -q -r "$0" .', file], { cwd: site })
  return { name: '`zip -r`', file, run }
}

function zimwriterfs(folder: string, site: string): Packing | undefined {
  if (!isThere('zimwriterfs', '--version')) return undefined
  const [from, file] = [join(folder, 'for-zimwriterfs'), join(folder, 'theirs.zim')]
  cpSync(site, from, { recursive: true })
  writeFileSync(join(from, 'illustration.png'), illustrationOf(readFileSync(join(site, 'apple-touch-icon.png')), 48))
  const facts = Object.entries({ name: 'x', title: 'Repair', description: 'Repair guides', creator: 'x', publisher: 'x', language: 'eng' })
  const words = facts.map(([name, value]) => `--${name}=${value}`)
  const command = 'rm -f "$0" && exec zimwriterfs "$@" "$0"'
  const args = ['-c', command, file, '--welcome=index.html', '--illustration=illustration.png', '--withoutFTIndex', ...words, from]
  return { name: '`zimwriterfs`', file, run: () => runTree('sh', args) }
}

function isThere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    console.log(`${program} is not installed: it is not measured (on Debian: zip, zim-tools).`)
    return false
  }
}

function lineOf({ name, against, ms, cpuMs, peakBytes, bytes }: Packed, rows: readonly Packed[]): string {
  const other = rows.find((row) => row.name === against)
  const ratios = other ? [ms / other.ms, peakBytes / other.peakBytes, bytes / other.bytes].map((ratio) => ratio.toFixed(2)).join(', ') : ''
  const cells = [
    name,
    `${(ms / 1000).toFixed(1)} s`,
    `${(cpuMs / 1000).toFixed(1)} s`,
    `${Math.round(peakBytes / 1e6)} MB`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    other ? `${ratios} × ${other.name}` : '',
  ]
  return `| ${cells.join(' | ')} |`
}
