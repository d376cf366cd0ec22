import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { exitCodeOf, interruptSignal } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { table } from '../src/cli/terminal/words.ts'
import { readIfExists } from '../src/disk/read.ts'
import { UsageError } from '../src/errors.ts'
import { ROOT } from '../src/installation.ts'
import { details, type Skip, type Verdict } from '../test/gate/verdict.ts'

/** The result of a part, with that of its tests if it has any. */
interface Row extends Partial<Verdict> {
  part: string
  isGreen: boolean
  seconds: number
  skips?: Skip[]
}

const tests =
  (projects: readonly string[], ...flags: string[]) =>
  (results: string, seed: string): string[] => [
    'test/gate/run.ts',
    ...['--json', results, '--seed', seed],
    ...projects.flatMap((name) => ['--project', name]),
    ...flags,
  ]
const SCRIPT = ['--import', './scripts/node-version.mjs']

/** The parts of the nightly run with Node's arguments for each: `results` is the file to which tests write their verdict. */
const PARTS: Record<string, (results: string, seed: string) => string[]> = {
  sweep: tests(['sweep']),
  browser: tests(['sweep in a browser']),
  packages: tests(['packages']),
  hosts: tests(['hosts']),
  storage: tests(['storage']),
  nights: tests(['nights']),
  soak: tests(['soak', 'soak in a browser']),
  steps: tests(['steps']),
  coverage: tests(['coverage'], '--coverage'),
  hostile: (_, seed) => [...SCRIPT, 'scripts/soak.ts', 'hostile', '--seeds', `${seed}-${Number(seed) + 19}`],
  bench: () => [...SCRIPT, 'scripts/bench.ts', 'build', '--quick'],
}

/** Runs a part to its end, even if it fails; its verdict is passed through `folder`. Throws if it is interrupted. */
async function runPart(part: string, { seed, folder, signal }: { seed: string; folder: string; signal: AbortSignal }): Promise<Row> {
  const results = join(folder, `${part}.json`)
  const began = performance.now()
  // In a process group of its own: an interruption reaches all its child processes.
  const isGroup = process.platform !== 'win32'
  const child = spawn(process.execPath, PARTS[part]?.(results, seed) ?? [], { cwd: ROOT, stdio: 'inherit', detached: isGroup })
  const interrupt = () => void (isGroup ? process.kill(-(child.pid ?? 0), 'SIGINT') : child.kill())
  signal.addEventListener('abort', interrupt)
  const ended = once(child, 'close', { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  const [code, killedBy] = (await ended) as [number | null, string | null]
  signal.removeEventListener('abort', interrupt)
  const found = JSON.parse((await readIfExists(results)) ?? '{}') as Partial<Row>
  const isGreen = code === 0
  const reason = found.reason || (isGreen || found.red?.length ? '' : `It ended with ${killedBy ?? `exit code ${code}`}: see above.`)
  return { part, ...found, isGreen, reason, seconds: Math.round((performance.now() - began) / 1000) }
}

const HEAD = ['part', 'result', 'passed', 'red', 'flaky', 'skipped', 'time']

/** A line per part, then each test that failed, was flaky or was skipped, with its reason. */
function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ part, isGreen, passed, red, flaky, skipped, seconds }) => [
    part,
    isGreen ? (passed === 0 ? 'skipped' : 'green') : 'RED',
    ...[passed, red?.length, flaky?.length, skipped].map((count) => String(count ?? '')),
    `${seconds} s`,
  ])
  const reasons = rows.flatMap(({ part, reason, red = [], quarantined = [], flaky = [], skips = [] }) => [
    ...(reason ? [`RED: ${part}: ${reason}`] : []),
    ...details({ red, quarantined, flaky }, skips),
  ])
  return [...table([HEAD, ...cells]), '', ...reasons].join('\n')
}

/** Some libraries read a seed as a 32-bit integer. */
const MAX_SEED = 2 ** 31 - 1

process.exitCode = await exitCodeOf(async () => {
  const command = newCommand('npm run nightly --')
    .argument('[parts...]', `What to run: ${Object.keys(PARTS).join(', ')} [all].`)
    .option('--seed <N>', 'The seed of whatever is random [another one each time].')
    .parse()
  const parts = command.args.length > 0 ? command.args : Object.keys(PARTS)
  const unknown = parts.find((part) => !Object.hasOwn(PARTS, part))
  if (unknown) throw new UsageError(`There is no part "${unknown}": see npm run nightly -- --help.`)
  const { seed = String(Date.now() % 1_000_000) } = command.opts<{ seed?: string }>()
  if (!/^\d+$/.test(seed) || Number(seed) > MAX_SEED)
    throw new UsageError(`--seed must be a whole number from 0 to ${MAX_SEED}, not "${seed}".`)
  const signal = interruptSignal()
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-nightly-'))
  // Servers and builds under test run as other users.
  await chmod(folder, 0o755)
  // The temporary files of the parts are removed with it, also after an interruption.
  Object.assign(process.env, { TMPDIR: folder })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const rows: Row[] = []
  const rest = [...parts]
  const report = () => writeFile('nightly.json', JSON.stringify({ seed, notRun: rest, parts: rows }, undefined, 2))
  // Old results could be mistaken for new ones.
  await report()
  try {
    for (const part of parts) {
      console.log(`\n== ${part}: npm run nightly -- ${part} --seed ${seed} ==`)
      rows.push(await runPart(part, { seed, folder, signal }))
      rest.shift()
      await report()
    }
  } finally {
    const left = rest.length > 0 ? `Not run to the end: npm run nightly -- ${rest.join(' ')} --seed ${seed}\n` : ''
    console.log(`\n${tableOf(rows)}\n${left}`)
  }
  return rows.every(({ isGreen }) => isGreen) ? 0 : 1
})
