// Runs tests as a gate does, with the flags and files of `vitest run`. Before these: `--json FILE` writes the verdict, `--seed N` seeds
// everything random.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest, parseCLI, type SerializedError, type TestCase, type TestModule } from 'vitest/node'
import { inForce, judge, NO_REASON, type Quarantined, type Result, type Skip, summary } from './verdict.ts'

type Failure = Pick<SerializedError, 'message' | 'stacks'>

const words = process.argv.slice(2)
const own = (flag: string): string | undefined => (words[0] === flag ? words.splice(0, 2)[1] : undefined)
const json = own('--json')
const seed = own('--seed')
if (seed) for (const name of ['FC_SEED', 'FAULT_SEED', 'KILL_SEED', 'CHANGE_SEED', 'CRASH_SEED']) process.env[name] ??= seed
const quarantine = JSON.parse(readFileSync(new URL('../quarantine.json', import.meta.url), 'utf8')) as Quarantined[]
const { filter, options } = parseCLI(['vitest', 'run', ...words])
let missed: Result[] = []
const coverage = { onCoverage: (map: unknown) => void (missed = belowThreshold(map)) }
const reporters = ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), coverage]
const vitest = await createVitest({ ...options, run: true, watch: false, reporters })
const { testModules, unhandledErrors } = await vitest.start(filter)
const first = [...testModules.flatMap((module) => resultsOf(module, unhandledErrors)), ...ofNoFile(unhandledErrors)]
first.push(...missed)
vitest.disableCoverage()
// With a name pattern, tests with other names are skipped.
const skips = vitest.config.testNamePattern ? [] : testModules.flatMap(skipsOf)
// A test skipped without a reason would go unnoticed.
first.push(
  ...skips.flatMap(({ file, why }) =>
    why === NO_REASON ? [{ name: file, isTest: false, state: 'failed' as const, error: `Skipped: ${why}.` }] : [],
  ),
)
const again: Result[] = []
// A file with failures runs once more alone: what only fails next to others does not refuse a change.
for (const module of testModules.filter((one) => resultsOf(one, unhandledErrors).some(({ state }) => state === 'failed'))) {
  const repeated = await vitest.runTestSpecifications([module.toTestSpecification()])
  const [same] = repeated.testModules.filter(({ moduleId, project }) => moduleId === module.moduleId && project === module.project)
  if (same) again.push(...resultsOf(same, repeated.unhandledErrors))
}
// Vitest has set it for any failure so far; from here on it shows a failing teardown.
process.exitCode = 0
await vitest.close()
const verdict = judge(first, again, inForce(quarantine, Date.now()))
if (json) writeFileSync(json, JSON.stringify({ ...verdict, skips }))
console.log(`\n${summary(verdict, skips)}`)
if (!verdict.isGreen) process.exitCode = 1

function resultsOf(module: TestModule, unhandled: readonly unknown[]): Result[] {
  const file = `${module.project.name} ${module.relativeModuleId}`
  const own = errorsOf(unhandled).filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === module.moduleId)
  const container = (name: string, errors: readonly Failure[]): Result => ({
    name,
    isTest: false,
    state: errors.length > 0 ? 'failed' : 'passed',
    ...firstOf(errors),
  })
  const test = (one: TestCase): Result => {
    const { state, errors } = one.result()
    const name = `${file} > ${one.fullName}`
    return state === 'pending'
      ? { name, isTest: true, state: 'failed', error: 'It did not end.' }
      : { name, isTest: true, state, ...firstOf(errors) }
  }
  return [
    container(file, [...module.errors(), ...own]),
    ...[...module.children.allSuites()].map((suite) => container(`${file} > ${suite.fullName}`, suite.errors())),
    ...[...module.children.allTests()].map(test),
  ]
}

function belowThreshold(map: unknown): Result[] {
  const { data } = (map as { getCoverageSummary: () => { data: Record<string, { pct: number }> } }).getCoverageSummary()
  return Object.entries(vitest.config.coverage.thresholds ?? {}).flatMap(([what, least]) => {
    const pct = data[what]?.pct ?? 0
    return pct < Number(least)
      ? [{ name: `coverage of ${what}`, isTest: false, state: 'failed' as const, error: `${pct} %, at least ${least} %` }]
      : []
  })
}

function skipsOf(module: TestModule): Skip[] {
  const skipped = [...module.children.allTests('skipped')]
  const notes = skipped.map((one) => one.result()).flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : []))
  const printed = module.logs().flatMap(({ content }) => [...content.matchAll(/^Skipped: (.*)$/gm)].map(([, why = '']) => why))
  const why = [...new Set([...notes, ...printed])].join(' ') || NO_REASON
  return skipped.length > 0 ? [{ file: module.relativeModuleId, tests: skipped.length, why }] : []
}

/** Errors that Vitest attributes to no file, such as a worker too busy to answer: if all tests passed they count as one flaky test. */
function ofNoFile(unhandled: readonly unknown[]): Result[] {
  const errors = errorsOf(unhandled).filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === undefined)
  return errors.map((error) => ({ name: 'an error outside of any test', isTest: false, state: 'passed', ...firstOf([error]) }))
}

function errorsOf(unhandled: readonly unknown[]): (SerializedError & { VITEST_TEST_PATH?: string })[] {
  return unhandled as ReturnType<typeof errorsOf>
}

/** The first line of the first error, and where it was thrown: with a timeout alone nobody can tell what was awaited. */
function firstOf(errors: readonly Failure[] | undefined): { error?: string } {
  const [first] = errors ?? []
  if (!first) return {}
  const frames = first.stacks?.map(({ file, line }) => `${relative(vitest.config.root, file)}:${line}`) ?? []
  return { error: [first.message.split('\n', 1)[0], ...frames].join('\n    at ') }
}
