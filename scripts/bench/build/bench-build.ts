import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { withFolder } from '../run.ts'
import { makeSite } from './made-site.ts'
import { ratiosOf, readRecorded, record, worseRatios } from './ratios.ts'
import { type Figures, type Row, runTree } from './process-tree.ts'

interface Built {
  pages: number
  stagesMs: Record<'pages' | 'search' | 'media', number>
}

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))
const FLOOR = fileURLToPath(new URL('floor.ts', import.meta.url))
const isPageOrSmall = (file: string): boolean => !/^(media|pagefind)\//.test(file)

/**
 * Builds generated sites of these sizes, `rounds` times each, compared with a bare script that writes as many files; returns the section of
 * the page on performance.
 */
export async function benchBuild(sizes: readonly number[], rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  await withFolder(compilePages)
  for (const guides of sizes) {
    const rows = await withFolder((folder) => measureSite(folder, guides, rounds))
    tables.push(tableOf(guides, rows))
    console.log(tables.at(-1))
  }
  return section(tables, rounds, load)
}

/**
 * One small build, for CI: returns a sentence for each measurement that takes much more CPU than recorded, relative to the bare script of
 * the same run. With `isRecording` it records the measurements instead.
 */
export async function benchQuickly(isRecording: boolean): Promise<string[]> {
  await withFolder(compilePages)
  const rows = await withFolder((folder) => measureSite(folder, QUICK_GUIDES, 1))
  console.log(tableOf(QUICK_GUIDES, rows))
  const ratios = ratiosOf(rows, FLOOR_NAME)
  if (!isRecording) return worseRatios(ratios, await readRecorded())
  await record(ratios)
  return []
}

const QUICK_GUIDES = 300

/** Fills the cache of compiled pages for the measured builds. */
async function compilePages(folder: string): Promise<void> {
  await makeSite(join(folder, 'cache'), 1)
  await runTree(process.execPath, [COMMAND, 'build', '--quiet', '--cache', join(folder, 'cache'), '--out', join(folder, 'dist')])
}

async function measureSite(folder: string, guides: number, rounds: number): Promise<Row[]> {
  const cache = join(folder, 'cache')
  await makeSite(cache, guides)
  const measured = new Map<string, Row[]>()
  const note = (row: Row) => measured.set(row.name, [...(measured.get(row.name) ?? []), row])
  for (let round = 0; round < rounds; round++) {
    const place = join(folder, String(round))
    await mkdir(place)
    for (const row of await measureRound(cache, place)) note(row)
  }
  return Array.from(measured.values(), median)
}

/** A full build, its stages, and the baselines. */
async function measureRound(cache: string, place: string): Promise<Row[]> {
  const out = join(place, 'dist')
  const whole = await runTree(process.execPath, [COMMAND, 'build', '--cache', cache, '--out', out, '--json'])
  const { pages, stagesMs } = JSON.parse(whole.stdout) as Built
  const check = await runTree(process.execPath, [COMMAND, 'check', '--cache', cache, '--out', out, '--quiet'])
  const files: [string, number][] = []
  for await (const file of filesBelow(out)) if (isPageOrSmall(file)) files.push([file, statSync(join(out, file)).size])
  const list = join(place, 'files.json')
  await writeFile(list, JSON.stringify(files))
  const floor = await runTree(process.execPath, [FLOOR, cache, list, join(place, 'floor')])
  const copy = await runTree('cp', ['-r', out, join(place, 'copy')])
  const part = (name: keyof Built['stagesMs']): Figures => ({ ms: stagesMs[name] })
  return [
    { name: FLOOR_NAME, figures: floor, pages },
    { name: '`cp -r` of the site', figures: copy, pages },
    { name: 'pages, and the search beside them', figures: part('pages'), pages },
    { name: 'the rest of the search', figures: part('search'), pages },
    { name: 'media', figures: part('media'), pages },
    { name: 'build as a whole', figures: whole, pages },
    { name: 'check', figures: check, pages },
  ]
}

const FLOOR_NAME = 'floor: a bare script'

/** The median run by time: other work on the machine disturbs single runs. */
function median(rows: readonly Row[]): Row {
  const row = [...rows].sort((a, b) => a.figures.ms - b.figures.ms)[rows.length >> 1]
  if (!row) throw new Error('Nothing was measured.')
  return row
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`)

function tableOf(guides: number, rows: readonly Row[]): string {
  const floor = rows.find(({ name }) => name === FLOOR_NAME)?.figures
  const lines = rows.map(({ name, figures: { ms, cpuMs, peakBytes }, pages }) => {
    const ratio = floor && cpuMs !== undefined && floor.cpuMs ? (cpuMs / floor.cpuMs).toFixed(1) : '–'
    const memory = peakBytes === undefined ? '–' : `${Math.round(peakBytes / 1e6)} MB`
    return `| ${[name, seconds(ms), seconds(cpuMs), memory, Math.round((1000 * pages) / ms), floor ? (ms / floor.ms).toFixed(1) : '–', ratio].join(' | ')} |`
  })
  return `### ${guides} guides, ${rows[0]?.pages ?? 0} pages

| What | Time | CPU | Peak memory | Pages/s | Time ÷ floor | CPU ÷ floor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
}

const section = (tables: readonly string[], rounds: number, load: number): string => `## Building

Measured by \`npm run bench -- build\` with Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was
${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; a load above the number of cores means that other programs were competing for them. ${rounds === 1 ? 'One run.' : `Medians of ${rounds} runs.`}

- The site is made up, and the same each time: guides of twelve steps with words of a vocabulary of 30,000 by Zipf's law, three pictures a guide, comments, guides to do first, 400
  categories in four levels.
- CPU and memory are those of all processes together; shared memory is counted once.
- The floor reads and parses the same records, and writes files of the same names and lengths (without media and search), with nothing between.
- Each build is into a new folder, with the pages compiled before.

${tables.join('\n')}`
