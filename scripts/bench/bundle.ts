import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { illustrationOf } from '../../src/bundle/zim/metadata.ts'
import { makeSite } from './made-site.ts'
import { COMMAND, megabytes, runTree, seconds, type TreeFigures, withFolder } from './runs.ts'

const PACK_ONCE = join(import.meta.dirname, 'pack-once.ts')

interface Packing {
  name: string
  /** The baseline that it is compared with. */
  against?: string
  file: string
  run: () => Promise<TreeFigures>
}

/** Packs generated sites of these sizes, compared with common tools; returns the section of the page on performance. */
export async function benchBundle(sizes: readonly number[]): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  for (const guides of sizes) tables.push(await withFolder((folder) => tableOf(folder, guides)))
  return `## Bundles

Measured by \`npm run bench -- bundle\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before. The same built site (three
pictures a guide) is packed by each; once. Time and memory are those of all processes together; the build is not counted.

${tables.join('\n\n')}
`
}

async function tableOf(folder: string, guides: number): Promise<string> {
  const [cache, site] = [join(folder, 'cache'), join(folder, 'site')]
  await makeSite(cache, guides)
  await runTree(process.execPath, [COMMAND, 'bundle', '--format', 'folder', '--quiet', '--cache', cache, '--out', site])
  const rows = await Array.fromAsync(packings(folder, site), async (packing) => {
    return { ...packing, ...(await packing.run()), bytes: statSync(packing.file).size }
  })
  const lines = rows.map(({ name, against, ms, cpuMs, peakBytes, bytes }) => {
    const other = rows.find((row) => row.name === against)
    const ratio = (ours = Number.NaN, theirs = Number.NaN) => (ours / theirs).toFixed(2)
    const ratios = other && [ratio(ms, other.ms), ratio(peakBytes, other.peakBytes), ratio(bytes, other.bytes)].join(', ')
    const cells = [name, seconds(ms), seconds(cpuMs), megabytes(peakBytes), `${(bytes / 1e6).toFixed(1)} MB`]
    return `| ${[...cells, other ? `${ratios} × ${other.name}` : ''].join(' | ')} |`
  })
  return `### ${guides} guides

| What | Time | CPU | Peak memory | Size | Time, memory, size ÷ those of |
| --- | ---: | ---: | ---: | ---: | --- |
${lines.join('\n')}`
}

function packings(folder: string, site: string): Packing[] {
  const ours = (format: string, against: string): Packing => {
    const file = join(folder, `ours.${format}`)
    return { name: `Benchbook, ${format}`, against, file, run: () => runTree(process.execPath, [PACK_ONCE, format, site, file]) }
  }
  const theirs = [zip(folder, site), zimwriterfs(folder, site)].flatMap((packing) => packing ?? [])
  return [ours('zip', '`zip -r`'), ours('zim', '`zimwriterfs`'), ...theirs]
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
