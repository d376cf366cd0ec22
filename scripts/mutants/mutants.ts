import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { filesBelow } from '../../src/disk/files-below.ts'
import { UsageError } from '../../src/errors.ts'
import { exitOf } from '../interrupt.ts'
import { changedSince, survivorPlaces, updated } from './again.ts'
import { sampleOf } from './sample.ts'
import { type Report, reportSchema, scoresOf, scoreTable, survivorLines } from './score.ts'
import { importersOf, ownTests, SLOW } from './tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Fetched when it is asked for: 140 packages, which no test needs. */
const STRYKER = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']
const PLACE = join(ROOT, 'node_modules/.cache/mutants')
const REPORT = join(PLACE, 'report.json')
/** What all runs since the last whole one have found. */
const KNOWN = join(PLACE, 'known.json')
/** Vitest finds no tests below `node_modules`; Stryker leaves it behind when it is interrupted. */
const SANDBOX = '.mutants'
/** Of killed mutants, in percent. */
const AIM = 80

export interface MutantsOptions {
  /** How many mutants are tried at once. */
  inFlight: number
  /** Of the lines of each file, in percent: which ones, the names of the files decide. */
  sample: number
  /** Only those that the runs before have left: the places are theirs. */
  again?: boolean
  /** Not only the tests of the room, but also those of other rooms that import its files. */
  importers?: boolean
}

/**
 * Breaks the code of rooms of `src`, one place at a time, and runs the tests of those rooms against each: prints what share of the mutants a
 * test notices, and the others. 1: fewer than {@link AIM} percent of a room.
 */
export async function mutants(
  places: readonly string[],
  { inFlight, sample, again = false, importers = false }: MutantsOptions,
  signal: AbortSignal,
): Promise<0 | 1> {
  if (!Number.isInteger(inFlight) || inFlight < 1) throw new UsageError('--in-flight takes a whole number from 1.')
  if (!(sample > 0 && sample <= 100)) throw new UsageError('--sample takes a number of percent, such as 10.')
  const known = again ? await knownReport() : undefined
  const wanted = known ? survivorPlaces(known) : (await Promise.all(places.map((place) => patternsOf(place, sample)))).flat()
  if (known && wanted.length === 0) {
    console.log('The last run left no survivors.')
    return 0
  }
  const rooms = [...new Set(wanted.map((place) => place.split('/')[1] ?? ''))]
  await fetchStryker(signal)
  const [vitest, settings] = [join(PLACE, 'vitest.config.mjs'), join(PLACE, 'stryker.config.json')]
  const include = [...ownTests(rooms), ...(importers ? await importersOf(rooms, ROOT) : [])]
  // Without a process for each file, as the project's own tests run.
  const test = { include, exclude: SLOW, isolate: false, testTimeout: 60_000, hookTimeout: 60_000 }
  await writeFile(
    vitest,
    `import { ShortFirst } from ${JSON.stringify(join(import.meta.dirname, 'short-first.ts'))}
export default { test: { ...${JSON.stringify(test)}, sequence: { sequencer: ShortFirst } } }
`,
  )
  await writeFile(settings, JSON.stringify(settingsFor(wanted, relative(ROOT, vitest), inFlight)))
  await run([join(PLACE, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', settings], signal).finally(() =>
    rm(join(ROOT, SANDBOX), { recursive: true, force: true }),
  )
  const found = await readReport(REPORT)
  const report = known ? updated(known, found) : found
  await writeFile(KNOWN, JSON.stringify(report))
  const { files } = report
  for (const line of survivorLines(files)) console.log(line)
  const scores = scoresOf(files)
  console.log(scoreTable(scores))
  return scores.some(({ percent }) => percent < AIM) ? 1 : 0
}

const readReport = async (path: string): Promise<Report> => reportSchema.parse(JSON.parse(await readFile(path, 'utf8')))

/** What is known of the code as it stands. */
async function knownReport(): Promise<Report> {
  if (!existsSync(KNOWN)) throw new UsageError('There is no earlier run. Run it without --again first.')
  const known = await readReport(KNOWN)
  const [changed] = changedSince(known, (file) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined))
  if (changed) throw new UsageError(`${changed} has changed since the last run. Run it without --again.`)
  return known
}

/** A room or file of `src` as patterns of its files, relative to the project, or of the lines that are in the sample. */
async function patternsOf(place: string, sample: number): Promise<string[]> {
  const path = relative(ROOT, resolve(place))
  if (!/^src[/\\]/.test(path) || !existsSync(join(ROOT, path)))
    throw new UsageError(`${place} is not a room or file of src. Name one, such as src/render.`)
  const isFolder = (await stat(join(ROOT, path))).isDirectory()
  if (sample === 100) return [isFolder ? `${path}/**/*.ts` : path]
  const files = isFolder ? (await Array.fromAsync(filesBelow(ROOT, path))).filter((file) => file.endsWith('.ts')).sort() : [path]
  return files.flatMap((file) => sampleOf(file, readFileSync(join(ROOT, file), 'utf8').split('\n').length, sample))
}

async function fetchStryker(signal: AbortSignal): Promise<void> {
  if (STRYKER.every((name) => existsSync(join(PLACE, 'node_modules', name.slice(0, name.lastIndexOf('@')))))) return
  await mkdir(PLACE, { recursive: true })
  await writeFile(join(PLACE, 'package.json'), '{ "private": true }\n')
  // Vitest is the project's own, which lies above.
  const npm = ['install', '--prefix', PLACE, '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel', 'error', ...STRYKER]
  if ((await exitOf(spawn('npm', npm, { stdio: 'inherit', shell: process.platform === 'win32' }), signal)) !== 0)
    throw new UsageError('Stryker could not be fetched from the npm registry. Run it again where there is a network.')
}

const settingsFor = (mutate: string[], configFile: string, concurrency: number) => ({
  mutate,
  testRunner: 'vitest',
  plugins: [join(PLACE, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  // Threads cannot change to another folder, as tests of commands do.
  vitest: { configFile, related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  // Each would need all tests, and in a process of its own.
  ignoreStatic: true,
  reporters: ['progress', 'json'],
  jsonReporter: { fileName: REPORT },
  tempDirName: SANDBOX,
  concurrency,
  // Beside what the tests take by themselves: a busy machine is no test that notices.
  timeoutMS: 60_000,
  // Five, unless told: the tests of the crawl take longer where others are at work.
  dryRunTimeoutMinutes: 30,
  allowConsoleColors: false,
})

async function run(args: string[], signal: AbortSignal): Promise<void> {
  const code = await exitOf(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }), signal)
  if (code !== 0) throw new Error(`Stryker exited with ${code}; see its output above.`)
}
