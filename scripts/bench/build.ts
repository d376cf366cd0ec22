import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { listPath, RECORDS_PATH, type RecordKey } from '../../src/cache/layout.ts'
import { readFinished } from '../../src/cache/manifest.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { runGenerators } from './generators.ts'
import { makeSite } from './made-site.ts'
import { COMMAND, megabytes, runTree, seconds, type TreeFigures, withFolder } from './runs.ts'

const built = z.object({
  pages: z.number(),
  keptPages: z.number(),
  changes: z.record(z.string(), z.number()),
  stagesMs: z.record(z.string(), z.number()),
})

async function build(cache: string, out: string) {
  const figures = await runTree(process.execPath, [COMMAND, 'build', '--cache', cache, '--out', out, '--json'])
  return { figures, ...built.parse(JSON.parse(figures.stdout)) }
}

/** The figures of one measurement; CPU and memory are unknown for a part of a build. The pages are the site's, if not another number. */
type Row = [name: string, figures: Pick<TreeFigures, 'ms'> & Partial<TreeFigures>, pages?: number]

/** Builds generated sites of these sizes, compared with a bare script that writes as many files; returns the section of the page on performance. */
export async function benchBuild(sizes: readonly number[]): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  for (const guides of sizes) tables.push((await measureSite(guides, true)).table)
  return `## Building

Measured by \`npm run bench -- build\` with Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was
${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; a load above the number of cores means that other programs were competing for them. One run.

- The site is made up, and the same each time: guides of twelve steps with words of a vocabulary of 30,000 by Zipf's law, three pictures a guide, comments, guides to do first, 400
  categories in four levels.
- CPU and memory are those of all processes together; shared memory is counted once.
- The floor reads and parses the same records, and writes files of the same names and lengths (without media and search), with nothing between.
- Each build is into a new folder, with the pages compiled before.
- Hugo and Eleventy, where they are installed, make a plain page of each guide from the same record (as JSON front matter) and a list per category: no media, lists, tools, app, check, or
  state for the next night, and fields as they are, without a sanitizer. Pagefind's own program indexes their pages.

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
  const { floor, whole, check } = await measureSite(QUICK_GUIDES, false)
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

const FLOOR = join(import.meta.dirname, 'floor.ts')
const isPageOrSmall = (file: string): boolean => !/^(media|pagefind)\//.test(file)

/** A full build, its stages, and the baselines; prints the table. */
async function measureSite(guides: number, isCompared: boolean) {
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
      ...stagesOf(stagesMs).map(([stage, ms]): Row => [`stage: ${stage}`, { ms }]),
      ['build as a whole', whole],
      ['check', check],
      ...(isCompared ? await runGenerators(cache, folder) : []),
    ]
    const lines = rows.map(([name, { ms, cpuMs, peakBytes }, made = pages]) => {
      const cpuOfPage = cpuMs ? `${(cpuMs / made).toFixed(1)} ms` : '–'
      const ratios = [(ms / floor.ms).toFixed(1), cpuMs && floor.cpuMs ? (cpuMs / floor.cpuMs).toFixed(1) : '–']
      return `| ${[name, seconds(ms), seconds(cpuMs), megabytes(peakBytes), Math.round((1000 * made) / ms), cpuOfPage, ...ratios].join(' | ')} |`
    })
    const table = `### ${guides} guides, ${pages} pages

| What | Time | CPU | Peak memory | Pages/s | CPU a page | Time ÷ floor | CPU ÷ floor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
    console.log(table)
    return { table, floor, whole, check }
  })
}

/** Those of at least a tenth of a second. */
const stagesOf = (stagesMs: Record<string, number>) => Object.entries(stagesMs).filter(([, ms]) => ms >= 100)

/**
 * Builds generated sites, each again after edits, a removal, no change, and restored from a copy with other times; returns the section of the
 * page on performance.
 */
export async function benchNights(sizes: readonly number[]): Promise<string> {
  const load = loadavg()[0] ?? 0
  const tables: string[] = []
  for (const guides of sizes) tables.push(await measureNights(guides))
  return `## Nights

Measured by \`npm run bench -- nights\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after. One
run of \`benchbook build\` a night, one after the other, on the made-up sites described under "Building". "Restored" is \`cp -r\` of the cache and
the site, which gives all files other times. Stages are those of a tenth of a second and more; \`preparing\` reads the cache and the
previous build's state, and determines what has changed.

${tables.join('\n')}`
}

async function measureNights(guides: number): Promise<string> {
  const rows = await withFolder(async (folder) => {
    const [home, elsewhere] = [join(folder, 'home'), join(folder, 'elsewhere')]
    const cache = join(home, 'cache')
    await makeSite(cache, guides)
    let fullMs: number | undefined
    const night = async (name: string, at = home): Promise<string> => {
      const { figures, pages, keptPages, changes, stagesMs } = await build(join(at, 'cache'), join(at, 'dist'))
      const { ms, cpuMs, peakBytes } = figures
      fullMs ??= cpuMs
      const share = cpuMs && fullMs ? `${Math.round((100 * cpuMs) / fullMs)} %` : '–'
      const differing = Object.values(changes).reduce((sum, files) => sum + files, 0)
      const stages = stagesOf(stagesMs).map(([stage, stageMs]) => `${stage} ${seconds(stageMs)}`)
      return `| ${[name, pages - keptPages, differing, seconds(ms), seconds(cpuMs), share, megabytes(peakBytes), stages.join(', ')].join(' | ')} |`
    }
    const rows = [await night('first night'), await night('nothing changed')]
    for (const [name, edited, removed] of changesFor(guides)) {
      await crawlAgain(cache, new Set(edited), removed)
      rows.push(await night(name))
    }
    await runTree('cp', ['-r', home, elsewhere])
    return [...rows, await night('restored, nothing changed', elsewhere)]
  })
  const table = `### ${guides} guides

| Night | Pages rendered | Files that differ | Time | CPU | of the first night | Peak memory | Stages |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}
`
  console.log(table)
  return table
}

function changesFor(guides: number): [name: string, edited: number[], removed?: number][] {
  const spread = (from: number): number[] => Array.from({ length: 20 }, (_, at) => from + Math.floor((at * guides) / 20))
  return [
    ['20 guides edited', spread(1)],
    ['20 others edited', spread(2)],
    ['1 guide edited', [3]],
    ['1 guide removed', [], 4],
  ]
}

/** Stores what a crawl would find after edits of guides, in their texts and in the time in their list, or the removal of one. */
async function crawlAgain(cache: string, edited: ReadonlySet<number>, removed?: number): Promise<void> {
  const writer = new CacheWriter(cache)
  const changed = <T>(guideid: number, value: T, more = {}): T =>
    edited.has(guideid) ? { ...value, modified_date: 1_790_000_000, ...more } : value
  const keys = (await linesOf<RecordKey>(join(cache, RECORDS_PATH))).filter(({ kind, id }) => kind !== 'guide' || Number(id) !== removed)
  for (const key of keys) {
    const text = writer.finishedRecord(key) ?? ''
    const isEdited = key.kind === 'guide' && edited.has(Number(key.id))
    const edit = (): string => JSON.stringify(changed(Number(key.id), JSON.parse(text), { introduction_rendered: '<p>Edited.</p>' }))
    writer.record(key, isEdited ? edit() : text)
  }
  const lists = ['guides', 'wikis-CATEGORY'] as const
  for (const name of lists) {
    const items = await linesOf<{ guideid?: number }>(join(cache, listPath(name)))
    const left = items.filter(({ guideid }) => guideid === undefined || guideid !== removed)
    await writer.list(name, Readable.from(left.map((item) => changed(item.guideid ?? 0, item))))
  }
  await writer.finish(await readFinished(cache), { records: keys, lists: [...lists] })
}

async function linesOf<T>(path: string): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}
