import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listPath, recordPath } from '../../src/cache/layout.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { makeSite } from './made-site.ts'
import { COMMAND, megabytes, runTree, seconds, type TreeFigures, withFolder } from './runs.ts'

const built = z.object({
  pages: z.number(),
  keptPages: z.number(),
  stagesMs: z.object({ pages: z.number(), search: z.number(), media: z.number() }),
})
interface Built extends z.infer<typeof built> {
  figures: TreeFigures
}

async function build(cache: string, out: string): Promise<Built> {
  const figures = await runTree(process.execPath, [COMMAND, 'build', '--cache', cache, '--out', out, '--json'])
  return { figures, ...built.parse(JSON.parse(figures.stdout)) }
}

/** The figures of one measurement; CPU and memory are unknown for a part of a build. */
type Row = [name: string, figures: Pick<TreeFigures, 'ms'> & Partial<TreeFigures>]

/** Builds generated sites of these sizes, compared with a bare script that writes as many files; returns the section of the page on performance. */
export async function benchBuild(sizes: readonly number[]): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  for (const guides of sizes) tables.push((await measureSite(guides)).table)
  return `## Building

Measured by \`npm run bench -- build\` with Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was
${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; a load above the number of cores means that other programs were competing for them. One run.

- The site is made up, and the same each time: guides of twelve steps with words of a vocabulary of 30,000 by Zipf's law, three pictures a guide, comments, guides to do first, 400
  categories in four levels.
- CPU and memory are those of all processes together; shared memory is counted once.
- The floor reads and parses the same records, and writes files of the same names and lengths (without media and search), with nothing between.
- Each build is into a new folder, with the pages compiled before.

${tables.join('\n')}`
}

const RECORDED = new URL('recorded.json', import.meta.url)
const QUICK_GUIDES = 300
/** A quick run on a busy machine varies by a fifth; a change of this size is significant. */
const TIMES_WORSE = 1.5

/**
 * One small build, for CI: returns a sentence for each measurement that takes much more CPU than recorded, relative to the bare script of
 * the same run: durations depend on the machine's load. With `isRecording` it records the measurements instead.
 */
export async function benchQuickly(isRecording: boolean): Promise<string[]> {
  const { floor, whole, check } = await measureSite(QUICK_GUIDES)
  // The system may not report the CPU time of a process.
  const ratioOf = ({ cpuMs }: TreeFigures): number => (cpuMs && floor.cpuMs ? Math.round((10 * cpuMs) / floor.cpuMs) / 10 : 0)
  const ratios = { 'build as a whole': ratioOf(whole), check: ratioOf(check) }
  if (isRecording) await writeFile(RECORDED, `${JSON.stringify(ratios, undefined, 2)}\n`)
  const recorded = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(RECORDED, 'utf8')))
  return Object.entries(ratios).flatMap(([name, ratio]) => {
    const before = recorded[name] ?? Infinity
    return ratio >= TIMES_WORSE * before ? [`${name}: ${ratio} times the CPU of the bare script, where ${before} times is recorded.`] : []
  })
}

const FLOOR = fileURLToPath(new URL('floor.ts', import.meta.url))
const isPageOrSmall = (file: string): boolean => !/^(media|pagefind)\//.test(file)

/** A full build, its stages, and the baselines; prints the table. */
async function measureSite(guides: number): Promise<{ table: string; floor: TreeFigures; whole: TreeFigures; check: TreeFigures }> {
  return withFolder(async (folder) => {
    const [cache, out, list] = [join(folder, 'cache'), join(folder, 'dist'), join(folder, 'files.json')]
    await makeSite(join(folder, 'small'), 1)
    // Compiles the pages.
    await build(join(folder, 'small'), join(folder, 'small-dist'))
    await makeSite(cache, guides)
    const { figures: whole, pages, stagesMs } = await build(cache, out)
    const check = await runTree(process.execPath, [COMMAND, 'check', '--cache', cache, '--out', out, '--quiet'])
    const files: [string, number][] = []
    for await (const file of filesBelow(out)) if (isPageOrSmall(file)) files.push([file, statSync(join(out, file)).size])
    await writeFile(list, JSON.stringify(files))
    const floor = await runTree(process.execPath, [FLOOR, cache, list, join(folder, 'floor')])
    const rows: Row[] = [
      ['floor: a bare script', floor],
      ['`cp -r` of the site', await runTree('cp', ['-r', out, join(folder, 'copy')])],
      ['pages, and the search beside them', { ms: stagesMs.pages }],
      ['the rest of the search', { ms: stagesMs.search }],
      ['media', { ms: stagesMs.media }],
      ['build as a whole', whole],
      ['check', check],
    ]
    const lines = rows.map(([name, { ms, cpuMs, peakBytes }]) => {
      const ratios = [(ms / floor.ms).toFixed(1), cpuMs && floor.cpuMs ? (cpuMs / floor.cpuMs).toFixed(1) : '–']
      return `| ${[name, seconds(ms), seconds(cpuMs), megabytes(peakBytes), Math.round((1000 * pages) / ms), ...ratios].join(' | ')} |`
    })
    const table = `### ${guides} guides, ${pages} pages

| What | Time | CPU | Peak memory | Pages/s | Time ÷ floor | CPU ÷ floor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
    console.log(table)
    return { table, floor, whole, check }
  })
}

const EDITED = 20

/** Builds a generated site, again with 20 guides edited, and again without changes; returns the section of the page on performance. */
export async function benchNights(guides: number): Promise<string> {
  const rows = await withFolder(async (folder) => {
    const cache = join(folder, 'cache')
    await makeSite(cache, guides)
    const night = async (name: string): Promise<string> => {
      const { figures, pages, keptPages, stagesMs } = await build(cache, join(folder, 'dist'))
      const { ms, cpuMs, peakBytes } = figures
      const stages = [stagesMs.pages, stagesMs.search, stagesMs.media].map(seconds)
      return `| ${[name, `${pages - keptPages} of ${pages}`, seconds(ms), seconds(cpuMs), megabytes(peakBytes), ...stages].join(' | ')} |`
    }
    const first = await night('first night')
    await editGuides(cache, guides)
    return [first, await night(`${EDITED} guides edited`), await night('nothing changed')]
  })
  return `## Nights

Measured by \`npm run bench -- nights\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${(loadavg()[0] ?? 0).toFixed(1)} after it. One
run of \`benchbook build\` a night, on the made-up site of ${guides} guides described under "Building".

| Night | Pages rendered | Time | CPU | Peak memory | Pages, and the search beside them | The rest of the search | Media |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
}

/** Edits some guides like their authors would: their texts, and the time in their list. */
async function editGuides(cache: string, guides: number): Promise<void> {
  const ids = new Set(Array.from({ length: EDITED }, (_, at) => 1 + Math.floor((at * guides) / EDITED)))
  const edited = { modified_date: 1_790_000_000 }
  for (const id of ids) {
    const path = join(cache, recordPath({ kind: 'guide', id: String(id) }))
    const guide = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...guide, ...edited, introduction_rendered: '<p>Edited.</p>' }))
  }
  const list = join(cache, listPath('guides'))
  const lines = (await readFile(list, 'utf8')).trimEnd().split('\n')
  const items = lines.map((line) => JSON.parse(line) as { guideid: number })
  await writeFile(list, items.map((item) => `${JSON.stringify(ids.has(item.guideid) ? { ...item, ...edited } : item)}\n`).join(''))
}
