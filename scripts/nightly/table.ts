import type { Row } from './parts.ts'

const HEAD = ['part', 'result', 'passed', 'red', 'flaky', 'skipped', 'time']

/** A line a part, then each test that failed, was flaky or was skipped, with its reason. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ part, isGreen, passed, red, flaky, skipped, seconds }) => [
    part,
    isGreen ? 'green' : 'RED',
    ...[passed, red?.length, flaky?.length, skipped].map((count) => String(count ?? '')),
    `${seconds} s`,
  ])
  const widths = HEAD.map((_, at) => Math.max(...[HEAD, ...cells].map((row) => row[at]?.length ?? 0)))
  const table = [HEAD, ...cells].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
  const reasons = rows.flatMap(({ red = [], flaky = [], skips = [] }) => [
    ...red.map(({ name, error = '' }) => `red: ${name}: ${error}`),
    ...flaky.map(({ name, error = '' }) => `flaky: ${name}: ${error}`),
    ...skips.map(({ file, tests, why }) => `skipped: ${tests} of ${file}: ${why}`),
  ])
  return [...table, '', ...reasons].join('\n')
}
