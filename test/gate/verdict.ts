/** The result of one test, or of a file or suite: whether it could be loaded, and its hooks ran. */
export interface Result {
  /** Project, file and the names of suites and test: `unit test/fetch/body.test.ts > a body > is cut`. */
  name: string
  isTest: boolean
  state: 'passed' | 'failed' | 'skipped'
  /** The first line of the first error and where it was thrown; a test that passed when it was retried has one too. */
  error?: string
}

/** A test known to fail by chance: it runs, but has no effect until its entry expires. */
export interface Quarantined {
  /** The `name` of a {@link Result}. */
  name: string
  /** The day of the entry, such as 2026-11-27. */
  since: string
  why: string
}

export interface Verdict {
  passed: number
  skipped: number
  /** Failed, and passed in no run. */
  red: Result[]
  /** Failed once and passed once. */
  flaky: Result[]
  /** Red, but in quarantine. */
  quarantined: Result[]
  /** Why a run without red tests is not green. */
  reason: string
  isGreen: boolean
}

/** The gate fails if more tests than these failed once and passed once. */
const FLAKY_ALLOWED = 3
const QUARANTINE_DAYS = 14
const DAY_MS = 86_400_000

/** The entries of a quarantine that have not expired at `nowMs`. */
export const inForce = (quarantine: readonly Quarantined[], nowMs: number): Quarantined[] =>
  quarantine.filter(({ since }) => nowMs < Date.parse(since) + QUARANTINE_DAYS * DAY_MS)

/** Tests of the same name get numbers, from the second on: one must not pass for another. */
function numbered(results: readonly Result[]): Result[] {
  const counts = new Map<string, number>()
  return results.map((result) => {
    const count = (counts.get(result.name) ?? 0) + 1
    counts.set(result.name, count)
    return count === 1 ? result : { ...result, name: `${result.name} (${count})` }
  })
}

/** Judges a run; `again` are the results of its files with failures, each of which ran once more alone. */
export function judge(first: readonly Result[], again: readonly Result[], quarantine: readonly Quarantined[]): Verdict {
  const excused = new Set(quarantine.map(({ name }) => name))
  const verdict: Verdict = { passed: 0, skipped: 0, red: [], flaky: [], quarantined: [], reason: '', isGreen: false }
  const all = Map.groupBy([...numbered(first), ...numbered(again)], ({ name }) => name)
  for (const [name, results] of all) {
    const failure = results.find(({ error }) => error !== undefined)
    const isPassed = results.some(({ state }) => state === 'passed')
    if (isPassed && results[0]?.isTest) verdict.passed++
    if (failure && isPassed) verdict.flaky.push(failure)
    else if (failure) verdict[excused.has(name) ? 'quarantined' : 'red'].push(failure)
    else if (!isPassed) verdict.skipped++
  }
  // Each skipped test has a reason, or is red.
  if (verdict.passed + verdict.skipped + verdict.red.length === 0) verdict.reason = 'No test ran.'
  if (verdict.flaky.length > FLAKY_ALLOWED)
    verdict.reason = `${verdict.flaky.length} tests failed once and passed once; ${FLAKY_ALLOWED} are allowed.`
  verdict.isGreen = verdict.red.length === 0 && !verdict.reason
  return verdict
}

export const NO_REASON = 'no reason given'

/** Tests of a file that did not run, and why, as printed by the file. */
export interface Skip {
  file: string
  tests: number
  why: string
}

/** A line or two for each test that did not simply pass. */
export function details({ red, quarantined, flaky }: Pick<Verdict, 'red' | 'quarantined' | 'flaky'>, skips: readonly Skip[]): string[] {
  const list = (word: string, results: readonly Result[]) => results.map(({ name, error = '' }) => `${word}: ${name}\n  ${error}`)
  return [
    ...list('FAILED', red),
    ...list('QUARANTINED', quarantined),
    ...list('FLAKY', flaky),
    ...skips.map(({ file, tests, why }) => `SKIPPED: ${tests} of ${file}: ${why}`),
  ]
}

/** The output at the end of a run, with a closing line that CI can parse. */
export function summary(verdict: Verdict, skips: readonly Skip[]): string {
  const { passed, red, skipped, reason } = verdict
  return [...details(verdict, skips), ...(reason ? [reason] : []), `${passed} passed, ${red.length} failed, ${skipped} skipped`].join('\n')
}
